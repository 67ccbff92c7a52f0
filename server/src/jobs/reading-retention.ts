import type { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'

/** Rows that one statement deletes. */
const batch = 10_000

type Retention = Pick<Config['retention'], 'sampleDays' | 'readingDays'>

/**
 * Creates partitions of the readings in advance and drops expired ones.
 * @param client the database as its owner
 */
export async function maintainReadings(
  client: Client,
  { sampleDays, readingDays }: Retention,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  await client.query('begin')
  try {
    // Processes that start at the same time wait for each other.
    await client.query(`select pg_advisory_xact_lock(hashtext('trunkline readings'))`)
    await client.query(`set local lock_timeout = '2s'`)
    const { rows } = await client.query<{ created: number; dropped: number }>(
      `select (r.made + t.made) as created, (r.dropped + t.dropped) as dropped
         from panel.maintain_readings($1, $2) r, panel.maintain_telemetry() t`,
      [sampleDays, readingDays],
    )
    await client.query('commit')
    if (rows[0]!.created > 0 || rows[0]!.dropped > 0) log.info(rows[0]!, 'partitions of readings')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Deletes expired readings from tables without partitions, in batches.
 * @returns the number of deleted rows
 */
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
