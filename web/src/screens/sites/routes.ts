import { IconMapPin } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.sites.list, 'sites', list('sites'), () => import('./SiteList.tsx'), ['companies']),
    page(paths.sites.create, 'siteCreate', create('sites'), () => import('./SiteForm.tsx'), ['companies']),
    page('/sites/update/$id', 'siteUpdate', update('sites'), () => import('./SiteForm.tsx'), ['companies']),
    page('/site/$id/hardware/index', 'site', view('sites'), () => import('./SiteSummary.tsx'), [
      'companies',
      'devices',
      'hardware',
      'lan',
      'topology',
    ]),
  ],
  menu: [
    {
      title: 'sites',
      to: paths.sites.list,
      below: ['/sites', '/site'],
      icon: IconMapPin,
      key: 'b',
      section: 'inventory',
      position: 10,
      ability: list('sites'),
    },
  ],
} satisfies Feature
