import { create, page, update, view, type Feature } from '../../route-entry.ts'

const base = '/site/$id/hardware'
/** Further features whose texts these screens show. */
const texts = ['devices', 'lan']
const viewOne = view('site-network')

export default {
  pages: [
    page(`${base}/firewall/$hardwareId`, 'deviceFirewall', viewOne, () => import('./Firewall.tsx'), texts),
    page(`${base}/firewall-nat/add`, 'natCreate', create('site-network'), () => import('./ForwardForm.tsx'), texts),
    page(`${base}/firewall-nat/$natId`, 'natUpdate', update('site-network'), () => import('./ForwardForm.tsx'), texts),
    page(`${base}/firewall-list/$listId`, 'addressList', viewOne, () => import('./AddressList.tsx'), texts),
  ],
} satisfies Feature
