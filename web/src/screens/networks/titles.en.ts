/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceNetworks: 'Networks',
  networkCreate: 'New network',
  networkUpdate: 'Edit network',
  switchPorts: 'Port VLANs',
}
