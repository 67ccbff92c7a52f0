import { IconRouter } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.deviceSetups.list, 'deviceSetups', list('device-setups'), () => import('./DeviceSetupList.tsx'), [
      'hardware',
    ]),
    page(
      paths.deviceSetups.create,
      'deviceSetupCreate',
      create('device-setups'),
      () => import('./DeviceSetupForm.tsx'),
      ['hardware'],
    ),
    page(
      '/device-setups/details/$id',
      'deviceSetupDetails',
      view('device-setups'),
      () => import('./DeviceSetupDetail.tsx'),
      ['hardware', 'device-templates'],
    ),
  ],
  menu: [
    {
      title: 'deviceSetups',
      to: paths.deviceSetups.list,
      below: '/device-setups',
      icon: IconRouter,
      of: 'hardware',
      position: 17,
      ability: list('device-setups'),
    },
  ],
} satisfies Feature
