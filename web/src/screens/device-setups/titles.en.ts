/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceSetups: 'Zero-touch setup',
  deviceSetupCreate: 'Set up a router',
  deviceSetupDetails: 'Setup of a router',
}
