import { paths } from '../../paths.ts'
import { page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.radiusSettings, 'radiusSettings', view('installation'), () => import('./RadiusSettings.tsx')),
    page(paths.deviceSetup, 'deviceSetup', view('services'), () => import('./DeviceSetup.tsx')),
  ],
  menu: [
    {
      title: 'radiusSettings',
      to: paths.radiusSettings,
      below: paths.radiusSettings,
      of: 'settings',
      position: 10,
      ability: view('installation'),
    },
  ],
} satisfies Feature
