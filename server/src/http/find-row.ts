import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../db/pool.ts'
import { rowsOf, type ListSource } from './list/source.ts'

/** One visible row by id, or undefined: the same for a missing and a foreign one. */
export async function findRow<Row>(
  tx: Tx,
  source: Pick<ListSource<Row>, 'rows'>,
  id: number,
): Promise<Row | undefined> {
  return (await queryPrepared(tx, sql<Row>`select * from (${rowsOf(tx, source)}) as r where r.id = ${id}`))[0]
}

/** The same with the company that owns the row, which its table names in `owner`, in one statement. */
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
