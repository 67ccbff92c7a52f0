import { create, page, update, view, type Feature } from '../../route-entry.ts'

const device = '/hardware/$id'
/** Addresses below a site lead to the page of the device. */
const site = '/site/$id/hardware'
/** Further features whose texts these screens show. */
const texts = ['devices', 'hardware', 'lan']
const viewOne = view('site-network')
const add = create('site-network')
const edit = update('site-network')

const form = () => import('./ForwardForm.tsx')
const ofSite = () => import('../lan/SiteDevicePage.tsx')

export default {
  pages: [
    page(`${device}/firewall`, 'deviceFirewall', viewOne, () => import('./Firewall.tsx'), texts),
    page(`${device}/firewall-nat/add`, 'natCreate', add, form, texts),
    page(`${device}/firewall-nat/$natId`, 'natUpdate', edit, form, texts),
    page(`${device}/firewall-list/$listId`, 'addressList', viewOne, () => import('./AddressList.tsx'), texts),

    page(`${site}/firewall/$hardwareId`, 'deviceFirewall', viewOne, ofSite, ['lan']),
    page(`${site}/firewall-nat/add`, 'natCreate', add, ofSite, ['lan']),
    page(`${site}/firewall-nat/$natId`, 'natUpdate', edit, ofSite, ['lan']),
    page(`${site}/firewall-list/$listId`, 'addressList', viewOne, ofSite, ['lan']),
  ],
} satisfies Feature
