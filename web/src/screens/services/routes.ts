import { IconShieldBolt, IconUserBolt } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.services.list, 'services', list('services'), () => import('./ServiceList.tsx'), ['companies', 'ipam']),
    page(paths.services.create, 'serviceCreate', create('services'), () => import('./ServiceForm.tsx'), [
      'companies',
      'ipam',
      'tariffs',
    ]),
    page('/services/update/$id', 'serviceUpdate', update('services'), () => import('./ServiceForm.tsx'), [
      'companies',
      'ipam',
      'tariffs',
    ]),
    page('/services/details/$id', 'service', view('services'), () => import('./ServiceDetail.tsx'), [
      'companies',
      'ipam',
      'radius-certificates',
      'sessions',
      'tariffs',
    ]),
    page(paths.dialups.list, 'dialups', list('vpn-dialups'), () => import('./DialupList.tsx'), ['companies', 'ipam']),
    page(paths.dialups.create, 'dialupCreate', create('vpn-dialups'), () => import('./DialupForm.tsx'), [
      'companies',
      'ipam',
      'tariffs',
    ]),
    page('/dialups/update/$id', 'dialupUpdate', update('vpn-dialups'), () => import('./DialupForm.tsx'), [
      'companies',
      'ipam',
      'tariffs',
    ]),
    page('/dialups/details/$id', 'dialup', view('vpn-dialups'), () => import('./DialupDetail.tsx'), [
      'companies',
      'ipam',
      'sessions',
      'tariffs',
    ]),
  ],
  menu: [
    {
      title: 'services',
      to: paths.services.list,
      below: '/services',
      icon: IconUserBolt,
      key: 'v',
      section: 'radius',
      position: 10,
      ability: list('services'),
    },
    {
      title: 'dialups',
      to: paths.dialups.list,
      below: '/dialups',
      icon: IconShieldBolt,
      key: 'l',
      section: 'radius',
      position: 20,
      ability: list('vpn-dialups'),
    },
  ],
} satisfies Feature
