import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { services } from '@trunkline/contract/resources/service'
import { subnets } from '@trunkline/contract/resources/subnet'
import { paths } from '../../paths.ts'

export interface ImportRoom {
  kind: ImportKind
  /** The address of its screen. */
  path: string
  /** The list that the rows come into. */
  list: string
  /** What changes by it. */
  subjects: readonly Subject[]
  /** Takes the file. */
  start: Endpoint
}

/** What can be imported, and where. */
export const importRooms: readonly ImportRoom[] = [
  {
    kind: 'hardware',
    path: paths.imports.hardware,
    list: paths.hardware.list,
    subjects: ['hardware', 'sites'],
    start: hardware.import,
  },
  {
    kind: 'companies',
    path: paths.imports.companies,
    list: paths.companies.list,
    subjects: ['companies'],
    start: companies.import,
  },
  {
    kind: 'services',
    path: paths.imports.services,
    list: paths.services.list,
    subjects: ['services', 'subnets'],
    start: services.import,
  },
  {
    kind: 'subnets',
    path: paths.imports.subnets,
    list: paths.ipam.list('ipv4'),
    subjects: ['subnets'],
    start: subnets.import,
  },
]

/** Those whose rows may name no company, and then belong to one that is chosen once. */
export const ownedKinds: readonly ImportKind[] = ['hardware', 'services', 'subnets']
