import type { Ability } from '@trunkline/contract/abilities'
import type { search, SearchHit, SearchKind } from '@trunkline/contract/resources/search'
import { sql } from 'kysely'
import { actorMay, tenantSettingsOf, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { pathText } from '../companies/company-path.ts'
import type { Finder, Found } from './finder.ts'
import { inventoryFinders } from './inventory-finders.ts'
import { peopleFinders } from './people-finders.ts'
import { readQuestion, type Question } from './question.ts'
import { radiusFinders } from './radius-finders.ts'
import { ranked } from './rank.ts'
import { findReported, reportedKinds, type ReportedKind } from './reported-finder.ts'
import { sessions } from './session-finder.ts'
import { subnetFinders } from './subnet-finders.ts'

const usualLimit = 6
/** Rows of a kind that are read to find the best ones among them. */
const readRows = 40

/** Finders by kind of result; a searchable resource adds its finder here. The test of tenants runs all of them. */
export const finders = {
  ...peopleFinders,
  ...subnetFinders,
  ...inventoryFinders,
  ...radiusFinders,
  sessions,
} as const satisfies Partial<Record<SearchKind, Finder>>
export type FinderKind = keyof typeof finders

/** Finders that look addresses up; the others have no addresses, or only within names. */
const addressKinds: readonly FinderKind[] = [
  'services',
  'vpn-dialups',
  'sessions',
  'hardware',
  'nas',
  'addresses',
  'subnets',
]

/** The ability to open the list of a kind. */
export function abilityOf(kind: FinderKind | ReportedKind): Ability {
  switch (kind) {
    case 'licences':
      return { action: 'view-index', subject: 'licences' }
    case 'sessions':
      return { action: 'view-list', subject: 'services' }
    case 'addresses':
      return { action: 'view-list', subject: 'subnets' }
    case 'leases':
      return { action: 'view-list', subject: 'site-network' }
    case 'wifi-clients':
      return { action: 'view-list', subject: 'wifi' }
    case 'access-list-rows':
      return { action: 'view-list', subject: 'access-control' }
    default:
      return { action: 'view-list', subject: kind }
  }
}

const addressHistory: Ability = { action: 'view-list', subject: 'address-history' }

async function runFinders(tx: Tx, actor: Actor, question: Question): Promise<Found[]> {
  const mayList = (kind: FinderKind | ReportedKind) => actorMay(actor, abilityOf(kind))
  // Who had an address is the address history, with the ability of its own.
  if (question.at !== undefined)
    return actorMay(actor, addressHistory) ? finders.sessions(tx, actor, question, readRows) : []
  const found: Found[] = []
  for (const [kind, finder] of Object.entries(finders) as [FinderKind, Finder][])
    if (mayList(kind) && (question.address === undefined || addressKinds.includes(kind)))
      found.push(...(await finder(tx, actor, question, readRows)))
  const kinds = (Object.keys(reportedKinds) as ReportedKind[]).filter(mayList)
  found.push(...(await findReported(tx, actor, question, readRows, kinds)))
  // An address may be written in a name or a comment.
  return found.length === 0 && question.address !== undefined
    ? runFinders(tx, actor, { ...question, address: undefined })
    : found
}

/** Names of the visible companies from the root to each owner: row security hides the caller's ancestors. */
async function pathsOf(tx: Tx, found: readonly Found[]): Promise<Map<number, string>> {
  const ids = [...new Set(found.map(({ company_id }) => company_id).filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('company as c')
    .select(['c.id', pathText('c.ancestor_ids').as('path')])
    .where('c.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Names of sites: devices and services of many customers have the same names. */
async function siteNamesOf(tx: Tx, actor: Actor, found: readonly Found[]): Promise<Map<number, string>> {
  const ids = [...new Set(found.flatMap(({ kind, site_id }) => (kind === 'sites' || !site_id ? [] : [site_id])))]
  if (ids.length === 0 || !actorMay(actor, { action: 'view-list', subject: 'sites' })) return new Map()
  const rows = await tx.selectFrom('site').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function find(tx: Tx, actor: Actor, question: Question, limit: number): Promise<SearchHit[]> {
  const found = ranked(await runFinders(tx, actor, question), question, limit)
  const paths = await pathsOf(tx, found)
  const siteNames = await siteNamesOf(tx, actor, found)
  return found.map(({ search_text: _text, ...hit }) => ({
    state: null,
    company_type: null,
    site_id: null,
    hardware_id: null,
    session_id: null,
    since: null,
    until: null,
    ...hit,
    site_name: hit.kind === 'sites' ? null : (siteNames.get(hit.site_id ?? 0) ?? null),
    path: (hit.company_id === null ? undefined : paths.get(hit.company_id)) ?? '',
  }))
}

export const searchHandlers = (deps: Deps): Handlers<typeof search> => ({
  async index(call) {
    const { actor } = call
    const question = readQuestion(call.query.query)
    const data = await call.db((tx) => find(tx, actor, question, call.query.limit ?? usualLimit))
    // Like a query of the address history: there is no answer without an entry.
    const { at, address } = question
    if (at !== undefined && address !== undefined && actorMay(actor, addressHistory))
      await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
        sql`select audit_event('query', 'address-history', null, ${address.text}, ${actor.company_id}, null,
          ${JSON.stringify({ address: address.text, local_time: at.from, rows: data.length })}::jsonb)`.execute(tx),
      )
    return { data }
  },
})
