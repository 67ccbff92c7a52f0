/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceFirewall: 'Firewall',
  natCreate: 'New port forward',
  natUpdate: 'Change NAT rule',
  addressList: 'Address list',
}
