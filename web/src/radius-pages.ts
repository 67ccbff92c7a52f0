import { paths } from './paths.ts'
import type { RouteEntry, screensOf } from './route-entry.ts'

/** Pages of what RADIUS has recorded: sessions, logins, requests, what could not be stored, and who had which address. */
export const radiusPages = (screen: ReturnType<typeof screensOf>): RouteEntry[] => [
  {
    path: paths.sessions.list,
    title: 'sessions',
    access: { action: 'view-list', subject: 'services' },
    ...screen('sessions/SessionList', 'companies'),
  },
  {
    path: paths.sessions.history,
    title: 'sessionHistory',
    access: { action: 'view-list', subject: 'services' },
    ...screen('sessions/HistoryList', 'companies'),
  },
  {
    path: paths.sessions.logins,
    title: 'logins',
    access: { action: 'view-list', subject: 'services' },
    ...screen('sessions/LoginList', 'companies'),
  },
  {
    path: paths.sessions.requests,
    title: 'coaRequests',
    access: { action: 'view-list', subject: 'services' },
    ...screen('sessions/RequestList', 'companies'),
  },
  {
    path: paths.sessions.deadLetters,
    title: 'deadLetters',
    access: { action: 'view-list', subject: 'installation' },
    ...screen('dead-letters/DeadLetterList', 'sessions'),
  },
  {
    path: paths.addressHistory,
    title: 'addressHistory',
    access: { action: 'view-list', subject: 'address-history' },
    ...screen('address-history/AddressHistory', 'sessions'),
  },
]
