import { IconMail, IconSettings } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.outbox.list, 'outbox', list('outbox'), () => import('./OutboxList.tsx')),
    page('/outbox/$id', 'mail', view('outbox'), () => import('./Mail.tsx')),
    page(paths.settings, 'settings', view('installation'), () => import('./Settings.tsx'), ['radius-certificates']),
  ],
  menu: [
    {
      title: 'settings',
      to: paths.settings,
      below: paths.settings,
      icon: IconSettings,
      key: 's',
      section: 'installation',
      position: 10,
      ability: view('installation'),
    },
    {
      title: 'outbox',
      to: paths.outbox.list,
      below: '/outbox',
      icon: IconMail,
      key: 'o',
      section: 'installation',
      position: 20,
      ability: list('outbox'),
    },
  ],
} satisfies Feature
