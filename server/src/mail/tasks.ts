import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { addJob } from '../jobs/queue.ts'
import { defineTasks, nothing } from '../jobs/tasks.ts'
import { sendDueMails } from './deliver.ts'
import { sendMailTask } from './queue.ts'
import { createSender } from './smtp.ts'

/** The mail room's jobs: sending at every commit that queued a mail and once a minute, and clearing out. */
export function mailTasks({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>) {
  const send = smtpUrl === undefined ? undefined : createSender({ smtpUrl, mailFrom })
  return defineTasks({
    [sendMailTask]: {
      payload: nothing,
      // Retries and what a dead worker left behind.
      cron: '* * * * *',
      timeoutMs: 360_000,
      async run(_, context) {
        if (send === undefined) {
          await context.system((tx) => sql`update mail set state = 'kept' where state = 'queued'`.execute(tx))
          return
        }
        if (await sendDueMails(context, send)) await context.system((tx) => addJob(tx, sendMailTask))
      },
      settled: async (_, { tx, parked }) => {
        const { rows } = await sql`
          select 1 from mail where state = 'queued' and created_at < ${parked.created_at}::timestamptz + interval '1 second' limit 1`.execute(
          tx,
        )
        return rows.length === 0 ? 'no mail of that time is waiting' : undefined
      },
    },
    'prune-mail': {
      payload: nothing,
      cron: '41 3 * * *',
      run: (_, { system }) =>
        system(async (tx) => {
          await sql`delete from mail where state <> 'queued' and created_at < now() - interval '90 days'`.execute(tx)
        }),
    },
  })
}
