import { message, type AnyMessage } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { rejectionOf } from '../../db/rejection.ts'
import type { Tx } from '../../db/pool.ts'
import { defineTasks } from '../../jobs/tasks.ts'
import { callEngine } from './errors.ts'

const lastAttempt = 5

/** Applies plans that write too many rows for a request. */
export const planTasks = defineTasks({
  'run-ip-plan': {
    payload: z.object({ plan_id: z.int() }),
    timeoutMs: 600_000,
    async run({ plan_id }, { system, log, attempt }) {
      // A separate transaction, so that others see the state while the plan is applied.
      await system((tx) =>
        sql`update ip_plan set state = 'running' where id = ${plan_id} and state = 'queued'`.execute(tx),
      )
      try {
        // All or none; a plan that is already done is skipped.
        await system(async (tx) => {
          await sql`set local statement_timeout = '10min'`.execute(tx)
          await callEngine(tx, sql`select ip_plan_apply(${plan_id}, true)`)
        })
      } catch (error) {
        const rejection = rejectionOf((error as { cause?: unknown }).cause)
        if (rejection === undefined && attempt < lastAttempt) throw error
        log.warn({ error, plan_id }, 'an address space plan failed')
        const [atField] = Object.values(rejection?.fields ?? {})
        await system((tx) => fail(tx, plan_id, atField ?? rejection?.reason ?? message('plan.stopped')))
        if (rejection === undefined) throw error
      }
    },
    settled: async ({ plan_id }, { tx }) => {
      const { rows } = await sql<{ state: string }>`select state from ip_plan where id = ${plan_id}`.execute(tx)
      if (rows[0] === undefined) return 'the plan is gone'
      return rows[0].state === 'done' ? 'the plan was carried out' : undefined
    },
  },
})

const fail = (tx: Tx, id: number, why: AnyMessage) =>
  sql`update ip_plan set state = 'failed', failure = ${JSON.stringify(why)}::jsonb, finished_at = clock_timestamp() where id = ${id} and state in ('queued', 'running')`.execute(
    tx,
  )
