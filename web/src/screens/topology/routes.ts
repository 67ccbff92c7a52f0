import { IconSitemap } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.topology, 'topology', list('hardware'), () => import('./TopologyPage.tsx')),
    page('/hardware/$id/topology', 'deviceTopology', view('hardware'), () => import('./DeviceTopology.tsx'), [
      'companies',
      'devices',
      'hardware',
      'lan',
    ]),
  ],
  menu: [
    {
      title: 'topology',
      to: paths.topology,
      below: paths.topology,
      icon: IconSitemap,
      key: 'g',
      of: 'sites',
      position: 20,
      ability: list('hardware'),
    },
  ],
} satisfies Feature
