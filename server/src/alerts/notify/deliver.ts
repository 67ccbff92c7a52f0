import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import type { NotificationKind } from '@trunkline/contract/resources/notification-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { addJob } from '../../jobs/queue.ts'
import type { TaskContext } from '../../jobs/tasks.ts'
import type { MailService } from '../../mail/queue.ts'
import type { Keys } from '../../secrets.ts'
import { requestOf, verdictOf, type HttpKind, type Verdict } from './channels.ts'
import { renderNotification, type NotificationContent, type NotificationLocale } from './content.ts'
import { sendNotificationsTask } from './enqueue.ts'
import type { SendOutgoing } from './outgoing.ts'
import { openTarget } from './secret.ts'

/*
 * States of a delivery: queued → (leased, attempted) → sent | failed | dropped.
 *
 * As with mails, a worker commits the lease and the attempt before it connects. If it dies, the message is due again
 * when the lease expires, and may arrive twice; the id that webhooks carry is the same then. An alert never begins twice,
 * a message about it can.
 */

/** Seconds until the next attempt, after the first, second, …; webhooks repeat the last one for a day. */
const retrySeconds = [5, 30, 120, 600, 1800, 7200]
const maxAttempts = retrySeconds.length + 1
const maxWebhookAttempts = maxAttempts + 11
/** Seconds; longer than a request (outgoing.ts) plus the time to store its result. */
const leaseSeconds = 60
/** Days without a success after which a target is switched off. */
const failingDays = 5
const maxResponse = 2048
/** Messages in flight, so that a service that does not answer delays the others little. */
const concurrency = 4

interface LeasedDelivery {
  id: number
  target_id: number
  key: string
  recipient: string | null
  content: NotificationContent
  attempts: number
  kind: NotificationKind
  locale: NotificationLocale
  time_zone: string
  secret: Buffer | null
  header_name: string | null
  body_template: string | null
  success_pattern: string | null
  company_id: number
  name: string
  after_minutes: number
  /** The target is active, or the message is a test. */
  wanted: boolean
}

interface Attempt {
  verdict: Verdict
  http_status?: number
  response?: string
  duration_ms?: number
}

/** State of the alert of a message: whether it is still worth sending. `maintenance`: not now. */
export type AlertState = 'open' | 'acknowledged' | 'closed' | 'maintenance' | undefined

export interface DeliveryContext extends Pick<TaskContext, 'system' | 'signal' | 'log'> {
  keys: Keys
  baseUrl: string
  send: SendOutgoing
  mail: MailService
  /** Whether mails are sent at all. */
  hasMailServer: boolean
  alertState(tx: Tx, alert_id: number): Promise<AlertState>
}

