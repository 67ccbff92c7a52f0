/** Titles of the pages, and of the entries in the menu. */
export default {
  users: 'Users',
  userUpdate: 'Edit user',
  userDetails: 'User',
}
