import type { Endpoint, ListDefinition, Reply } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { sql, type Expression, type SqlBool } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { exportOf, recordExport } from '../../http/export/list-export.ts'
import type { Call, FileReply } from '../../http/call.ts'
import { parseListRequest, type Condition } from '../../http/list/parse.ts'
import { listAll } from '../../http/list/list.ts'
import type { RowQuery } from '../../http/list/source.ts'
import { promisedColumns } from '../../http/standard-handlers.ts'
import { loadSite } from './wifi-devices.ts'

type RowOf<E extends Endpoint> = Reply<E> extends { data: (infer R)[] } ? R : never

interface Source<O> {
  rows: (tx: Tx, site: number) => RowQuery<O>
  condition?: (condition: Condition) => Expression<SqlBool> | undefined
  /** Adds fields that are not in the database. */
  toResponse?: (row: O) => O
}

/**
 * Whether a word occurs in one of the free-text fields. Columns with a natural-sort collation need a deterministic one
 * for `like`.
 */
const hasWord = (free: readonly string[], word: string) =>
  sql<SqlBool>`lower(concat_ws(' ', ${sql.join(free.map((field) => sql`${sql.ref(`r.${field}`)}::text collate "default"`))})) like ${`%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

type SiteCall = Pick<Call, 'db' | 'request'> & { actor: Actor; params: { id: number }; query: unknown }

/**
 * A list over the last readings of the devices of a site. The JSON of each device is expanded once, for the rows of a
 * page and the total count.
 */
export function readingList<E extends Endpoint & { list?: ListDefinition }, O extends RowOf<E>>(
  deps: Deps,
  endpoint: E,
  { rows, condition, toResponse = (row) => row }: Source<O>,
) {
  const columns = promisedColumns(endpoint)
  const definition = endpoint.list as ListDefinition
  return async (call: SiteCall) => {
    const { actor, params } = call
    const input = call.query as ListInput
    const source = {
      rows: (tx: Tx) => rows(tx, params.id),
      word: (word: string) => hasWord(definition.free, word),
      owner: null,
      softDelete: false,
      ...(condition !== undefined && { condition }),
    }
    await call.db((tx) => loadSite(tx, actor, endpoint.access, params.id))
    if (input.export !== undefined) {
      await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
        recordExport(tx, actor, endpoint, input),
      )
      return call.db((tx): Promise<FileReply> => exportOf<O>(tx, actor, endpoint, source, input, columns, toResponse))
    }
    const { page, perPage } = parseListRequest(definition, input)
    return call.db(async (tx) => {
      const all = await listAll<O>(tx, actor, definition, source, input, columns)
      const queued = async (offset: number) => {
        const query = sql<
          O & { found: number }
        >`select q.*, count(*) over ()::int as found from (${all}) q limit ${perPage} offset ${offset}`
        // Without a search there are few statement texts, which are prepared once per connection.
        return input.search === undefined ? queryPrepared(tx, query) : (await query.execute(tx)).rows
      }
      const found = await queued((page - 1) * perPage)
      // A page after the last one has no row that contains the total.
      const total = found[0]?.found ?? (page === 1 ? 0 : ((await queued(0))[0]?.found ?? 0))
      return {
        // Fields that are not in the contract are removed.
        data: found.map((row) => toResponse(row)),
        meta: {
          pagination: {
            current_page: page,
            last_page: Math.max(1, Math.ceil(total / perPage)),
            per_page: perPage,
            total,
          },
        },
      }
    })
  }
}
