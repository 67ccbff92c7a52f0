import { create, list, page, update, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['devices', 'lan', 'wifi']

export default {
  pages: [
    page(
      '/site/$id/wifi/access-control',
      'accessList',
      list('access-control'),
      () => import('./SiteAccess.tsx'),
      texts,
    ),
    page(
      '/site/$id/wifi/access-control/create',
      'accessCreate',
      create('access-control'),
      () => import('./EntryForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/wifi/access-control/update/$entryId',
      'accessUpdate',
      update('access-control'),
      () => import('./EntryForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/blocked-wifi/create',
      'blockedCreate',
      create('access-control'),
      () => import('./BlockedForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/blocked-wifi/update/$blockedWifiId',
      'blockedUpdate',
      update('access-control'),
      () => import('./BlockedForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/access-list/$hardwareId',
      'accessRaw',
      list('access-control'),
      () => import('./RawList.tsx'),
      texts,
    ),
  ],
} satisfies Feature
