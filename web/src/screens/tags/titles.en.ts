/** Titles of the pages, and of the entries in the menu. */
export default {
  tags: 'Tags',
  tagCreate: 'New tag',
  tagUpdate: 'Edit tag',
}
