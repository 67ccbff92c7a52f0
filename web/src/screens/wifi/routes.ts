import { list, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens use. */
const texts = ['devices', 'lan', 'companies']

export default {
  pages: [
    page('/site/$id/wifi', 'wifi', list('wifi'), () => import('./NetworkList.tsx'), texts),
    page('/site/$id/wifi/access-points', 'wifiPoints', list('wifi'), () => import('./AccessPointList.tsx'), texts),
    page('/site/$id/wifi/devices', 'wifiClients', list('wifi'), () => import('./ClientList.tsx'), texts),
    page('/site/$id/hardware/wifi/add', 'wifiCreate', update('wifi'), () => import('./NetworkForm.tsx'), texts),
    page('/site/$id/hardware/wifi/$wifiId', 'wifiUpdate', view('wifi'), () => import('./NetworkForm.tsx'), texts),
  ],
} satisfies Feature
