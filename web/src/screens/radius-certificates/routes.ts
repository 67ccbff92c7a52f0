import { paths } from '../../paths.ts'
import { page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.radiusSettings, 'radiusSettings', view('installation'), () => import('./RadiusSettings.tsx')),
    page(paths.deviceSetup, 'deviceSetup', view('services'), () => import('./DeviceSetup.tsx')),
  ],
} satisfies Feature