/** Sends due messages until none are left or `signal` aborts. Safe to run in several workers. */
export async function sendDueNotifications(context: DeliveryContext): Promise<void> {
  const worker = async () => {
    for (let sent = true; sent && !context.signal.aborted;) sent = await sendNext(context)
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function sendNext(context: DeliveryContext): Promise<boolean> {
  const leased = await context.system(async (tx) => {
    const delivery = await leaseDelivery(tx)
    if (delivery === undefined) return undefined
    const drop = await reasonToDrop(context, tx, delivery)
    if (drop === 'later') await postpone(tx, delivery)
    return { delivery, drop }
  })
  if (leased === undefined) return false
  const { delivery, drop } = leased
  if (drop === 'later') return true
  if (drop !== undefined) {
    await settle(context, (tx) => end(tx, delivery, 'dropped', { verdict: { end: 'rejected', error: drop } }))
    return true
  }
  if (delivery.kind === 'email') {
    await settle(context, (tx) => handToMail(context, tx, delivery))
    return true
  }
  const attempt = await tryOnce(context, delivery, delivery.kind)
  await settle(context, (tx) => conclude(tx, delivery, attempt))
  const reported = { delivery_id: delivery.id, target_id: delivery.target_id, attempt: delivery.attempts }
  if (attempt.verdict.end === 'sent') context.log.info(reported, 'notification sent')
  else context.log.warn({ ...reported, reason: attempt.verdict.error.reason }, 'notification not sent')
  return true
}

async function leaseDelivery(tx: Tx): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    with due as (
      select id from notification_delivery where state = 'queued' and next_at <= now() order by next_at, id limit 1 for update skip locked),
    leased as (
      update notification_delivery set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (select id from due) returning *)
    select d.id, d.target_id, d.key, d.recipient, d.content, d.attempts, t.kind, t.locale, t.time_zone, t.secret, t.header_name, t.body_template,
        t.success_pattern, t.company_id, t.name, t.after_minutes,
        (t.status = 'active' or d.content ->> 'event' = 'test') and t.deleted_at is null as wanted
      from leased d join notification_target t on t.id = d.target_id`.execute(tx)
  return rows[0]
}

/** Why a message is not sent although it is due; `later`: a maintenance holds it back. */
async function reasonToDrop(
  context: DeliveryContext,
  tx: Tx,
  { content, key, attempts, after_minutes, wanted, target_id, recipient }: LeasedDelivery,
): Promise<Message | 'later' | undefined> {
  if (!wanted) return message('notification.switched_off')
  if (content.event === 'test') return undefined
  const alert_id = Number(key.split(':')[0])
  const state = await context.alertState(tx, alert_id)
  if (state === 'maintenance') return 'later'
  if (content.event === 'resolved') {
    // The beginning may have been over before it was sent, in quiet hours or before an escalation.
    const { rows } = await sql<{ sent: boolean }>`
      select state = 'sent' or error is not null as sent from notification_delivery
        where target_id = ${target_id} and recipient is not distinct from ${recipient} and key like ${`${alert_id}:%`}
          and content ->> 'event' = 'firing' and (state = 'sent' or state = 'queued' and attempts > 0)`.execute(tx)
    if (rows.some(({ sent }) => sent)) return undefined
    // Another worker sends or drops it at this moment.
    return rows.length > 0 ? 'later' : message('notification.over')
  }
  if (content.event !== 'firing') return undefined
  // A message that failed before is sent all the same: the end will follow it.
  if (state === 'closed' && attempts === 1) return message('notification.over')
  if (state === 'acknowledged' && after_minutes > 0) return message('notification.over')
  return undefined
}

/** The attempt was none. The sweep moves the message to the end of the maintenance meanwhile (alerts/maintenance.ts). */
const postpone = (tx: Tx, { id }: LeasedDelivery) =>
  sql`update notification_delivery set next_at = now() + interval '30 seconds', attempts = attempts - 1 where id = ${id}`.execute(
    tx,
  )

async function tryOnce(context: DeliveryContext, delivery: LeasedDelivery, kind: HttpKind): Promise<Attempt> {
  let secret
  try {
    secret = openTarget(context.keys, delivery.secret)
  } catch {
    return { verdict: { end: 'rejected', error: message('notification.secret_unreadable') } }
  }
  const text = renderNotification(delivery.content, {
    locale: delivery.locale,
    zone: delivery.time_zone,
    baseUrl: context.baseUrl,
  })
  const target = { ...delivery, ...secret, kind, recipients: delivery.recipient }
  const began = performance.now()
  const reply = await context.send(
    requestOf(target, {
      content: delivery.content,
      text,
      id: `msg_${delivery.id}`,
      at: new Date(),
      to: delivery.recipient ?? '',
    }),
    context.signal,
  )
  const duration_ms = Math.round(performance.now() - began)
  if ('verdict' in reply) return { verdict: reply.verdict, duration_ms }
  return {
    verdict: verdictOf(target, reply),
    http_status: reply.status,
    // Control characters and NUL, which PostgreSQL rejects, are not for display. A service may echo its token.
    response: masked(reply.body, [secret.token, secret.url]).slice(0, maxResponse),
    duration_ms,
  }
}

const masked = (body: string, secrets: readonly (string | null)[]) => {
  // oxlint-disable-next-line no-control-regex -- these are what is replaced
  let text = body.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
  for (const secret of secrets) if (secret !== null && secret.length >= 4) text = text.replaceAll(secret, '•••')
  return text
}

async function handToMail(context: DeliveryContext, tx: Tx, delivery: LeasedDelivery): Promise<void> {
  const { content, locale } = delivery
  const text = renderNotification(content, { locale, zone: delivery.time_zone, baseUrl: context.baseUrl })
  await context.mail.queue(tx, {
    kind: 'alert',
    to: delivery.recipient ?? '',
    locale,
    company_id: delivery.company_id,
    dedupe_key: `notification:${delivery.id}`,
    // A test has an id of its own as its thread.
    thread: `alert-${content.thread.replaceAll(':', '-')}`,
    data: { title: text.title, lines: text.lines, target: delivery.name, link: text.link ?? context.baseUrl },
  })
  // The outbox retries from here; without a mail server it stores the mail.
  if (context.hasMailServer) await conclude(tx, delivery, { verdict: { end: 'sent' } })
  else await conclude(tx, delivery, { verdict: { end: 'rejected', error: message('notification.no_mail_server') } })
}

/** Stores the result of an attempt, unless another worker has taken the message over. */
async function conclude(tx: Tx, delivery: LeasedDelivery, attempt: Attempt): Promise<void> {
  const { verdict } = attempt
  if (verdict.end === 'sent') {
    await end(tx, delivery, 'sent', attempt)
    await sql`update notification_target set last_sent_at = now(), failing_since = null, last_error = null where id = ${delivery.target_id}`.execute(
      tx,
    )
    return
  }
  const max = delivery.kind === 'webhook' ? maxWebhookAttempts : maxAttempts
  if (verdict.end === 'retry' && delivery.attempts < max) {
    const wait = retrySeconds[Math.min(delivery.attempts, retrySeconds.length) - 1] as number
    // Jitter of 10 %, so that messages that failed together are not repeated together.
    const seconds = Math.max(wait * (0.9 + Math.random() * 0.2), verdict.afterSeconds ?? 0)
    const { rows } = await sql<{ next_at: string }>`
      update notification_delivery set next_at = now() + make_interval(secs => ${seconds}), error = ${JSON.stringify(verdict.error)}::jsonb,
          http_status = ${attempt.http_status ?? null}, response = ${attempt.response ?? null}, duration_ms = ${attempt.duration_ms ?? null}
        where id = ${delivery.id} and state = 'queued' and attempts = ${delivery.attempts} returning next_at`.execute(
      tx,
    )
    if (rows[0] !== undefined)
      await addJob(
        tx,
        sendNotificationsTask,
        {},
        { key: `notification:${delivery.id}`, runAt: new Date(rows[0].next_at) },
      )
  } else {
    await end(tx, delivery, 'failed', attempt)
  }
  await sql`
    update notification_target set failing_since = coalesce(failing_since, now()), last_error = ${JSON.stringify(verdict.error)}::jsonb,
        status = case when ${verdict.end} = 'gone' or failing_since < now() - make_interval(days => ${failingDays}) then 'off' else status end
      where id = ${delivery.target_id}`.execute(tx)
}

const end = (tx: Tx, { id, attempts }: LeasedDelivery, state: 'sent' | 'failed' | 'dropped', attempt: Attempt) =>
  sql`update notification_delivery set state = ${state}, ended_at = now(), http_status = ${attempt.http_status ?? null},
      response = ${attempt.response ?? null}, duration_ms = ${attempt.duration_ms ?? null},
      error = ${attempt.verdict.end === 'sent' ? null : JSON.stringify(attempt.verdict.error)}::jsonb
    where id = ${id} and state = 'queued' and (attempts = ${attempts} or ${state} = 'sent')`.execute(tx)

/** Stores a result; if the database is unavailable, retries until the lease has almost expired. */
async function settle({ system }: DeliveryContext, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const until = Date.now() + 40_000
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    try {
      await system(work)
      return
    } catch (error) {
      if (Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}
