import { create, list, page, update, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens use. */
const texts = ['devices', 'hardware', 'lan', 'wifi']
const subject = 'access-control'
const entries = '/site/$id/wifi/access-control'
const blocked = '/site/$id/hardware/blocked-wifi'
const form = () => import('./EntryForm.tsx')

export default {
  pages: [
    page(entries, 'accessList', list(subject), () => import('./SiteAccess.tsx'), texts),
    page(`${entries}/create`, 'accessCreate', create(subject), form, texts),
    page(`${entries}/update/$entryId`, 'accessUpdate', update(subject), form, texts),
    page(`${blocked}/create`, 'blockedCreate', create(subject), form, texts),
    page(`${blocked}/update/$blockedWifiId`, 'blockedUpdate', update(subject), form, texts),
    page('/hardware/$id/access-list', 'accessRaw', list(subject), () => import('./DeviceAccessList.tsx'), texts),
    // Leads to the page of the device.
    page(
      '/site/$id/hardware/access-list/$hardwareId',
      'accessRaw',
      list(subject),
      () => import('../lan/SiteDevicePage.tsx'),
      ['lan'],
    ),
  ],
} satisfies Feature
