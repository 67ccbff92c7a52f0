import type { RouteEntry, screensOf } from './route-entry.ts'

/** Below `/site/$id/hardware/`: the path, its screen and title, and what of a site's network it takes to be there. */
const pages = [
  ['lan/$hardwareId', 'LanSettings', 'deviceLan', 'view'],
  ['dhcp/add', 'DhcpForm', 'dhcpCreate', 'create'],
  ['dhcp/update/$dhcpId', 'DhcpForm', 'dhcpUpdate', 'update'],
  ['dhcp/$hardwareId', 'DhcpServers', 'deviceDhcp', 'view'],
  ['active-leases', 'LeaseList', 'leases', 'view-list'],
  ['active-leases/add', 'LeaseForm', 'leaseCreate', 'update'],
  ['active-leases/add/$leaseId', 'LeaseForm', 'leaseReserve', 'update'],
  ['active-leases/update/$leaseId', 'LeaseForm', 'leaseUpdate', 'update'],
  ['lte/$hardwareId', 'CellInfo', 'deviceCells', 'view'],
  ['ports/$hardwareId', 'Ports', 'devicePorts', 'view'],
  ['traffic/$hardwareId', 'Traffic', 'deviceTraffic', 'view'],
] as const

/** The same of its firewall. */
const firewallPages = [
  ['firewall/$hardwareId', 'Firewall', 'deviceFirewall', 'view'],
  ['firewall-nat/add', 'ForwardForm', 'natCreate', 'create'],
  ['firewall-nat/$natId', 'ForwardForm', 'natUpdate', 'update'],
  ['firewall-list/$listId', 'AddressList', 'addressList', 'view'],
] as const

/** The same of its networks and the ports that carry them. */
const networkPages = [
  ['networks/$hardwareId', 'NetworkList', 'deviceNetworks', 'view'],
  ['network/add', 'NetworkForm', 'networkCreate', 'create'],
  ['network/update/$networkId', 'NetworkForm', 'networkUpdate', 'update'],
  ['switch/$hardwareId', 'SwitchPorts', 'switchPorts', 'view'],
] as const

/** The pages of a site's routers. */
export const routerPages = (screen: ReturnType<typeof screensOf>): RouteEntry[] => [
  ...pages.map(([path, room, title, action]) => ({
    path: `/site/$id/hardware/${path}`,
    title,
    access: { action, subject: 'site-network' } as const,
    ...screen(`lan/${room}`, 'devices'),
  })),
  ...firewallPages.map(([path, room, title, action]) => ({
    path: `/site/$id/hardware/${path}`,
    title,
    access: { action, subject: 'site-network' } as const,
    ...screen(`firewall/${room}`, 'devices', 'lan'),
  })),
  ...networkPages.map(([path, room, title, action]) => ({
    path: `/site/$id/hardware/${path}`,
    title,
    access: { action, subject: 'site-network' } as const,
    ...screen(`networks/${room}`, 'devices', 'lan'),
  })),
  {
    // Its site and device stand in the search parameters.
    path: '/site/hardware/network/manage',
    title: 'switchPorts',
    access: { action: 'view', subject: 'site-network' },
    ...screen('networks/SwitchManage', 'devices', 'lan'),
  },
]
