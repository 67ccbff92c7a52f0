import type { Endpoint, ListDefinition } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import type { ListInput } from '@trunkline/contract/list'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { sql, type Expression, type SqlBool } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { exportOf, recordExport } from '../../http/export/list-export.ts'
import { listAll, listPage } from '../../http/list/list.ts'
import type { ListSource } from '../../http/list/source.ts'
import { promisedColumns } from '../../http/standard-handlers.ts'
import { vendorOf } from '../wifi/vendors.ts'
import { entryCondition, entryRows, entryWord, type ComputedField } from './entry-rows.ts'
import { evaluateEntries } from './entry-state.ts'

type AccessEntryRow = Omit<AccessEntry, Exclude<ComputedField, 'position'>> & {
  ancestor_ids: number[]
  search_text: string
}

const source: Omit<ListSource<AccessEntryRow>, 'where'> = {
  rows: entryRows as unknown as ListSource<AccessEntryRow>['rows'],
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  word: entryWord,
  condition: entryCondition,
  searchText: 'search_text',
  softDelete: false,
}

const evaluated: readonly string[] = ['state', 'applied', 'is_registered', 'vendor'] satisfies ComputedField[]
const columns = promisedColumns(accessControl.all).filter((name) => !evaluated.includes(name))
/** Exports contain the desired state; the state on the devices is temporary. */
const exported = columns.filter((name) => name !== 'position')

/** Maximum number of entries that are compared with the devices in order to sort them. */
const maxSortedByState = 2000
/** The order by state begins with what needs attention. */
const stateRanks: Record<AccessEntry['state'], number> = { missing: 0, differs: 1, unread: 2, same: 3 }

/**
 * The source of a request. An order by state, which is not in the database, compares the matching entries with the last
 * readings first.
 * @throws AppError validation_failed if more than `maxSortedByState` entries match
 */
async function sourceOf(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  input: ListInput,
  where: readonly Expression<SqlBool>[],
): Promise<ListSource<AccessEntryRow>> {
  if (input.orderBy?.split(';').includes('state') !== true) return { ...source, where }
  const unordered = { ...input, orderBy: undefined, sortedBy: undefined }
  const matching = await listAll<AccessEntryRow>(tx, actor, definition, { ...source, where }, unordered, [
    'id',
    'site_id',
    'mac',
  ])
  const { rows } = await sql<AccessEntryRow>`${matching} limit ${maxSortedByState + 1}`.execute(tx)
  if (rows.length > maxSortedByState)
    throw invalid({ orderBy: message('list.too_many_to_sort', { max: maxSortedByState }) })
  const evaluations = [...(await evaluateEntries(tx, rows))]
  const ids = evaluations.map(([id]) => id)
  const ranks = evaluations.map(([, { state }]) => stateRanks[state])
  const ranked = (in_tx: Tx) =>
    entryRows(in_tx)
      .leftJoin(
        sql<{ id: number; rank: number }>`unnest(${ids}::bigint[], ${ranks}::int[])`.as<'k'>(sql`k(id, rank)`),
        'k.id',
        'a.id',
      )
      .select('k.rank as state_rank')
  return {
    ...source,
    rows: ranked as unknown as ListSource<AccessEntryRow>['rows'],
    where,
    sortBy: { state: 'state_rank' },
  }
}

/** Adds the state from the last readings to the rows of a page. */
async function toResponse(tx: Tx, rows: readonly AccessEntryRow[]): Promise<AccessEntry[]> {
  const found = await evaluateEntries(tx, rows)
  return rows.map((row) => ({
    ...row,
    ...(found.get(row.id) ?? { position: 0, state: 'unread' as const, applied: [], is_registered: false }),
    vendor: vendorOf(row.mac),
  }))
}

/** The list of a site, or of all sites of the caller. */
export async function answerList(
  deps: Deps,
  endpoint: Endpoint,
  call: ListCall,
  where: readonly Expression<SqlBool>[],
) {
  const { actor, query: input } = call
  const definition = endpoint.list as NonNullable<Endpoint['list']>
  if (input.export !== undefined) {
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, endpoint, input),
    )
    return call.db(async (tx) =>
      exportOf<AccessEntryRow>(
        tx,
        actor,
        endpoint,
        await sourceOf(tx, actor, definition, input, where),
        input,
        exported,
      ),
    )
  }
  return call.db(async (tx) => {
    const { data, meta } = await listPage<AccessEntryRow>(
      tx,
      actor,
      definition,
      await sourceOf(tx, actor, definition, input, where),
      input,
      columns,
      deps.lists,
    )
    return { data: await toResponse(tx, data), meta }
  })
}
type ListCall = Pick<Call, 'db' | 'request'> & { actor: Actor; query: ListInput }

/** The current entry, for an error about a stale version. */
export async function currentEntry(tx: Tx, id: number): Promise<AccessEntry> {
  const row = (await sql<AccessEntryRow>`select r.* from (${entryRows(tx)}) as r where r.id = ${id}`.execute(tx))
    .rows[0]
  if (row === undefined) throw notFound()
  const [shown] = await toResponse(tx, [row])
  return Object.fromEntries(
    promisedColumns(accessControl.all).map((name) => [name, (shown as unknown as Record<string, unknown>)[name]]),
  ) as unknown as AccessEntry
}
