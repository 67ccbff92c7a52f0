import type { Action, Subject } from '@trunkline/contract/abilities'
import { paths } from './paths.ts'
import type { RouteEntry, screensOf } from './route-entry.ts'

const access = (action: Action, subject: Subject) => ({ action, subject })

/** What is set and sent for the whole installation, and what devices are told of it. */
export const settingsPages = (screen: ReturnType<typeof screensOf>): RouteEntry[] => [
  {
    path: paths.outbox.list,
    title: 'outbox',
    access: access('view-list', 'outbox'),
    ...screen('installation/OutboxList'),
  },
  { path: '/outbox/$id', title: 'mail', access: access('view', 'outbox'), ...screen('installation/Mail') },
  {
    path: paths.settings,
    title: 'settings',
    access: access('view', 'installation'),
    ...screen('installation/Settings', 'radius-certificates'),
  },
  {
    path: paths.radiusSettings,
    title: 'radiusSettings',
    access: access('view', 'installation'),
    ...screen('radius-certificates/RadiusSettings'),
  },
  {
    path: paths.deviceNetworks,
    title: 'allottedNetworks',
    access: access('view-list', 'installation'),
    ...screen('device-networks/DeviceNetworkList', 'radius-certificates'),
  },
  {
    path: paths.deviceSetup,
    title: 'deviceSetup',
    access: access('view', 'services'),
    ...screen('radius-certificates/DeviceSetup'),
  },
]
