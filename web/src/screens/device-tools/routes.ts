import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page('/hardware/$id/tools', 'deviceTools', list('device-tools'), () => import('./DeviceTools.tsx'), [
      'hardware',
      'companies',
      'devices',
      'lan',
    ]),
  ],
} satisfies Feature
