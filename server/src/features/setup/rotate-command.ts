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
 * `rotate-keys`: seals anew with the installation's key what the keys of TRUNKLINE_FORMER_KEYS have sealed, and prints
 * how many values there were of each kind.
 * @returns the exit code: 0 where all is sealed with the key, 1 where something could not be opened, 64 for arguments
 * @throws ConfigError where neither the key nor a former one is that of the database
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
      for (const [name, { sealed, kept: stored, unopened }] of Object.entries(report))
        console.log(`${name}: ${sealed} sealed anew, ${stored} were already, ${unopened} opened by none of the keys`)
      return Object.values(report).some(({ unopened }) => unopened > 0) ? 1 : 0
    } finally {
      await databases.close()
    }
  } finally {
    await embedded?.stop()
  }
}
