import type { Config } from '../config.ts'
import { openDatabases } from '../db/databases.ts'
import { startEmbedded } from '../db/embedded/launcher.ts'
import { asSystem } from '../db/system-door.ts'
import type { Logger } from '../log.ts'
import { verifyAndStore } from './verify-audit.ts'

/**
 * `verify-audit`: compares the whole audit log with its seals, beside a panel that may be running, and stores the result.
 * @returns the exit code: 0 where all matches, 1 where something differs, 64 for arguments
 */
export async function verifyAuditCommand(
  config: Pick<Config, 'databaseUrl' | 'databaseAppUrl' | 'databaseAppAllUrl' | 'dataDir'>,
  argv: string[],
  log: Logger,
): Promise<number> {
  if (argv.length > 0) {
    console.error('verify-audit takes no arguments.')
    return 64 // EX_USAGE of sysexits.h
  }
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    const databases = await openDatabases({
      ownerUrl: config.databaseUrl ?? embedded!.url,
      appUrl: config.databaseAppUrl,
      appAllUrl: config.databaseAppAllUrl,
      pool: { app: 1, appAll: 1 },
    })
    try {
      const { seals, failed } = await asSystem(databases, (tx) => verifyAndStore(tx, { complete: true }))
      console.log(
        failed === null
          ? `${seals} seals compared, all match.`
          : `Seal ${failed.seal_id} does not match: of the rows ${failed.first_id} to ${failed.last_id}, one was changed, added or removed.`,
      )
      return failed === null ? 0 : 1
    } finally {
      await databases.close()
    }
  } finally {
    await embedded?.stop()
  }
}
