import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

const base = '/site/$id/hardware'
const texts = ['devices']
const viewOne = view('site-network')
const edit = update('site-network')

export default {
  pages: [
    page(`${base}/lan/$hardwareId`, 'deviceLan', viewOne, () => import('./LanSettings.tsx'), texts),
    page(`${base}/dhcp/add`, 'dhcpCreate', create('site-network'), () => import('./DhcpForm.tsx'), texts),
    page(`${base}/dhcp/update/$dhcpId`, 'dhcpUpdate', edit, () => import('./DhcpForm.tsx'), texts),
    page(`${base}/dhcp/$hardwareId`, 'deviceDhcp', viewOne, () => import('./DhcpServers.tsx'), texts),
    page(`${base}/active-leases`, 'leases', list('site-network'), () => import('./LeaseList.tsx'), texts),
    page(`${base}/active-leases/add`, 'leaseCreate', edit, () => import('./LeaseForm.tsx'), texts),
    page(`${base}/active-leases/add/$leaseId`, 'leaseReserve', edit, () => import('./LeaseForm.tsx'), texts),
    page(`${base}/active-leases/update/$leaseId`, 'leaseUpdate', edit, () => import('./LeaseForm.tsx'), texts),
    page(`${base}/lte/$hardwareId`, 'deviceCells', viewOne, () => import('./CellInfo.tsx'), texts),
    page(`${base}/ports/$hardwareId`, 'devicePorts', viewOne, () => import('./Ports.tsx'), texts),
    page(`${base}/traffic/$hardwareId`, 'deviceTraffic', viewOne, () => import('./Traffic.tsx'), texts),
  ],
} satisfies Feature
