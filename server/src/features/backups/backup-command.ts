import { BackupError, exitCodes } from '../../backup/errors.ts'
import { checkBackup, restoreBackup } from '../../backup/restore.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { openDatabases } from '../../db/databases.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { startEmbedded } from '../../db/embedded/launcher.ts'
import type { Tx } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import { compareFiles } from '../attachments/compare-files.ts'
import { createFileStore } from '../attachments/store.ts'
import { version } from '../../version.ts'
import { recordFailure, recordSuccess } from './backup-runs.ts'

type Settings = Pick<
  Config,
  'databaseUrl' | 'databaseAppUrl' | 'databaseAppAllUrl' | 'dataDir' | 'key' | 'newKeyFile' | 'backup' | 'files'
>

const backupUsage = `Usage: npm run backup -- [FOLDER]         writes a backup into FOLDER, or TRUNKLINE_BACKUP_FOLDER
       npm run backup -- --verify FILE   checks a backup
TRUNKLINE_BACKUP_PASSPHRASE encrypts and decrypts.`

const restoreUsage = `Usage: npm run restore -- FILE [--overwrite]
Restores a backup into the empty database of DATABASE_URL, or the embedded one. --overwrite deletes what the database holds.`

/** Runs a command and prints the message of a BackupError. */
async function withErrorMessage(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return error.exitCode
  }
}

/** Runs `work` with the database URL of the owner role; starts the embedded database if it is not running. */
async function withOwner(config: Settings, log: Logger, work: (ownerUrl: string) => Promise<number>): Promise<number> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    return await work(config.databaseUrl ?? embedded!.url)
  } finally {
    await embedded?.stop()
  }
}

/** Runs `work` with a function that runs transactions of the panel. */
async function withPanel(
  config: Settings,
  ownerUrl: string,
  work: (system: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>) => Promise<unknown>,
): Promise<void> {
  const databases = await openDatabases({
    ownerUrl,
    appUrl: config.databaseAppUrl,
    appAllUrl: config.databaseAppAllUrl,
    pool: { app: 1, appAll: 1 },
  })
  try {
    await work((run) =>
      withTenant(databases, { company_id: 0, everything: true, actor_name: 'system' }, { write: true }, run),
    )
  } finally {
    await databases.close()
  }
}

const asPanel = (config: Settings, ownerUrl: string, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  withPanel(config, ownerUrl, (system) => system(work))

/** Reports files of records whose content was not restored with their rows. */
async function reportLostFiles(config: Settings, ownerUrl: string, report: (line: string) => void): Promise<void> {
  const { s3, folder } = config.files
  const place = s3 === undefined ? folder : `the bucket ${s3.bucket}`
  let count = 0
  try {
    await withPanel(config, ownerUrl, async (system) => {
      for await (const { lost } of compareFiles(createFileStore(config.files), system)) count += lost.count
    })
  } catch (error) {
    report(`The files of records in ${place} could not be checked: ${(error as Error).message}`)
    return
  }
  if (count > 0)
    report(
      `Files of records without their content in ${place}: ${count}. They cannot be downloaded until you restore that folder or bucket from its own backup.`,
    )
}

/**
 * `backup`: writes a backup, also while the panel is running, and verifies it.
 * @returns the exit code: 0, or one of `exitCodes`
 */
export function backupCommand(config: Settings, argv: string[], log: Logger): Promise<number> {
  return withErrorMessage(async () => {
    const { passphrase } = config.backup
    if (argv[0] === '--verify' && argv.length === 2) {
      const { tables, read_at, schema } = await verifyBackup(argv[1]!, passphrase)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(`The backup is whole: ${tables.length} tables, ${rows} rows, schema ${schema}, taken at ${read_at}.`)
      return 0
    }
    const folder = argv[0] ?? config.backup.folder
    if (argv.length > 1 || folder === undefined || folder.startsWith('-')) {
      console.error(backupUsage)
      return exitCodes.usage
    }
    return withOwner(config, log, async (ownerUrl) => {
      const startedAt = new Date()
      try {
        const backup = await writeBackup({ ownerUrl, dataDir: config.dataDir, folder, passphrase, version })
        await asPanel(config, ownerUrl, (tx) => recordSuccess(tx, 'command', startedAt, backup))
        console.log(
          `Written and read back: ${backup.path}, ${backup.manifest.tables.length} tables, ${backup.rows} rows, ${backup.bytes} bytes${backup.encrypted ? ', encrypted' : ''}.`,
        )
        console.log(
          `The key of fingerprint ${backup.manifest.key_fingerprint} is not in it. Keep the key in another place: without it the secrets in the backup cannot be decrypted.`,
        )
        return 0
      } catch (error) {
        // A concurrent backup is not a failed backup.
        if (!(error instanceof BackupError) || error.exitCode !== exitCodes.busy)
          await asPanel(config, ownerUrl, (tx) =>
            recordFailure(tx, 'command', startedAt, (error as Error).message),
          ).catch(() => {})
        throw error
      }
    })
  })
}

/**
 * `restore`: restores a backup into an empty database and prints its progress.
 * @returns the exit code: 0, or one of `exitCodes`
 */
export function restoreCommand(config: Settings, argv: string[], log: Logger): Promise<number> {
  return withErrorMessage(async () => {
    const [path, ...others] = argv.filter((argument) => argument !== '--overwrite')
    if (path === undefined || others.length > 0 || path.startsWith('-')) {
      console.error(restoreUsage)
      return exitCodes.usage
    }
    const { passphrase } = config.backup
    const key = config.newKeyFile === undefined ? config.key : undefined
    const report = (line: string) => console.log(line)
    // Checked before a server is started or an embedded database created.
    report(`Checking ${path}`)
    const manifest = await checkBackup(path, passphrase, key)
    const overwrite = argv.includes('--overwrite')
    return withOwner(config, log, async (ownerUrl) => {
      await restoreBackup(
        { path, passphrase, ownerUrl, dataDir: config.dataDir, key, overwrite, log, report },
        manifest,
      )
      await reportLostFiles(config, ownerUrl, report)
      report(`Restored the state of ${manifest.read_at}. Start the panel.`)
      return 0
    })
  })
}
