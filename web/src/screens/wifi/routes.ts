import { list, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['devices', 'lan', 'companies']

export default {
  pages: [
    page('/site/$id/wifi', 'wifi', list('wifi'), () => import('./WifiNetworks.tsx'), texts),
    page('/site/$id/wifi/access-points', 'wifiPoints', list('wifi'), () => import('./AccessPointList.tsx'), texts),
    page('/site/$id/wifi/devices', 'wifiClients', list('wifi'), () => import('./WifiClients.tsx'), texts),
    page('/site/$id/hardware/wifi/add', 'wifiCreate', update('wifi'), () => import('./WifiForm.tsx'), texts),
    page('/site/$id/hardware/wifi/$wifiId', 'wifiUpdate', view('wifi'), () => import('./WifiForm.tsx'), texts),
  ],
} satisfies Feature
