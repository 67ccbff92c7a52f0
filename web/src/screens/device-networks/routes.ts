import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.deviceNetworks, 'allocatedNetworks', list('installation'), () => import('./DeviceNetworkList.tsx'), [
      'radius-certificates',
    ]),
  ],
} satisfies Feature
