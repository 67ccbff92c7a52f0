import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { addJob } from '../jobs/queue.ts'
import { defineTasks, nothing } from '../jobs/tasks.ts'
import { sendDueMails } from './deliver.ts'
import { sendMailTask } from './queue.ts'
import { keysOf, sealedDays, sealStoredMails, type MailKeys } from './encrypted-body.ts'
import { createSender } from './smtp.ts'

/**
 * Tasks of the mail module: sending after every commit that queued a mail and once a minute, and deleting old mails.
 */
export function mailTasks({ smtpUrl, mailFrom, ...secrets }: Pick<Config, 'smtpUrl' | 'mailFrom'> & MailKeys) {
  const keys = keysOf(secrets)
  const send = smtpUrl === undefined ? undefined : createSender({ smtpUrl, mailFrom })
  return defineTasks({
    [sendMailTask]: {
      payload: nothing,
      // Retries, and mails of dead workers.
      cron: '* * * * *',
      timeoutMs: 360_000,
      async run(_, context) {
        if (send === undefined) {
          await context.system((tx) => sql`update mail set state = 'kept' where state = 'queued'`.execute(tx))
          return
        }
        if (await sendDueMails({ ...context, keys }, send)) await context.system((tx) => addJob(tx, sendMailTask))
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
      run: async (_, { system }) => {
        await system(async (tx) => {
          await sql`delete from mail where state <> 'queued' and created_at < now() - interval '90 days'`.execute(tx)
          await sql`
            update mail set sealed_body = null
            where sealed_body is not null and state <> 'queued' and created_at < now() - make_interval(days => ${sealedDays})`.execute(
            tx,
          )
        })
        await sealStoredMails(system, keys)
      },
    },
  })
}
