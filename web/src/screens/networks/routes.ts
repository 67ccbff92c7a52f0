import { create, page, update, view, type Feature } from '../../route-entry.ts'

const device = '/hardware/$id'
/** Addresses below a site lead to the page of the device. */
const site = '/site/$id/hardware'
/** Further features whose texts these screens show. */
const texts = ['devices', 'hardware', 'lan']
const viewOne = view('site-network')
const add = create('site-network')
const edit = update('site-network')

const form = () => import('./NetworkForm.tsx')
const ofSite = () => import('../lan/SiteDevicePage.tsx')

export default {
  pages: [
    page(`${device}/networks`, 'deviceNetworks', viewOne, () => import('./NetworkList.tsx'), texts),
    page(`${device}/network/add`, 'networkCreate', add, form, texts),
    page(`${device}/network/update/$networkId`, 'networkUpdate', edit, form, texts),
    page(`${device}/switch`, 'switchPorts', viewOne, () => import('./SwitchPorts.tsx'), texts),

    page(`${site}/networks/$hardwareId`, 'deviceNetworks', viewOne, ofSite, ['lan']),
    page(`${site}/network/add`, 'networkCreate', add, ofSite, ['lan']),
    page(`${site}/network/update/$networkId`, 'networkUpdate', edit, ofSite, ['lan']),
    page(`${site}/switch/$hardwareId`, 'switchPorts', viewOne, ofSite, ['lan']),
    page('/site/hardware/network/manage', 'switchPorts', viewOne, () => import('./SwitchManage.tsx'), ['lan']),
  ],
} satisfies Feature
