import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { importUploads } from '@trunkline/contract/resources/import-upload'
import { paths } from '../../paths.ts'

export interface ImportTarget {
  kind: ImportKind
  /** The path of the import screen. */
  path: string
  /** The path of the list that shows the imported rows. */
  list: string
  /** The list of created rows, if they are not in `list`. */
  created?: string
  /** Queries of these subjects are stale after an import. */
  subjects: readonly Subject[]
  upload: Endpoint
}

const target = (kind: ImportKind, list: string, subjects: readonly Subject[]): ImportTarget => ({
  kind,
  path: paths.imports[kind],
  list,
  subjects,
  upload: importUploads[kind],
})

export const importTargets: readonly ImportTarget[] = [
  target('hardware', paths.hardware.list, ['hardware', 'sites']),
  target('companies', paths.companies.list, ['companies']),
  target('services', paths.services.list, ['services', 'subnets']),
  target('subnets', paths.ipam.list('ipv4'), ['subnets']),
  { ...target('users', paths.users.list, ['users', 'user-invites']), created: paths.invites.list },
  target('sites', paths.sites.list, ['sites']),
  target('hardware-models', paths.hardware.models.list, ['hardware-models']),
  target('tariffs', paths.tariffs.list, ['tariffs']),
  target('nas', paths.nas.list, ['nas']),
  target('licences', paths.licences.list, ['licences']),
]

/** Kinds whose rows may omit the company: the form asks for one company for all of them. */
export const kindsWithCompany: readonly ImportKind[] = [
  'hardware',
  'services',
  'subnets',
  'users',
  'sites',
  'tariffs',
  'nas',
  'licences',
]
