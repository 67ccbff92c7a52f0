import { randomBytes } from 'node:crypto'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { insertRow, type StoredRow } from '../../db/write-row.ts'
import { objectKinds } from '../../http/object-kinds.ts'

/**
 * The columns of a row that belongs to a company and to nothing else, beside `company_id`, for each kind of such rows. Each
 * row gets another name. Table and trash are those of `objectKinds`.
 */
const columns = {
  site: (name: string): StoredRow => ({ name }),
}
export type OwnedKind = keyof typeof columns
const kinds = Object.keys(columns) as OwnedKind[]
export const isOwnedKind = (kind: ObjectKind): kind is OwnedKind => (kinds as ObjectKind[]).includes(kind)

let serial = 0

/** A fresh row of the company. */
export const makeOwnedRow = (tx: Tx, kind: OwnedKind, company_id: number): Promise<number> =>
  insertRow(tx, objectKinds[kind].table, {
    company_id,
    ...columns[kind](`Row ${++serial}-${randomBytes(3).toString('hex')}`),
  })

/** What each company of the world has from the start, so that every list has rows of every company. */
export async function seedOwned(tx: Tx, companies: readonly { id: number }[]): Promise<void> {
  for (const { id } of companies) for (const kind of kinds) await makeOwnedRow(tx, kind, id)
}

/** Ids of all rows with the company of each. */
export const ownedRows = (kind: OwnedKind): RawBuilder<unknown> => {
  const { table, softDelete } = objectKinds[kind]
  return sql`select id, company_id as company from ${sql.table(table)} ${softDelete ? sql`where deleted_at is null` : sql``}`
}
