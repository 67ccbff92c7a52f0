import { IconHistory } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.audit.list, 'audit', list('audit-log'), () => import('./AuditList.tsx'), [
      'companies',
      'hardware',
      'invites',
      'licences',
      'sites',
      'users',
    ]),
  ],
  menu: [
    {
      title: 'audit',
      to: paths.audit.list,
      below: '/audit-log',
      icon: IconHistory,
      key: 'a',
      section: 'own',
      position: 20,
      ability: list('audit-log'),
    },
  ],
} satisfies Feature
