import { IconShieldLock } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.accessControl, 'accessControl', list('access-control'), () => import('./AccessControl.tsx'), [
      'audit',
      'companies',
      'dashboard',
      'devices',
      'invites',
      'lan',
      'sites',
      'users',
      'wifi',
      'wifi-access',
    ]),
  ],
  menu: [
    {
      title: 'accessControl',
      to: paths.accessControl,
      below: paths.accessControl,
      icon: IconShieldLock,
      key: 'w',
      position: 20,
      only: 'clients',
      ability: list('access-control'),
    },
    {
      title: 'accessControl',
      to: paths.accessControl,
      below: paths.accessControl,
      icon: IconShieldLock,
      key: 'j',
      section: 'inventory',
      position: 20,
      only: 'others',
      ability: list('access-control'),
    },
  ],
} satisfies Feature
