import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** Crockford's base 32: without I, L, O and U, which are ambiguous (https://www.crockford.com/base32.html). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `TL-` and four groups of five characters: 100 random bits. */
export const newKey = (): string =>
  `TL-${[...randomBytes(20)]
    .map((byte) => alphabet[byte % 32])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-')}`

/** Maximum number of attempts; a collision of random keys is practically impossible. */
const maxAttempts = 5

/**
 * Creates `amount` licences that differ only in the key, in one statement.
 * @returns their ids, lowest first
 * @param makeKey for tests
 */
export async function insertLicences(
  tx: Tx,
  values: Record<string, unknown>,
  amount: number,
  makeKey = newKey,
): Promise<number[]> {
  // The audit trigger writes one row per licence.
  if (amount > 1000) await sql`set local statement_timeout = '60s'`.execute(tx)
  const names = Object.keys(values)
  const batch = amount === 1 ? null : sql`(select nextval('licence_batch'))`
  const ids: number[] = []
  let missing = amount
  for (let i = 0; i < maxAttempts && missing > 0; i++) {
    const keys = Array.from({ length: missing }, makeKey)
    const { rows } = await sql<{ id: number }>`
      insert into licence (key, batch_id, ${sql.join(names.map((name) => sql.ref(name)))})
      select k.key, b.id, ${sql.join(names.map((name) => sql.ref(`v.${name}`)))}
      from (select ${sql.join(names.map((name) => sql`${values[name]}::${sql.raw(types[name] ?? 'text')} as ${sql.ref(name)}`))}) v,
        (select ${batch}::bigint as id) b, unnest(${keys}::text[]) as k(key)
      on conflict (key) do nothing returning id`.execute(tx)
    missing -= rows.length
    for (const { id } of rows) ids.push(id)
  }
  if (missing > 0) throw new Error('No free licence keys were found.')
  return ids.toSorted((one, other) => one - other)
}

/** SQL types of the columns that are not text. */
const types: Record<string, string> = {
  company_id: 'bigint',
  permissions: 'text[]',
  quantity: 'int',
  starts_on: 'date',
  expires_on: 'date',
}
