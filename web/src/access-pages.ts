import type { RouteEntry, screensOf } from './route-entry.ts'

/** Below `/site/$id/`: the path, its screen and title, and what of access control it takes to be there. */
const pages = [
  ['wifi/access-control', 'SiteAccess', 'accessList', 'view-list'],
  ['wifi/access-control/create', 'EntryForm', 'accessCreate', 'create'],
  ['wifi/access-control/update/$entryId', 'EntryForm', 'accessUpdate', 'update'],
  ['hardware/blocked-wifi/create', 'BlockedForm', 'blockedCreate', 'create'],
  ['hardware/blocked-wifi/update/$blockedWifiId', 'BlockedForm', 'blockedUpdate', 'update'],
  ['hardware/access-list/$hardwareId', 'RawList', 'accessRaw', 'view-list'],
] as const

/** The pages about who may join the Wi-Fi of a site. */
export const accessPages = (screen: ReturnType<typeof screensOf>): RouteEntry[] =>
  pages.map(([path, room, title, action]) => ({
    path: `/site/$id/${path}`,
    title,
    access: { action, subject: 'access-control' },
    ...screen(`wifi-access/${room}`, 'devices', 'lan', 'wifi'),
  }))
