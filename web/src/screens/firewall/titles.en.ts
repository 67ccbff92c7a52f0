/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceFirewall: 'Firewall',
  natCreate: 'New port forward',
  natUpdate: 'Edit NAT rule',
  addressList: 'Address list',
}
