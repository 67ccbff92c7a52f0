import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

/** What db/former-migrations.json lists: the migrations that the baselines replace, and the baselines. */
export type FormerMigrations = {
  /** Name and checksum (SHA-256, hexadecimal) of each former migration, in order. */
  former: Record<string, string>
  /** Names of the migrations that replace the former ones. */
  baselines: string[]
}

/** The former migrations; undefined if the folder db lists none. */
export function readFormer(folder: string): FormerMigrations | undefined {
  const file = join(folder, 'former-migrations.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FormerMigrations) : undefined
}

/**
 * Adopts a database whose schema was created by the former migrations: replaces their rows in schema_migration with
 * those of the baselines, which describe the same schema. Changes nothing else.
 * @returns whether any rows were replaced
 * @throws Error if some of the former migrations are missing, or if the checksum of one differs
 */
export async function adoptFormer(
  client: Client,
  list: FormerMigrations | undefined,
  migrations: { name: string; checksum: string }[],
): Promise<boolean> {
  if (!list) return false
  const names = Object.keys(list.former)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration where name = any ($1) order by name',
    [names],
  )
  const last = rows.at(-1)?.name
  if (last === undefined) return false
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const missing = names.find((name) => !applied.has(name))
  if (missing !== undefined) {
    throw new Error(
      `The database is at the migration ${last} of an older version of Trunkline and lacks ${missing}. This version ` +
        `updates databases from ${names.at(-1)} on: start the last version before it once, then this one ` +
        '(docs/operations.md, Upgrade).',
    )
  }
  const changed = names.find((name) => applied.get(name) !== list.former[name])
  if (changed !== undefined) {
    throw new Error(
      `The migration ${changed} was changed before it was applied to this database, so its schema may differ from ` +
        'the one that this version expects. Restore a backup of an unchanged installation.',
    )
  }
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  await client.query('begin')
  try {
    await client.query('delete from schema_migration where name = any ($1)', [names])
    for (const name of list.baselines) {
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksums.get(name)])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return true
}
