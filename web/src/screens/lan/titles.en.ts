/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceLan: 'LAN settings',
  dhcpCreate: 'New DHCP server',
  dhcpUpdate: 'Edit DHCP server',
  deviceDhcp: 'DHCP servers',
  leases: 'DHCP leases',
  leaseCreate: 'New reservation',
  leaseReserve: 'Reserve address',
  leaseUpdate: 'Edit reservation',
  deviceCells: 'Cellular',
  devicePorts: 'Ports',
  deviceTraffic: 'Traffic',
}
