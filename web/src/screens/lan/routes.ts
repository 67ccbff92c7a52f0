import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

const device = '/hardware/$id'
/** Addresses below a site lead to the page of the device. */
const site = '/site/$id/hardware'
const texts = ['devices', 'hardware']
const viewOne = view('site-network')
const add = create('site-network')
const edit = update('site-network')

const dhcpForm = () => import('./DhcpForm.tsx')
const leaseForm = () => import('./LeaseForm.tsx')
const ofSite = () => import('./SiteDevicePage.tsx')

export default {
  pages: [
    page(`${device}/lan`, 'deviceLan', viewOne, () => import('./LanSettings.tsx'), texts),
    page(`${device}/dhcp`, 'deviceDhcp', viewOne, () => import('./DhcpServers.tsx'), texts),
    page(`${device}/dhcp/add`, 'dhcpCreate', add, dhcpForm, texts),
    page(`${device}/dhcp/update/$dhcpId`, 'dhcpUpdate', edit, dhcpForm, texts),
    page(`${device}/active-leases`, 'leases', viewOne, () => import('./DeviceLeases.tsx'), texts),
    page(`${device}/active-leases/add`, 'leaseCreate', edit, leaseForm, texts),
    page(`${device}/active-leases/add/$leaseId`, 'leaseReserve', edit, leaseForm, texts),
    page(`${device}/active-leases/update/$leaseId`, 'leaseUpdate', edit, leaseForm, texts),
    page(`${device}/lte`, 'deviceCells', viewOne, () => import('./CellInfo.tsx'), texts),
    page(`${device}/ports`, 'devicePorts', viewOne, () => import('./Ports.tsx'), texts),
    page(`${device}/traffic`, 'deviceTraffic', viewOne, () => import('./Traffic.tsx'), texts),

    page(`${site}/active-leases`, 'leases', list('site-network'), () => import('./LeaseList.tsx'), texts),
    page(`${site}/lan/$hardwareId`, 'deviceLan', viewOne, ofSite),
    page(`${site}/dhcp/add`, 'dhcpCreate', add, ofSite),
    page(`${site}/dhcp/update/$dhcpId`, 'dhcpUpdate', edit, ofSite),
    page(`${site}/dhcp/$hardwareId`, 'deviceDhcp', viewOne, ofSite),
    page(`${site}/active-leases/add`, 'leaseCreate', edit, ofSite),
    page(`${site}/active-leases/add/$leaseId`, 'leaseReserve', edit, ofSite),
    page(`${site}/active-leases/update/$leaseId`, 'leaseUpdate', edit, ofSite),
    page(`${site}/lte/$hardwareId`, 'deviceCells', viewOne, ofSite),
    page(`${site}/ports/$hardwareId`, 'devicePorts', viewOne, ofSite),
    page(`${site}/traffic/$hardwareId`, 'deviceTraffic', viewOne, ofSite),
  ],
} satisfies Feature
