import { create, page, update, view, type Feature } from '../../route-entry.ts'

const base = '/site/$id/hardware'
/** Further features whose texts these screens show. */
const texts = ['devices', 'lan']
const viewOne = view('site-network')

export default {
  pages: [
    page(`${base}/networks/$hardwareId`, 'deviceNetworks', viewOne, () => import('./NetworkList.tsx'), texts),
    page(`${base}/network/add`, 'networkCreate', create('site-network'), () => import('./NetworkForm.tsx'), texts),
    page(
      `${base}/network/update/$networkId`,
      'networkUpdate',
      update('site-network'),
      () => import('./NetworkForm.tsx'),
      texts,
    ),
    page(`${base}/switch/$hardwareId`, 'switchPorts', viewOne, () => import('./SwitchPorts.tsx'), texts),
    page('/site/hardware/network/manage', 'switchPorts', viewOne, () => import('./SwitchManage.tsx'), texts),
  ],
} satisfies Feature
