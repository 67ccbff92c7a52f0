import type { Subject } from '@trunkline/contract/abilities'
import type { IpVersion } from '@trunkline/contract/resources/subnet-words'

/** The addresses of a kind of record. */
const records = (base: string) => ({
  list: `${base}/list`,
  create: `${base}/create`,
  update: (id: number) => `${base}/update/${id}`,
  details: (id: number) => `${base}/details/${id}`,
})

/** Every address of the panel, said once. Search parameters are added by the links that need them. */
export const paths = {
  home: '/',
  accessControl: '/access-control',
  login: '/login',
  legal: '/legal',
  latest: '/latest',
  register: '/register',
  forgotPassword: '/forgot-password',
  notFound: '/error-404',
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
    import: '/ipam/import',
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
  },
  nas: records('/nas'),
  tariffs: { list: '/tariffs/list', create: '/tariffs/create', update: (id: number) => `/tariffs/update/${id}` },
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
  settings: '/settings',
} as const

/** Where a record is shown, by its kind; undefined for kinds that have no page. An invitation is shown as the one row of its list. */
export function recordPath(kind: Subject, id: number): string | undefined {
  if (kind === 'companies') return paths.companies.summary(id)
  if (kind === 'users') return paths.users.details(id)
  // The page finds out by itself which version the subnet is of.
  if (kind === 'subnets') return paths.ipam.detail('ipv4', id)
  if (kind === 'subnet-categories') return paths.ipam.categories.update(id)
  if (kind === 'services') return paths.services.details(id)
  if (kind === 'vpn-dialups') return paths.dialups.details(id)
  if (kind === 'nas') return paths.nas.details(id)
  if (kind === 'tariffs') return paths.tariffs.update(id)
  if (kind === 'sites') return paths.sites.summary(id)
  if (kind === 'licences') return paths.licences.details(id)
  if (kind === 'user-invites') return `${paths.invites.list}?search=${encodeURIComponent(`id:${id}`)}`
  return undefined
}
