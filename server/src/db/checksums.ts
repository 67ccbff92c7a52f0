import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { databaseFolder, readChecksums, readFunctions, readMigrations, type Checksums } from './migrate.ts'

/**
 * `npm run checksums` adds new migrations and changed functions to db/checksums.json. It never changes an existing
 * entry, because a released migration must not change. `npm run checksums -- --check` fails if the list does not match
 * the files.
 */

/**
 * The list with the new entries, and one error message for each listed migration that was changed or removed.
 * @param folder the folder db
 */
export function updateChecksums(folder = databaseFolder()): { list: Checksums; errors: string[] } {
  const { migrations, functions } = readChecksums(folder)
  const files = new Map(readMigrations(folder).map(({ name, checksum }) => [name, checksum]))
  const errors = Object.entries(migrations).flatMap(([name, checksum]) => {
    if (files.get(name) === checksum) return []
    const what = files.has(name) ? 'was changed' : 'was removed'
    return [`The migration ${name} ${what}. Restore it, and put the change into a new migration.`]
  })
  const list: Checksums = { migrations: { ...migrations }, functions: {} }
  for (const [name, checksum] of files) list.migrations[name] ??= checksum
  for (const { name, checksum } of readFunctions(folder).values()) {
    const texts = functions[name] ?? []
    // A function that was reverted to an earlier text: that text becomes the newest again.
    list.functions[name] = texts.at(-1) === checksum ? texts : [...texts.filter((text) => text !== checksum), checksum]
  }
  return { list, errors }
}

/** The text of db/checksums.json for a list. */
export const renderChecksums = (list: Checksums): string =>
  JSON.stringify({ migrations: sorted(list.migrations), functions: sorted(list.functions) }, null, 2) + '\n'

const sorted = <Value>(entries: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))

function main(): number {
  const file = join(databaseFolder(), 'checksums.json')
  const { list, errors } = updateChecksums()
  const text = renderChecksums(list)
  for (const error of errors) console.error(error)
  if (errors.length > 0) return 1
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
    return 0
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0
  console.error('db/checksums.json does not match db/migrations and db/functions. Run: npm run checksums')
  return 1
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  process.exitCode = main()
}
