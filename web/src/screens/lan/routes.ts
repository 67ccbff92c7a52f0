import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page('/site/$id/hardware/lan/$hardwareId', 'deviceLan', view('site-network'), () => import('./LanSettings.tsx'), [
      'devices',
    ]),
    page('/site/$id/hardware/dhcp/add', 'dhcpCreate', create('site-network'), () => import('./DhcpForm.tsx'), [
      'devices',
    ]),
    page(
      '/site/$id/hardware/dhcp/update/$dhcpId',
      'dhcpUpdate',
      update('site-network'),
      () => import('./DhcpForm.tsx'),
      ['devices'],
    ),
    page('/site/$id/hardware/dhcp/$hardwareId', 'deviceDhcp', view('site-network'), () => import('./DhcpServers.tsx'), [
      'devices',
    ]),
    page('/site/$id/hardware/active-leases', 'leases', list('site-network'), () => import('./LeaseList.tsx'), [
      'devices',
    ]),
    page(
      '/site/$id/hardware/active-leases/add',
      'leaseCreate',
      update('site-network'),
      () => import('./LeaseForm.tsx'),
      ['devices'],
    ),
    page(
      '/site/$id/hardware/active-leases/add/$leaseId',
      'leaseReserve',
      update('site-network'),
      () => import('./LeaseForm.tsx'),
      ['devices'],
    ),
    page(
      '/site/$id/hardware/active-leases/update/$leaseId',
      'leaseUpdate',
      update('site-network'),
      () => import('./LeaseForm.tsx'),
      ['devices'],
    ),
    page('/site/$id/hardware/lte/$hardwareId', 'deviceCells', view('site-network'), () => import('./CellInfo.tsx'), [
      'devices',
    ]),
    page('/site/$id/hardware/ports/$hardwareId', 'devicePorts', view('site-network'), () => import('./Ports.tsx'), [
      'devices',
    ]),
    page(
      '/site/$id/hardware/traffic/$hardwareId',
      'deviceTraffic',
      view('site-network'),
      () => import('./Traffic.tsx'),
      ['devices'],
    ),
  ],
} satisfies Feature
