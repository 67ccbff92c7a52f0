/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceNetworks: 'Networks',
  networkCreate: 'New network',
  networkUpdate: 'Change network',
  switchPorts: 'Networks on ports',
}
