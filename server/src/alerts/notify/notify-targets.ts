import { message } from '@trunkline/contract/errors'
import type { AlertRuleKey, AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { enqueueNotifications } from './enqueue.ts'
import type { AlertState } from './deliver.ts'

interface NotifiedAlert {
  id: number
  rule: AlertRuleKey
  subject_name: string
  part: string
  severity: AlertSeverity
  company_name: string
  ancestor_ids: number[]
  /** ISO 8601. */
  since: string
  closed_at: string | null
}

/**
 * Adds the messages about events of alerts to the queue, in the transaction that writes the events.
 * @param events events with a notification, which are stored already
 */
export async function notifyTargets(
  tx: Tx,
  events: readonly { alert_id: number; seq: number; event: 'firing' | 'resolved' }[],
): Promise<void> {
  if (events.length === 0) return
  const { rows } = await sql<NotifiedAlert>`
    select a.id, a.rule, a.subject_name, a.part, a.severity, c.name as company_name, a.ancestor_ids, a.since, a.closed_at
      from alert a join company c on c.id = a.company_id where a.id = any (${events.map(({ alert_id }) => alert_id)}::bigint[])`.execute(
    tx,
  )
  const alerts = new Map(rows.map((row) => [row.id, row]))
  for (const { alert_id, seq, event } of events) {
    const alert = alerts.get(alert_id)
    if (alert === undefined) continue
    const { rule, subject_name: subject, part } = alert
    await enqueueNotifications(tx, {
      alert_id,
      seq,
      ancestor_ids: alert.ancestor_ids,
      content: {
        event,
        severity: alert.severity,
        summary: message('alert.summary', { rule, subject, part }),
        company: alert.company_name,
        at: event === 'resolved' ? (alert.closed_at ?? alert.since) : alert.since,
        path: `/alerts/details/${alert_id}`,
        thread: String(alert_id),
      },
    })
  }
}

/** The state of an alert, for a message that is due: an ended or acknowledged one needs no first message. */
export async function alertState(tx: Tx, alert_id: number): Promise<AlertState> {
  const { rows } = await sql<{ condition: string; acknowledged: boolean; covered: boolean }>`
    select condition, under_maintenance(ancestor_ids, site_id, hardware_id) as covered, acknowledged_at is not null and (acknowledged_until is null or acknowledged_until > now()) as acknowledged
      from alert where id = ${alert_id}`.execute(tx)
  const alert = rows[0]
  if (alert === undefined) return undefined
  if (alert.covered) return 'maintenance'
  return alert.condition === 'closed' ? 'closed' : alert.acknowledged ? 'acknowledged' : 'open'
}
