/** Titles of the pages, and of the entries in the menu. */
export default {
  sites: 'Sites',
  siteCreate: 'New site',
  siteUpdate: 'Edit site',
  site: 'Site',
}
