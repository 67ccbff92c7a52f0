import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.deviceNetworks, 'allocatedNetworks', list('installation'), () => import('./DeviceNetworkList.tsx')),
  ],
  menu: [
    {
      title: 'allocatedNetworks',
      to: paths.deviceNetworks,
      below: paths.deviceNetworks,
      of: 'settings',
      position: 20,
      ability: list('installation'),
    },
  ],
} satisfies Feature
