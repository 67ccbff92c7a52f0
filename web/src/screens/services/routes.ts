import { IconShieldBolt, IconUserBolt } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

/** @param name the start of the paths and of the keys of the titles */
function pagesOf(subject: 'services' | 'vpn-dialups', name: 'service' | 'dialup') {
  const at = paths[`${name}s`]
  const form = ['companies', 'ipam', 'tariffs']
  return [
    page(at.list, `${name}s`, list(subject), () => import('./ServiceList.tsx'), ['companies', 'ipam', 'sessions']),
    page(at.create, `${name}Create`, create(subject), () => import('./ServiceForm.tsx'), form),
    page(`/${name}s/update/$id`, `${name}Update`, update(subject), () => import('./ServiceForm.tsx'), form),
    page(`/${name}s/details/$id`, name, view(subject), () => import('./ServiceDetail.tsx'), [
      ...form,
      'radius-certificates',
      'sessions',
      'sites',
    ]),
  ]
}

export default {
  pages: [...pagesOf('services', 'service'), ...pagesOf('vpn-dialups', 'dialup')],
  menu: [
    {
      title: 'servicesMenu',
      to: paths.services.list,
      below: '/services',
      icon: IconUserBolt,
      key: 'v',
      section: 'radius',
      position: 10,
      ability: list('services'),
    },
    {
      title: 'dialupsMenu',
      to: paths.dialups.list,
      below: '/dialups',
      icon: IconShieldBolt,
      key: 'l',
      of: 'servicesMenu',
      position: 10,
      ability: list('vpn-dialups'),
    },
  ],
} satisfies Feature
