/** Titles of the pages, and of the entries in the menu. */
export default {
  invites: 'Invitations',
  inviteCreate: 'Invite user',
}
