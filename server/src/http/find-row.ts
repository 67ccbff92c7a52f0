import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../db/pool.ts'
import { rowsOf, type ListSource } from './list/source.ts'

/** A visible row by id; undefined both for a missing row and for one of another company. */
export async function findRow<Row>(
  tx: Tx,
  source: Pick<ListSource<Row>, 'rows'>,
  id: number,
): Promise<Row | undefined> {
  return (await queryPrepared(tx, sql<Row>`select * from (${rowsOf(tx, source)}) as r where r.id = ${id}`))[0]
}

/** The same, plus the company that owns the row (column `owner` of its table), in one statement. */
export async function findOwnedRow<Row>(
  tx: Tx,
  source: Pick<ListSource<Row>, 'rows'> & { table: string; owner: string },
  id: number,
): Promise<{ row: Row; owner: number } | undefined> {
  const [found] = await queryPrepared(
    tx,
    sql<Row & { row_owner: number }>`
      select r.*, t.${sql.ref(source.owner)} as row_owner from (${rowsOf(tx, source)}) as r
      join ${sql.table(source.table)} t on t.id = r.id where t.id = ${id}`,
  )
  if (found === undefined) return undefined
  const { row_owner: owner, ...row } = found
  return { row: row as unknown as Row, owner }
}
