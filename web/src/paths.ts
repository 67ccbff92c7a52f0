import type { Subject } from '@trunkline/contract/abilities'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { openPaths } from './open-paths.ts'

/** The addresses of a kind of record. */
const records = (base: string) => ({
  list: `${base}/list`,
  create: `${base}/create`,
  update: (id: number) => `${base}/update/${id}`,
  details: (id: number) => `${base}/details/${id}`,
})

/** The addresses of a kind of record that has no page of its own. */
const catalogue = (base: string) => ({
  list: `${base}/list`,
  create: `${base}/create`,
  update: (id: number) => `${base}/update/${id}`,
})

/** Every address of the panel, said once. Search parameters are added by the links that need them. */
export const paths = {
  ...openPaths,
  profile: { show: '/profile', update: '/profile/update-info' },
  companyProfile: { show: '/company-profile', update: '/company-profile/update-info' },
  companies: {
    list: '/company-management/list',
    create: '/company-management/create',
    update: (id: number) => `/company-management/update/${id}`,
    summary: (id: number) => `/company-management/summary/${id}`,
  },
  users: {
    list: '/user-management/list',
    update: (id: number) => `/user-management/update/${id}`,
    details: (id: number) => `/user-management/details/${id}`,
  },
  invites: { list: '/invite-user/list', create: '/invite-user' },
  ipam: {
    list: (version: IpVersion) => `/ipam/list/${version}`,
    create: (version: IpVersion) => `/ipam/${version}/create`,
    update: (version: IpVersion, id: number) => `/ipam/${version}/update/${id}`,
    detail: (version: IpVersion, id: number) => `/ipam/${version}/${id}`,
    categories: {
      list: '/ipam/categories',
      create: '/ipam/categories/create',
      update: (id: number) => `/ipam/categories/update/${id}`,
    },
  },
  services: records('/services'),
  dialups: records('/dialups'),
  sessions: {
    list: '/sessions/list',
    history: '/sessions/history',
    logins: '/sessions/logins',
    requests: '/sessions/requests',
    deadLetters: '/sessions/dead-letters',
  },
  addressHistory: '/address-history',
  nas: { ...records('/nas'), unknown: '/nas/unknown' },
  tariffs: catalogue('/tariffs'),
  hardware: {
    ...catalogue('/hardware'),
    detail: (id: number) => `/hardware/${id}`,
    models: catalogue('/hardware/models'),
    manufacturers: catalogue('/hardware/manufacturers'),
    types: catalogue('/hardware/types'),
    dpk: '/hardware/dpk',
    commands: '/hardware/commands',
    command: (id: number) => `/hardware/commands/${id}`,
  },
  /** Where rows come in from a file, by what they become. */
  imports: {
    hardware: '/hardware/upload',
    companies: '/company-management/import',
    services: '/services/import',
    subnets: '/ipam/import',
    users: '/user-management/import',
    sites: '/sites/import',
    'hardware-models': '/hardware/models/import',
    tariffs: '/tariffs/import',
    nas: '/nas/import',
    licences: '/licence/import',
  },
  topology: '/topology',
  sites: {
    list: '/sites/list',
    create: '/sites/create',
    update: (id: number) => `/sites/update/${id}`,
    /** Its summary page. */
    summary: (id: number) => `/site/${id}/hardware/index`,
  },
  licences: {
    list: '/licence/list',
    create: '/licence/create',
    bulk: '/licence/create/bulk',
    update: (id: number) => `/licence/update/${id}`,
    details: (id: number) => `/licence/${id}`,
  },
  audit: { list: '/audit-log/list' },
  outbox: { list: '/outbox/list', mail: (id: number) => `/outbox/${id}` },
  bulkJobs: { list: '/bulk-jobs', detail: (id: number) => `/bulk-jobs/${id}` },
  settings: '/settings',
  radiusSettings: '/settings/radius',
  deviceNetworks: '/settings/device-networks',
  /** What devices need for 802.1X. */
  deviceSetup: '/services/802.1x',
  tags: catalogue('/tags'),
  customFields: catalogue('/custom-fields'),
  alerts: {
    list: '/alerts/list',
    details: (id: number) => `/alerts/details/${id}`,
    rules: '/alerts/rules',
  },
  rollouts: records('/rollouts'),
  rolloutChange: '/rollouts/change',
  routerosPackages: '/rollouts/packages',
  deviceSetups: records('/device-setups'),
  notificationTargets: records('/notification-targets'),
  deviceTemplates: records('/device-templates'),
  deviceDrift: '/device-templates/drift',
  maintenanceWindows: records('/maintenance-windows'),
} as const

/** A list narrowed to one of its rows, for records that have no page of their own. */
const onlyRow = (list: string, id: number): string => `${list}?search=${encodeURIComponent(`id:${id}`)}`

/** Where a record is shown: its page, its form, or the list with that row alone. Kinds that are missing are shown nowhere. */
const recordPaths: Partial<Record<Subject, (id: number) => string>> = {
  companies: paths.companies.summary,
  users: paths.users.details,
  // The page finds out by itself which version the subnet is of.
  subnets: (id) => paths.ipam.detail('ipv4', id),
  'subnet-categories': paths.ipam.categories.update,
  services: paths.services.details,
  'vpn-dialups': paths.dialups.details,
  nas: paths.nas.details,
  tariffs: paths.tariffs.update,
  sites: paths.sites.summary,
  licences: paths.licences.details,
  'user-invites': (id) => onlyRow(paths.invites.list, id),
  hardware: paths.hardware.detail,
  'hardware-models': (id) => onlyRow(paths.hardware.models.list, id),
  'hardware-manufacturers': (id) => onlyRow(paths.hardware.manufacturers.list, id),
  'hardware-types': (id) => onlyRow(paths.hardware.types.list, id),
  tags: (id) => onlyRow(paths.tags.list, id),
  'custom-fields': (id) => onlyRow(paths.customFields.list, id),
  alerts: paths.alerts.details,
  rollouts: paths.rollouts.details,
  'routeros-packages': (id) => onlyRow(paths.routerosPackages, id),
  'device-setups': paths.deviceSetups.details,
  'notification-targets': paths.notificationTargets.details,
  'device-templates': paths.deviceTemplates.details,
  'maintenance-windows': paths.maintenanceWindows.details,
}

/** Where a record is shown; undefined for kinds that have no page. */
export const recordPath = (kind: Subject, id: number): string | undefined => recordPaths[kind]?.(id)
