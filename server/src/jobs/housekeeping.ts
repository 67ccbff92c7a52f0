import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { sealAudit, verifyAuditChain } from './seal-audit.ts'
import { defineTasks, nothing } from './tasks.ts'

/** What the panel does by the clock, whatever its features are. */
export const housekeeping = defineTasks({
  'seal-audit': {
    payload: nothing,
    cron: '* * * * *',
    run: async (_, context) => void (await sealAudit(context)),
  },
  'verify-audit': {
    payload: nothing,
    cron: '23 2 * * *',
    // It reads the whole log.
    timeoutMs: 1_800_000,
    async run(_, { system, log }) {
      const verdict = await system(verifyAuditChain)
      if (verdict.intact) log.info(verdict, 'audit log matches its seals')
      else log.error(verdict, 'audit log does not match its seals: rows were changed, added or removed')
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
        } while (rows === most && !signal.aborted)
        if (total > 0) log.info({ rows: total }, `pruned ${name}`)
      }
    },
  },
})

/** Rows a statement, so that none holds its locks for long. */
const most = 5000

/** What nobody can ask for any more. */
const prunes: Record<string, (tx: Tx) => Promise<number>> = {
  // A first reply is replayed for 24 hours.
  'idempotency keys': (tx) =>
    removed(
      sql`delete from idempotency_key where ctid = any (array(
        select ctid from idempotency_key where created_at < now() - interval '24 hours' limit ${most}))`.execute(tx),
    ),
  // Two weeks are time enough to look into them.
  'parked jobs': (tx) =>
    removed(
      sql`delete from graphile_worker._private_jobs where id = any (array(
        select id from graphile_worker._private_jobs
         where attempts >= max_attempts and locked_at is null and run_at < now() - interval '14 days' limit ${most}))`.execute(
        tx,
      ),
    ),
}

const removed = async (result: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await result).numAffectedRows ?? 0)
