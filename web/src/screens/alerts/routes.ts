import { IconAdjustmentsAlt, IconBell } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.alerts.list, 'alerts', list('alerts'), () => import('./AlertList.tsx')),
    page('/alerts/details/$id', 'alertDetails', view('alerts'), () => import('./AlertDetail.tsx')),
    page(paths.alerts.rules, 'alertRules', list('alerts'), () => import('./AlertRules.tsx')),
  ],
  menu: [
    {
      title: 'alerts',
      to: paths.alerts.list,
      below: '/alerts',
      icon: IconBell,
      key: 'z',
      section: 'network',
      position: 5,
      ability: list('alerts'),
    },
    {
      title: 'alertRules',
      tab: 'rulesTab',
      to: paths.alerts.rules,
      below: paths.alerts.rules,
      icon: IconAdjustmentsAlt,
      of: 'alerts',
      position: 20,
      ability: list('alerts'),
    },
  ],
} satisfies Feature
