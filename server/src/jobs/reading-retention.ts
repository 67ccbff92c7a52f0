import type { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'

/** Rows of a table that one statement deletes. */
const batch = 10_000

type Retention = Pick<Config['retention'], 'sampleDays' | 'readingDays'>

/**
 * Makes parts of the readings ahead of time and drops those that are too old.
 * @param client the database as its owner
 */
export async function maintainReadings(
  client: Client,
  { sampleDays, readingDays }: Retention,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  await client.query('begin')
  try {
    // Processes that start together wait for one another.
    await client.query(`select pg_advisory_xact_lock(hashtext('trunkline readings'))`)
    await client.query(`set local lock_timeout = '2s'`)
    const { rows } = await client.query<{ made: number; dropped: number }>(
      'select * from panel.maintain_readings($1, $2)',
      [sampleDays, readingDays],
    )
    await client.query('commit')
    if (rows[0]!.made > 0 || rows[0]!.dropped > 0) log.info(rows[0]!, 'parts of readings')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Deletes readings that are too old from tables that hold any age, a batch at a time. @returns how many */
export async function pruneReadings(
  client: Client,
  { sampleDays, readingDays }: Retention,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  for (let rows = 1; rows > 0 && !signal.aborted; total += rows) {
    const result = await client.query<{ rows: number }>('select panel.prune_readings($1, $2, $3) as rows', [
      sampleDays,
      readingDays,
      batch,
    ])
    rows = result.rows[0]!.rows
  }
  return total
}
