import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Tx } from '../db/pool.ts'
import { withClient } from '../db/prepare.ts'
import { closeAuditMonth, dropAuditMonths } from './audit-months.ts'
import { maintainReadings, pruneReadings } from './reading-retention.ts'
import { sealAudit } from './seal-audit.ts'
import { defineTasks, nothing } from './tasks.ts'
import { readVerifications, verifyAndStore } from './verify-audit.ts'

/**
 * Scheduled tasks that do not belong to a feature.
 * @param ownerUrl URL of the database as its owner, because only the owner can create and drop partitions
 */
export const housekeeping = (config: Pick<Config, 'retention'>, ownerUrl: string) =>
  defineTasks({
    'seal-audit': {
      payload: nothing,
      cron: '* * * * *',
      run: async (_, context) => void (await sealAudit(context)),
    },
    /** Every night from the last verified seal; on request the whole log. */
    'verify-audit': {
      payload: z.object({ complete: z.optional(z.boolean()) }),
      cron: '23 2 * * *',
      // A complete verification reads the whole log.
      timeoutMs: 1_800_000,
      async run({ complete = false }, { system, log }) {
        const { intact, seals, failed } = await system((tx) => verifyAndStore(tx, { complete }))
        if (intact) log.info({ complete, seals }, 'audit log matches its seals')
        else
          log.error({ complete, ...failed }, 'audit log does not match its seals: rows were changed, added or removed')
      },
      async settled(_, { tx, parked }) {
        const { complete } = await readVerifications(tx)
        return complete !== null && complete.finished_at > parked.created_at ? 'the log was verified since' : undefined
      },
    },
    'keep-parts': {
      payload: nothing,
      cron: '37 1 * * *',
      timeoutMs: 1_800_000,
      run: (_, { log, signal }) =>
        withClient(ownerUrl, 'trunkline parts', async (client) => {
          await maintainReadings(client, config.retention, log)
          const rows = await pruneReadings(client, config.retention, signal)
          if (rows > 0) log.info({ rows }, 'pruned readings')
          await closeAuditMonth(client, log)
          await dropAuditMonths(client, config.retention.auditMonths, log)
        }),
    },
    /** Adds the changes since the last run to the counters of all companies concerned. */
    'fold-tally': {
      payload: nothing,
      cron: '* * * * *',
      async run(_, { system, signal }) {
        const fold = async (tx: Tx) =>
          (await sql<{ folded: number }>`select fold_tally(${max}) as folded`.execute(tx)).rows[0]!.folded
        while (!signal.aborted && (await system(fold)) === max);
      },
    },
    'prune-panel': {
      payload: nothing,
      cron: '17 * * * *',
      async run(_, { system, log, signal }) {
        for (const [name, statement] of Object.entries(prunes)) {
          let rows: number
          let total = 0
          do {
            rows = await system(statement)
            total += rows
          } while (rows === max && !signal.aborted)
          if (total > 0) log.info({ rows: total }, `pruned ${name}`)
        }
      },
    },
  })

/** Rows per statement, so that locks are held briefly. */
const max = 5000

/** Expired rows. */
const prunes: Record<string, (tx: Tx) => Promise<number>> = {
  // A first reply is replayed for 24 hours.
  'idempotency keys': (tx) =>
    removed(
      sql`delete from idempotency_key where ctid = any (array(
        select ctid from idempotency_key where created_at < now() - interval '24 hours' limit ${max}))`.execute(tx),
    ),
  // Two weeks for an operator to investigate them.
  'parked jobs': (tx) =>
    removed(
      sql`delete from graphile_worker._private_jobs where id = any (array(
        select id from graphile_worker._private_jobs
         where attempts >= max_attempts and locked_at is null and run_at < now() - interval '14 days' limit ${max}))`.execute(
        tx,
      ),
    ),
}

const removed = async (result: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await result).numAffectedRows ?? 0)
