import { IconLayoutDashboard } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.home, 'dashboard', 'any', () => import('./Dashboard.tsx'), ['audit', 'companies', 'devices', 'sites']),
  ],
  menu: [{ title: 'dashboard', to: paths.home, below: paths.home, icon: IconLayoutDashboard, key: 'd', position: 10 }],
} satisfies Feature
