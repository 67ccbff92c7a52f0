import { IconHistory } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'
import { namedFeatures } from './audit-objects.ts'

export default {
  pages: [page(paths.audit.list, 'audit', list('audit-log'), () => import('./AuditList.tsx'), namedFeatures)],
  menu: [
    {
      title: 'audit',
      to: paths.audit.list,
      below: '/audit-log',
      icon: IconHistory,
      key: 'a',
      section: 'administration',
      position: 10,
      ability: list('audit-log'),
    },
  ],
} satisfies Feature
