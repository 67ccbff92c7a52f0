import { byteOrderMark, csvLine } from '@trunkline/contract/csv'
import { sql } from 'kysely'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import type { Actor } from '../access/actor.ts'
import { streamRows } from '../db/cursor.ts'
import type { Tx } from '../db/pool.ts'
import type { FileReply } from './call.ts'
import { listAll } from './list/list.ts'
import type { ListSource } from './list/source.ts'

/**
 * Streams all rows that match the list query, in its order, as CSV (RFC 4180) in UTF-8 with a byte order mark, which
 * spreadsheets need. Memory use does not depend on the number of rows. `dress` adds the values that are not in the
 * database.
 */
export async function csvOf<Row>(
  tx: Tx,
  actor: Actor,
  endpoint: Endpoint,
  source: ListSource<Row>,
  input: ListInput,
  columns: readonly string[],
  dress: (row: Row) => Row = (row) => row,
): Promise<FileReply> {
  const definition = endpoint.list
  if (definition === undefined) throw new Error(`${endpoint.name} is not a list`)
  const query = await listAll(tx, actor, definition, source, input, columns)
  async function* file() {
    yield `${byteOrderMark}${csvLine(columns)}`
    for await (const rows of streamRows<Row>(tx, { compile: () => query.compile(tx) }))
      yield rows
        .map((row) => dress(row) as Record<string, unknown>)
        .map((row) => csvLine(columns.map((column) => row[column])))
        .join('')
  }
  return {
    file: file(),
    name: `${endpoint.name.split('.')[0]}-${new Date().toISOString().slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
  }
}

/** Exports are audited: who exported which list, with which filter. */
export async function recordExport(tx: Tx, actor: Actor, endpoint: Endpoint, input: ListInput): Promise<void> {
  const subject = typeof endpoint.access === 'object' ? endpoint.access.subject : 'account'
  await sql`select audit_event('export', ${subject}, null, ${endpoint.name}, ${actor.company_id}, null, ${JSON.stringify(input)}::jsonb)`.execute(
    tx,
  )
}
