import type { Endpoint } from '@trunkline/contract/endpoint'
import { message, type Message } from '@trunkline/contract/errors'
import type { ListInput } from '@trunkline/contract/list'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import type { StoredRow } from '../db/write-row.ts'
import type { ListSource } from './list/source.ts'
import { selectedIds } from './selection.ts'

/** Why a row of a selection stays as it is. */
type RowError = { code: 'forbidden' | 'conflict' } & Message

interface SelectedChange<Stored, Row> {
  /** The bulk call: its ability is checked on each row. */
  endpoint: Endpoint
  /** The list that a selection "all that match" refers to. */
  index: Endpoint
  source: ListSource<Row> & { table: string; owner: string }
  selection: { ids?: number[] | undefined; matching?: (ListInput & { total: number }) | undefined }
  /** The columns that the rows get. */
  values: StoredRow
  /** Why the ability does not reach a row. Default: `row.forbidden`. */
  forbidden?: Message
  /** Why a row that the ability reaches can't be changed. */
  check?: (row: Stored) => RowError | undefined
}

/** Changed rows from which the statement may take longer than others do. */
const manyRows = 1000

/**
 * Gives the same values to all rows of a selection, which are locked. Rows that can't be changed are reported, the others
 * are changed.
 * @returns the reply of the call, and the ids of the rows that had other values
 * @throws AppError as `selectedIds`
 */
export async function changeSelected<Stored extends { id: number }, Row>(
  tx: Tx,
  actor: Actor,
  {
    endpoint,
    index,
    source,
    selection,
    values,
    forbidden = message('row.forbidden'),
    check,
  }: SelectedChange<Stored, Row>,
): Promise<{ data: ({ id: number; ok: boolean } & Partial<RowError>)[]; changed: number[] }> {
  const { table, owner } = source
  const ids = await selectedIds(tx, actor, index, source, selection)
  const { rows } = await sql<Stored & StoredRow>`
    select * from ${sql.table(table)} where id = any (${ids}::bigint[]) order by id for update`.execute(tx)
  const errorOf = (row: Stored & StoredRow): RowError | undefined => {
    if (
      typeof endpoint.access === 'object' &&
      !actorMayOn(actor, endpoint.access, relationTo(actor, Number(row[owner])))
    )
      return { code: 'forbidden', ...forbidden }
    return check?.(row) ?? (row['deleted_at'] == null ? undefined : { code: 'conflict', ...message('row.trashed') })
  }
  const changed: number[] = []
  const data = rows.map((row) => {
    const error = errorOf(row)
    if (error !== undefined) return { id: row.id, ok: false, ...error }
    if (Object.entries(values).some(([column, value]) => row[column] !== value)) changed.push(row.id)
    return { id: row.id, ok: true }
  })
  if (changed.length > manyRows) await sql`set local statement_timeout = '60s'`.execute(tx)
  if (changed.length > 0) {
    const columns = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(columns)} where id = any (${changed}::bigint[])`.execute(tx)
  }
  return { data, changed }
}
