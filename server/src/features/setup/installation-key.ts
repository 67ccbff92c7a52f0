import { sql } from 'kysely'
import { ConfigError, readKeyFile, writeKeyFile, type Config } from '../../config.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import { keyFingerprint } from '../../secrets.ts'
import { countOpened } from './rotate-keys.ts'

type KeySettings = Pick<Config, 'key' | 'newKeyFile' | 'formerKeys' | 'dataDir'>
type RunTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Fingerprint of the key of a database; undefined before its first start. */
export async function readFingerprint(tx: Tx): Promise<string | undefined> {
  return (await tx.selectFrom('installation_key').select('fingerprint').executeTakeFirst())?.fingerprint
}

const storeFingerprint = (tx: Tx, key: Buffer) =>
  sql`insert into installation_key (fingerprint) values (${keyFingerprint(key)})
    on conflict (only_row) do update set fingerprint = excluded.fingerprint, set_at = now()`.execute(tx)

/** Serialises processes and hosts that start at the same time. */
const lockKey = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('trunkline installation key'))`.execute(tx)

const rotateAdvice =
  'If the key was replaced on purpose, stop the panel and run "node server/dist/main.js rotate-keys" with the former key in TRUNKLINE_FORMER_KEYS.'

/** Message for a process without a key on a database that has one. */
const missing = (file: string, expected: string) =>
  new ConfigError([
    `TRUNKLINE_KEY: not set, and there is no ${file}. The database was set up with the key of fingerprint ${expected}.`,
    'No new key was generated, because it could not decrypt the secrets in the database.',
    `Set TRUNKLINE_KEY to that key, or copy the file "key" of the first host or of its backup to ${file}.`,
  ])

const different = (found: Buffer, expected: string) =>
  new ConfigError([
    `TRUNKLINE_KEY, or the file "key" in the data folder: this is not the key of the database (fingerprint ${keyFingerprint(found)}, expected ${expected}).`,
    'Secrets in the database cannot be decrypted with it. No secret was changed. Set the key that the database was set up with.',
    rotateAdvice,
  ])

/** Message for a database from before fingerprints, which is identified by its secrets. */
const unopened = (file: string | undefined) =>
  new ConfigError([
    file === undefined
      ? 'TRUNKLINE_KEY, or the file "key" in the data folder: this key does not decrypt the secrets in the database.'
      : `TRUNKLINE_KEY: not set, and there is no ${file}, but the database holds encrypted secrets. No new key was generated.`,
    'No secret was changed. Set the key that the database was set up with.',
    rotateAdvice,
  ])

/**
 * The installation key, verified against the database. At the first start with an empty database, the given or a newly
 * generated key is used and its fingerprint stored. The key of a database is never replaced here.
 * @throws ConfigError if the key is another one, or missing while the database has one
 */
export async function ensureInstallationKey(given: KeySettings, databases: Databases, log: Logger): Promise<Buffer> {
  const panel = { company_id: 0, everything: true, actor_name: 'system' }
  return withTenant(databases, panel, { write: true }, async (tx) => {
    await lockKey(tx)
    const expected = await readFingerprint(tx)
    // Another process with the same data directory may have written the file after the settings were read.
    const key = given.newKeyFile === undefined ? given.key : readKeyFile(given.newKeyFile)
    if (expected !== undefined) {
      if (key === undefined) throw missing(given.newKeyFile as string, expected)
      if (keyFingerprint(key) !== expected) throw different(key, expected)
      return key
    }
    const { sealed, opened } = await countOpened(tx, key ?? given.key)
    if (sealed > 0 && opened < sealed / 2) throw unopened(key === undefined ? given.newKeyFile : undefined)
    // The file first: a fingerprint without its key would make all secrets unreadable.
    const settled = key ?? writeKeyFile(given.newKeyFile as string, given.key)
    await storeFingerprint(tx, settled)
    log.info({ fingerprint: keyFingerprint(settled) }, 'stored the fingerprint of the key')
    return settled
  })
}

/**
 * Replaces the key of a database: verifies that the given or a former key is that of the database, generates a new key
 * if none was given, runs `rotate` with it, and stores its fingerprint.
 * @throws ConfigError if the database belongs to none of the keys; nothing is changed then
 */
export async function replaceInstallationKey<T>(
  given: KeySettings,
  runTransaction: RunTransaction,
  rotate: (key: Buffer) => Promise<T>,
): Promise<T> {
  const expected = await runTransaction(readFingerprint)
  const known = given.newKeyFile === undefined ? [given.key, ...given.formerKeys] : given.formerKeys
  if (expected !== undefined && !known.some((key) => keyFingerprint(key) === expected)) {
    if (known.length === 0) throw missing(given.newKeyFile as string, expected)
    throw new ConfigError([
      `TRUNKLINE_FORMER_KEYS: holds no key of fingerprint ${expected}, which the database was set up with.`,
      'Nothing was changed. Add that key and run rotate-keys again.',
    ])
  }
  const key = given.newKeyFile === undefined ? given.key : writeKeyFile(given.newKeyFile, given.key)
  const result = await rotate(key)
  await runTransaction((tx) => storeFingerprint(tx, key))
  return result
}
