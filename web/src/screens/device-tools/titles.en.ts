/** Titles of the pages. */
export default {
  deviceTools: 'Tools',
}
