import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Allow } from '../../devices/address-guard.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { createMailService } from '../../mail/queue.ts'
import { sendDueNotifications, type DeliveryContext } from './deliver.ts'
import { sendNotificationsTask } from './enqueue.ts'
import { createOutgoing } from './outgoing.ts'

/** Hosts of the panel's own services, which no message may be sent to. */
const ownHosts = (urls: readonly (string | undefined)[]) =>
  urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : [])).filter(Boolean)

/** Sends messages after every commit that queued one and once a minute; removes old ones. */
export function notificationTasks(
  config: Config,
  { alertState, allow }: Pick<DeliveryContext, 'alertState'> & { allow?: Allow },
) {
  const keys = [config.key, ...config.formerKeys] as const
  const send = createOutgoing({
    networks: config.notifications.networks,
    ports: config.notifications.ports,
    own: ownHosts([config.databaseUrl, config.smtpUrl]),
    ...(allow !== undefined && { allow }),
  })
  const mail = createMailService(config)
  return defineTasks({
    [sendNotificationsTask]: {
      payload: nothing,
      // Retries, quiet hours that end, escalations, and messages of dead workers.
      cron: '* * * * *',
      timeoutMs: 300_000,
      run: (_, context) =>
        sendDueNotifications({
          system: context.system,
          signal: context.signal,
          log: context.log,
          keys,
          send,
          mail,
          baseUrl: config.baseUrl,
          hasMailServer: config.smtpUrl !== undefined,
          alertState,
        }),
      settled: async (_, { tx, parked }) => {
        const { rows } = await sql`
          select 1 from notification_delivery where state = 'queued' and created_at < ${parked.created_at}::timestamptz + interval '1 second'
            and next_at <= now() limit 1`.execute(tx)
        return rows.length === 0 ? 'no message of that time is due' : undefined
      },
    },
    'prune-notifications': {
      payload: nothing,
      cron: '47 3 * * *',
      run: (_, { system }) =>
        system(async (tx) => {
          await sql`delete from notification_delivery where (state <> 'queued' or next_at = 'infinity') and created_at < now() - interval '90 days'`.execute(
            tx,
          )
        }),
    },
  })
}
