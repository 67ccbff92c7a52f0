import { create, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['devices', 'lan']

export default {
  pages: [
    page(
      '/site/$id/hardware/firewall/$hardwareId',
      'deviceFirewall',
      view('site-network'),
      () => import('./Firewall.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/firewall-nat/add',
      'natCreate',
      create('site-network'),
      () => import('./ForwardForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/firewall-nat/$natId',
      'natUpdate',
      update('site-network'),
      () => import('./ForwardForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/firewall-list/$listId',
      'addressList',
      view('site-network'),
      () => import('./AddressList.tsx'),
      texts,
    ),
  ],
} satisfies Feature
