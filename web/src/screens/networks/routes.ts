import { create, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['devices', 'lan']

export default {
  pages: [
    page(
      '/site/$id/hardware/networks/$hardwareId',
      'deviceNetworks',
      view('site-network'),
      () => import('./NetworkList.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/network/add',
      'networkCreate',
      create('site-network'),
      () => import('./NetworkForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/network/update/$networkId',
      'networkUpdate',
      update('site-network'),
      () => import('./NetworkForm.tsx'),
      texts,
    ),
    page(
      '/site/$id/hardware/switch/$hardwareId',
      'switchPorts',
      view('site-network'),
      () => import('./SwitchPorts.tsx'),
      texts,
    ),
    page(
      '/site/hardware/network/manage',
      'switchPorts',
      view('site-network'),
      () => import('./SwitchManage.tsx'),
      texts,
    ),
  ],
} satisfies Feature
