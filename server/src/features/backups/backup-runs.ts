import { hostname } from 'node:os'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { BackupStatus } from '@trunkline/contract/resources/backup'
import type { WrittenBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'

type Origin = 'schedule' | 'command'

/** Records a successful backup. */
export const recordSuccess = (tx: Tx, origin: Origin, startedAt: Date, backup: WrittenBackup) =>
  tx
    .insertInto('backup_run')
    .values({
      host: hostname(),
      origin,
      state: 'good',
      file: basename(backup.path),
      bytes: backup.bytes,
      row_count: backup.rows,
      encrypted: backup.encrypted,
      started_at: startedAt.toISOString(),
    })
    .execute()

/** Records a failed backup with its reason. */
export const recordFailure = (tx: Tx, origin: Origin, startedAt: Date, reason: string) =>
  tx
    .insertInto('backup_run')
    .values({
      host: hostname(),
      origin,
      state: 'failed',
      reason: reason.slice(0, 1000),
      started_at: startedAt.toISOString(),
    })
    .execute()

/** Months for which records of backups are retained. */
const retentionMonths = 13

export const pruneRuns = (tx: Tx) =>
  sql`delete from backup_run where finished_at < now() - make_interval(months => ${retentionMonths})`.execute(tx)

type Run = {
  host: string
  file: string | null
  bytes: number
  encrypted: boolean
  reason: string | null
  finished_at: string
}

const lastRun = async (tx: Tx, state: 'good' | 'failed'): Promise<Run | undefined> =>
  tx
    .selectFrom('backup_run')
    .select(['host', 'file', 'bytes', 'encrypted', 'reason', 'finished_at'])
    .where('state', '=', state)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The last successful backup, a failure since then, and whether a backup is overdue. Without any backup, the age of the
 * installation counts.
 */
export async function readBackupStatus(
  tx: Tx,
  { maxAgeHours }: Pick<Config['backup'], 'maxAgeHours'>,
): Promise<BackupStatus> {
  const good = await lastRun(tx, 'good')
  const failed = await lastRun(tx, 'failed')
  const { rows } = await sql<{ overdue: boolean; recent: number }>`
    select coalesce((select max(finished_at) from backup_run where state = 'good'), (select set_at from installation_key))
             < now() - make_interval(hours => ${maxAgeHours}) as overdue,
           (select count(*)::int from backup_run where state = 'good' and finished_at > now() - interval '30 days') as recent`.execute(
    tx,
  )
  const { overdue, recent } = rows[0]!
  return {
    last_good:
      good === undefined
        ? null
        : {
            host: good.host,
            file: good.file ?? '',
            bytes: good.bytes,
            encrypted: good.encrypted,
            finished_at: good.finished_at,
          },
    last_failed:
      failed === undefined || (good !== undefined && failed.finished_at < good.finished_at)
        ? null
        : { host: failed.host, reason: failed.reason ?? '', finished_at: failed.finished_at },
    recent,
    max_age_hours: maxAgeHours,
    overdue: maxAgeHours > 0 && overdue === true,
  }
}
