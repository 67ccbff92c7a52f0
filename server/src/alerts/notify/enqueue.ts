import type { AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { addJob } from '../../jobs/queue.ts'
import { recipientsOf } from './channels.ts'
import type { NotificationContent } from './content.ts'

/** The task that sends due messages. */
export const sendNotificationsTask = 'send-notifications'

/** An event of an alert that targets may want. */
export interface NotifiableEvent {
  alert_id: number
  seq: number
  /** The companies from the root to the owner of the subject. */
  ancestor_ids: readonly number[]
  content: NotificationContent
}

interface MatchingTarget {
  id: number
  recipients: string | null
  /** ISO 8601: now, the end of the quiet hours, or the time of the escalation. */
  next_at: string
}

const ranks: Record<AlertSeverity, number> = { info: 0, warning: 1, critical: 2 }

/** The time until which the quiet hours of a target last, which may span midnight; null outside of them. */
const quietUntil = sql`case
  when t.quiet_from is null or t.quiet_from = t.quiet_until then null
  when t.quiet_from < t.quiet_until and l.at::time >= t.quiet_from and l.at::time < t.quiet_until
    then (l.at::date + t.quiet_until) at time zone t.time_zone
  when t.quiet_from > t.quiet_until and l.at::time >= t.quiet_from then (l.at::date + 1 + t.quiet_until) at time zone t.time_zone
  when t.quiet_from > t.quiet_until and l.at::time < t.quiet_until then (l.at::date + t.quiet_until) at time zone t.time_zone
  end`

/**
 * Adds the messages about an event to the queue, in the transaction of the event: one for each recipient of the active
 * targets of the companies concerned. Messages that were added before are not added again.
 *
 * The end of an alert is sent to those that were sent, or still wait for, its beginning.
 */
export async function enqueueNotifications(tx: Tx, event: NotifiableEvent): Promise<void> {
  const { content, alert_id, seq } = event
  const rank = ranks[content.severity]
  const beginnings = `${alert_id}:%`
  const { rows: targets } = await sql<MatchingTarget>`
    select t.id, t.recipients, greatest(${content.severity === 'critical' ? sql`null` : quietUntil}, now() + case when ${content.event} = 'firing' then make_interval(mins => t.after_minutes) else '0' end) as next_at
      from notification_target t cross join lateral (select now() at time zone t.time_zone as at) l
      where t.company_id = any (${event.ancestor_ids}::bigint[]) and t.status = 'active' and t.deleted_at is null
        and case t.min_severity when 'info' then 0 when 'warning' then 1 else 2 end <= ${rank}
        and (${content.event} = 'firing' or t.send_resolved and exists (
          select from notification_delivery d where d.target_id = t.id and d.key like ${beginnings} and d.content ->> 'event' = 'firing'
            and d.state in ('sent', 'queued')))`.execute(tx)
  if (targets.length === 0) return
  await insertDeliveries(tx, targets, `${alert_id}:${seq}`, content)
}

/** Adds a test message for each recipient. @returns the id of the first delivery */
export const enqueueTest = async (
  tx: Tx,
  target: { id: number; recipients: string | null },
  content: NotificationContent,
): Promise<number> =>
  (await insertDeliveries(tx, [{ ...target, next_at: new Date().toISOString() }], content.thread, content))[0] as number

async function insertDeliveries(
  tx: Tx,
  targets: readonly MatchingTarget[],
  key: string,
  content: NotificationContent,
): Promise<number[]> {
  const deliveries = targets.flatMap(({ id, recipients, next_at }) => {
    const list: (string | null)[] = recipientsOf(recipients)
    return (list.length === 0 ? [null] : list).map((recipient) => ({ target_id: id, recipient, next_at }))
  })
  const { rows } = await sql<{ id: number }>`
    insert into notification_delivery (target_id, key, recipient, content, next_at)
    select d.target_id, ${key}, d.recipient, ${JSON.stringify(content)}::jsonb, d.next_at
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (target_id bigint, recipient text, next_at timestamptz)
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) await addJob(tx, sendNotificationsTask)
  return rows.map(({ id }) => id)
}
