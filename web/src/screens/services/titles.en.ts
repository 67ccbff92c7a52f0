/** Titles of the pages, and of the entries in the menu. */
export default {
  services: 'RADIUS Services',
  servicesMenu: 'Services',
  serviceCreate: 'New service',
  serviceUpdate: 'Edit service',
  service: 'Service',
  dialups: 'Vpn Dialup Users',
  dialupsMenu: 'VPN users',
  dialupCreate: 'New VPN dial-up',
  dialupUpdate: 'Edit VPN dial-up',
  dialup: 'VPN dial-up',
}
