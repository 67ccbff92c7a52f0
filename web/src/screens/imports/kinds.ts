import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { importUploads } from '@trunkline/contract/resources/import-upload'
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
    start: importUploads.hardware,
  },
  {
    kind: 'companies',
    path: paths.imports.companies,
    list: paths.companies.list,
    subjects: ['companies'],
    start: importUploads.companies,
  },
  {
    kind: 'services',
    path: paths.imports.services,
    list: paths.services.list,
    subjects: ['services', 'subnets'],
    start: importUploads.services,
  },
  {
    kind: 'subnets',
    path: paths.imports.subnets,
    list: paths.ipam.list('ipv4'),
    subjects: ['subnets'],
    start: importUploads.subnets,
  },
]

/** Those whose rows may name no company, and then belong to one that is chosen once. */
export const ownedKinds: readonly ImportKind[] = ['hardware', 'services', 'subnets']
