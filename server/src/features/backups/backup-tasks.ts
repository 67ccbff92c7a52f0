import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, exitCodes } from '../../backup/errors.ts'
import { writeBackup, type WrittenBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { version } from '../../version.ts'
import { pruneRuns, readBackupStatus, recordFailure, recordSuccess } from './backup-runs.ts'

/** Longer than a backup of the largest installation takes. */
const timeoutMs = 12 * 3_600_000

/** Number of attempts of a job: see startWorkers. */
const lastAttempt = 5

/** Age in hours after which an unfinished file is considered abandoned by its process. */
const abandonedHours = 24

/**
 * Scheduled backups of this host, if a directory is configured, and an hourly check of the age of the last one. Workers
 * without the directory do not claim the backup job.
 */
export const backupTasks = (config: Pick<Config, 'backup' | 'dataDir'>, ownerUrl: string) => {
  const { folder, schedule, keep, passphrase } = config.backup
  const check = defineTasks({
    'check-backup-age': {
      payload: nothing,
      cron: '11 * * * *',
      async run(_, { system, log }) {
        const { overdue, last_good } = await system((tx) => readBackupStatus(tx, config.backup))
        if (overdue)
          log.warn(
            { last_good: last_good?.finished_at ?? null, max_age_hours: config.backup.maxAgeHours },
            'the last good backup is older than TRUNKLINE_BACKUP_MAX_AGE allows',
          )
      },
    },
  })
  if (folder === undefined) return check
  return {
    ...check,
    ...defineTasks({
      backup: {
        payload: nothing,
        cron: schedule,
        timeoutMs,
        async run(_, { system, signal, log, attempt }) {
          const startedAt = new Date()
          let backup: WrittenBackup
          try {
            backup = await writeBackup({ ownerUrl, dataDir: config.dataDir, folder, passphrase, version, signal })
          } catch (error) {
            if (error instanceof BackupError && error.exitCode === exitCodes.busy)
              return log.info('skipped the scheduled backup: another backup is running')
            if (attempt >= lastAttempt)
              await system((tx) => recordFailure(tx, 'schedule', startedAt, (error as Error).message))
            throw error
          }
          await system((tx) => recordSuccess(tx, 'schedule', startedAt, backup))
          log.info({ file: backup.path, bytes: backup.bytes, rows: backup.rows }, 'backup written')
          const deleted = await pruneBackups(folder, backup.path, keep)
          if (deleted.length > 0) log.info({ files: deleted }, 'deleted old backups')
          await system(pruneRuns)
        },
      },
    }),
  }
}

/**
 * Deletes the oldest backups of this installation beyond `keep`, and abandoned unfinished files. Other files and
 * backups of other installations are not touched.
 * @param newest path of the backup that was just written
 * @returns names of the deleted files
 */
export async function pruneBackups(folder: string, newest: string, keep: number): Promise<string[]> {
  const own = /trunkline-[0-9a-z]+-/.exec(newest)?.[0] ?? ''
  const names = (await readdir(folder)).filter((name) => own !== '' && name.startsWith(own)).toSorted()
  const finished = names.filter((name) => /\.tar(\.enc)?$/.test(name))
  const old = finished.slice(0, Math.max(0, finished.length - keep))
  for (const name of names.filter((each) => each.endsWith('.unfinished'))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > abandonedHours * 3_600_000) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}
