import * as z from 'zod/mini'
import { companyTypes, subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { id, integerText, time } from '../fields.ts'

/**
 * What a result is: a record of one of the subjects, or a row that has no subject of its own. `access-control`: an entry of
 * a site's access list; `access-list-rows`: a row of the access list on a device.
 */
export const searchKinds = [
  ...subjects,
  'sessions' as const,
  'leases' as const,
  'wifi-clients' as const,
  'access-list-rows' as const,
  'addresses' as const,
]
export type SearchKind = (typeof searchKinds)[number]

/** States of results of all kinds; a kind uses those of its list. */
export const searchStates = [
  'online',
  'partial',
  'offline',
  'unknown',
  'active',
  'inactive',
  'pending',
  'suspended',
  'terminated',
  'available',
  'expired',
  'cancelled',
  'accepted',
  'ended',
  'bound',
  'waiting',
  'allowed',
  'blocked',
  'held',
  'reserved',
  'assigned',
  'quarantined',
  'released',
] as const
export type SearchState = (typeof searchStates)[number]

export const searchHit = z.object({
  kind: z.enum(searchKinds),
  /** Of the record; of a session the id of its service (of its NAS without one), of a row that a device reported the device's. */
  id: id(),
  title: z.string(),
  detail: z.string(),
  /** Names of the companies from the caller's own to the owner. */
  path: z.string(),
  state: z.nullable(z.enum(searchStates)),
  /** The owner. */
  company_id: z.nullable(id()),
  /** Of a company. */
  company_type: z.nullable(z.enum(companyTypes)),
  site_id: z.nullable(id()),
  /** Null also for a reader without the right to sites, and for the site itself. */
  site_name: z.nullable(z.string()),
  hardware_id: z.nullable(id()),
  /** The key of a session in accounting. */
  session_id: z.nullable(z.string()),
  /** When a session started and ended. */
  since: z.nullable(time()),
  until: z.nullable(time()),
})
export type SearchHit = z.infer<typeof searchHit>

/** The palette's search over records: each kind is limited to the rows of its list. */
export const search = {
  index: endpoint({
    name: 'search.index',
    method: 'GET',
    path: '/search/index',
    access: 'self',
    summary:
      'Search what the caller may list: names, e-mail addresses, phone numbers, MAC and IP addresses, keys; “198.51.100.7 at 2026-11-20 14:00” finds who had an address',
    query: z.object({
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      /** Maximum number of results of each kind. */
      limit: z.optional(integerText(1, 20)),
    }),
    reply: data(z.array(searchHit)),
  }),
}
