import type { Config } from '../../config.ts'
import { openDatabases } from '../../db/databases.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { startEmbedded } from '../../db/embedded/launcher.ts'
import { migrate } from '../../db/migrate.ts'
import type { Tx } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import { replaceInstallationKey } from './installation-key.ts'
import { rotateKeys } from './rotate-keys.ts'

/**
 * `rotate-keys`: re-encrypts with the installation key all values that were encrypted with TRUNKLINE_FORMER_KEYS, and
 * prints their number by kind.
 * @returns the exit code: 0 if all values use the key, 1 if a value could not be decrypted, 64 for unknown arguments
 * @throws ConfigError if neither the key nor a former one is that of the database
 */
export async function rotateCommand(
  config: Pick<
    Config,
    'databaseUrl' | 'databaseAppUrl' | 'databaseAppAllUrl' | 'dataDir' | 'key' | 'newKeyFile' | 'formerKeys'
  >,
  argv: string[],
  log: Logger,
): Promise<number> {
  if (argv.length > 0) {
    console.error('There is rotate-keys, without arguments.')
    return 64 // EX_USAGE of sysexits.h
  }
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    const ownerUrl = config.databaseUrl ?? embedded!.url
    await migrate(ownerUrl, log)
    const databases = await openDatabases({
      ownerUrl,
      appUrl: config.databaseAppUrl,
      appAllUrl: config.databaseAppAllUrl,
      pool: { app: 1, appAll: 1 },
    })
    try {
      const panel = { company_id: 0, everything: true, actor_name: 'system' }
      const runTransaction = <T>(work: (tx: Tx) => Promise<T>) => withTenant(databases, panel, { write: true }, work)
      const report = await replaceInstallationKey(config, runTransaction, (key) =>
        rotateKeys(runTransaction, [key, ...config.formerKeys]),
      )
      for (const [name, { sealed, unchanged, unopened }] of Object.entries(report))
        console.log(`${name}: ${sealed} re-encrypted, ${unchanged} unchanged, ${unopened} not decrypted by any key`)
      return Object.values(report).some(({ unopened }) => unopened > 0) ? 1 : 0
    } finally {
      await databases.close()
    }
  } finally {
    await embedded?.stop()
  }
}
