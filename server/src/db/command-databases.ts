import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { openDatabases } from './databases.ts'
import { startEmbedded } from './embedded/launcher.ts'
import type { Databases } from './pool.ts'

/** The settings by which a command finds the database. */
export type CommandConfig = Pick<Config, 'databaseUrl' | 'databaseAppUrl' | 'databaseAppAllUrl' | 'dataDir'>

/**
 * Runs a command on the installation's database, which a running panel may be using as well. Opens one connection per
 * role; starts the embedded database if it is not running.
 * @returns the result of `work`
 * @throws Error of `work`, or if the database cannot be opened
 */
export async function withDatabases<T>(
  config: CommandConfig,
  log: Logger,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    const databases = await openDatabases({
      ownerUrl: config.databaseUrl ?? embedded!.url,
      appUrl: config.databaseAppUrl,
      appAllUrl: config.databaseAppAllUrl,
      pool: { app: 1, appAll: 1 },
    })
    try {
      return await work(databases)
    } finally {
      await databases.close()
    }
  } finally {
    await embedded?.stop()
  }
}
