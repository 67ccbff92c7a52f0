import { IconActivity } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.sessions.list, 'sessions', list('services'), () => import('./SessionList.tsx'), ['companies']),
    page(paths.sessions.history, 'sessionHistory', list('services'), () => import('./HistoryList.tsx'), ['companies']),
    page(paths.sessions.logins, 'logins', list('services'), () => import('./LoginList.tsx'), ['companies']),
    page(paths.sessions.requests, 'coaRequests', list('services'), () => import('./RequestList.tsx'), ['companies']),
  ],
  menu: [
    {
      title: 'sessions',
      to: paths.sessions.list,
      below: '/sessions',
      icon: IconActivity,
      key: 'e',
      tab: 'sessionsTab',
      section: 'radius',
      position: 30,
      ability: list('services'),
    },
    ...(
      [
        { title: 'sessionHistory', tab: 'historyTab', to: paths.sessions.history },
        { title: 'logins', tab: 'loginsTab', to: paths.sessions.logins },
        { title: 'coaRequests', tab: 'requestsTab', to: paths.sessions.requests },
      ] as const
    ).map((tab, index) => ({
      ...tab,
      below: tab.to,
      of: 'sessions',
      position: 10 * (index + 1),
      ability: list('services'),
    })),
  ],
} satisfies Feature
