import { IconMail, IconSettings } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.outbox.list, 'outbox', list('outbox'), () => import('./OutboxList.tsx')),
    page('/outbox/$id', 'mail', view('outbox'), () => import('./Mail.tsx')),
    page(paths.settings, 'settings', view('installation'), () => import('./Settings.tsx')),
  ],
  menu: [
    {
      title: 'settings',
      to: paths.settings,
      below: paths.settings,
      icon: IconSettings,
      key: 's',
      tab: 'settingsGeneral',
      section: 'administration',
      position: 20,
      ability: view('installation'),
    },
    {
      title: 'outbox',
      to: paths.outbox.list,
      below: '/outbox',
      icon: IconMail,
      key: 'o',
      of: 'settings',
      position: 30,
      ability: list('outbox'),
    },
  ],
} satisfies Feature
