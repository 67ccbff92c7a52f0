import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { createMailService } from '../../mail/queue.ts'
import { companiesToRemind, remindCompany } from './licence-reminders.ts'

/** Rows per statement, to limit how long locks are held. */
const batchSize = 1000

/** Marks licences after their last day as expired. @returns their number */
async function markExpired(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update licence set status = 'expired' where id = any (array(
      select id from licence where expires_on < current_date and status in ('available', 'active') and deleted_at is null
      order by id limit ${batchSize} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Periodic tasks of licences. Hourly rather than daily, so that a downtime at one hour skips nothing. */
export const licenceTasks = ({ baseUrl, ...config }: Pick<Config, 'baseUrl' | 'smtpUrl' | 'mailFrom' | 'key'>) => {
  const sender = { mail: createMailService(config), baseUrl }
  return defineTasks({
    'licence-expiry': {
      payload: nothing,
      cron: '2 * * * *',
      timeoutMs: 300_000,
      async run(_, { system, log, signal }) {
        let total = 0
        for (let marked = batchSize; marked === batchSize && !signal.aborted; total += marked)
          marked = await system(markExpired)
        if (total > 0) log.info({ licences: total }, 'marked licences as expired')
      },
    },
    'licence-reminders': {
      payload: nothing,
      cron: '12 * * * *',
      timeoutMs: 300_000,
      async run(_, { system, log, signal }) {
        let total = 0
        for (const company_id of await system(companiesToRemind)) {
          if (signal.aborted) break
          total += await system((tx) => remindCompany(tx, sender, company_id))
        }
        if (total > 0) log.info({ licences: total }, 'sent reminders of expiring licences')
      },
    },
  })
}
