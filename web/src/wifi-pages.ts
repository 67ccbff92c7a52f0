import type { Action } from '@trunkline/contract/abilities'
import type { RouteEntry, screensOf } from './route-entry.ts'

/** Below `/site/$id/`: the path, its screen and title, and what of Wi-Fi it takes to be there. */
const pages = [
  ['wifi', 'WifiNetworks', 'wifi', 'view-list'],
  ['wifi/access-points', 'AccessPointList', 'wifiPoints', 'view-list'],
  ['wifi/devices', 'WifiClients', 'wifiClients', 'view-list'],
  ['hardware/wifi/add', 'WifiForm', 'wifiCreate', 'update'],
  ['hardware/wifi/$wifiId', 'WifiForm', 'wifiUpdate', 'view'],
] as const satisfies (readonly [path: string, screen: string, title: string, action: Action])[]

/** The pages of the Wi-Fi of a site. */
export const wifiPages = (screen: ReturnType<typeof screensOf>): RouteEntry[] =>
  pages.map(([path, room, title, action]) => ({
    path: `/site/$id/${path}`,
    title,
    access: { action, subject: 'wifi' },
    ...screen(`wifi/${room}`, 'devices', 'lan', 'companies'),
  }))
