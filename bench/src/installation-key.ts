import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyFingerprint } from '../../server/src/secrets.ts'
import type { Databases } from '../../server/src/db/pool.ts'

/**
 * Creates the key of an installation whose database was seeded: its passwords are encrypted without a key, and a
 * panel that finds encrypted secrets does not create one itself.
 * @param folder data folder of the panel
 */
export async function createInstallationKey(databases: Databases, folder: string): Promise<void> {
  const key = randomBytes(32)
  writeFileSync(join(folder, 'key'), key.toString('base64'), { mode: 0o600 })
  await databases.appAll.query('insert into installation_key (fingerprint) values ($1)', [keyFingerprint(key)])
}
