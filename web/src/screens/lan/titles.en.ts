/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceLan: 'LAN settings',
  dhcpCreate: 'New DHCP server',
  dhcpUpdate: 'Change DHCP server',
  deviceDhcp: 'DHCP servers',
  leases: 'DHCP leases',
  leaseCreate: 'New reservation',
  leaseReserve: 'Reserve an address',
  leaseUpdate: 'Change reservation',
  deviceCells: 'Cell info',
  devicePorts: 'Ports',
  deviceTraffic: 'Traffic',
}
