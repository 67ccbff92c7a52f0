import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import type { NotificationKind } from '@trunkline/contract/resources/notification-enums'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { addJob } from '../../jobs/queue.ts'
import type { TaskContext } from '../../jobs/tasks.ts'
import type { MailService } from '../../mail/queue.ts'
import type { Keys } from '../../secrets.ts'
import { requestOf, verdictOf, type HttpKind, type Verdict } from './channels.ts'
import {
  byUrgency,
  renderNotification,
  renderTogether,
  type NotificationContent,
  type NotificationLocale,
  type NotificationText,
} from './content.ts'
import { sendNotificationsTask } from './enqueue.ts'
import type { SendOutgoing } from './outgoing.ts'
import { openTarget } from './secret.ts'

/*
 * States of a delivery: queued → (leased, attempted) → sent | failed | dropped.
 *
 * As with mails, a worker commits the lease and the attempt before it connects. If it dies, the message is due again
 * when the lease expires, and may arrive twice; the id that webhooks carry is the same then. An alert never begins twice,
 * a message about it can.
 *
 * From the tenth message to one recipient in a minute on, those that are due are leased together, sent as one, and end
 * together; webhooks, which programs read, get each.
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
/** Messages to one recipient in a minute from which on they are combined. */
const combineFrom = 10
/** Seconds between combined messages to a recipient. */
const combineSeconds = 15
const maxCombined = 1000
/** Latest messages of a target among which those of the last minute are counted. */
const recentMessages = 200
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

/** Messages to one recipient that are sent as one. */
type Deliveries = readonly [LeasedDelivery, ...LeasedDelivery[]]

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
    const others = await leaseWith(tx, delivery)
    if (others === 'later') return []
    const wanted: LeasedDelivery[] = []
    for (const one of [delivery, ...others]) {
      const drop = await reasonToDrop(context, tx, one)
      if (drop === 'later') await postpone(tx, one)
      else if (drop === undefined) wanted.push(one)
      else await end(tx, [one], 'dropped', { verdict: { end: 'rejected', error: drop } })
    }
    return wanted.toSorted((a, b) => byUrgency(a.content, b.content))
  })
  if (leased === undefined) return false
  if (!isSome(leased)) return true
  const [delivery] = leased
  const { kind } = delivery
  if (kind === 'email') {
    await settle(context, (tx) => handToMail(context, tx, leased))
    return true
  }
  const attempt = await tryOnce(context, leased, kind)
  await settle(context, (tx) => conclude(tx, leased, attempt))
  const reported = {
    delivery_id: delivery.id,
    target_id: delivery.target_id,
    attempt: delivery.attempts,
    ...(leased.length > 1 && { together: leased.length }),
  }
  if (attempt.verdict.end === 'sent') context.log.info(reported, 'notification sent')
  else context.log.warn({ ...reported, reason: attempt.verdict.error.reason }, 'notification not sent')
  return true
}

const isSome = (list: readonly LeasedDelivery[]): list is Deliveries => list.length > 0

/** Leases the message that is due first. Workers lease messages to one target one after the other, to see each other's. */
async function leaseDelivery(tx: Tx): Promise<LeasedDelivery | undefined> {
  for (;;) {
    const { rows } = await sql<{ target_id: number }>`
      select target_id from notification_delivery where state = 'queued' and next_at <= now() order by next_at, id limit 1`.execute(
      tx,
    )
    const [first] = rows
    if (first === undefined) return undefined
    await sql`select pg_advisory_xact_lock(737, (${first.target_id}::bigint % 2147483647)::int)`.execute(tx)
    const [delivery] = await lease(
      tx,
      sql`select id from notification_delivery where state = 'queued' and next_at <= now() and target_id = ${first.target_id}
        order by next_at, id limit 1 for update`,
    )
    // Otherwise another worker has leased it in the meantime.
    if (delivery !== undefined) return delivery
  }
}

/**
 * Leases the other messages that are due to the same recipient, if there are that many.
 * @returns those that are sent as one with the message; `later`: none of them is sent now, since another one was, or is
 *   being sent, a moment ago
 */
async function leaseWith(tx: Tx, delivery: LeasedDelivery): Promise<LeasedDelivery[] | 'later'> {
  const { id, target_id, recipient, kind, content } = delivery
  if (kind === 'webhook' || content.event === 'test') return []
  const others = sql`state = 'queued' and next_at <= now() and target_id = ${target_id} and recipient is not distinct from ${recipient}
    and content ->> 'event' <> 'test'`
  const { rows } = await sql<{ recent: number; due: number; wait_until: string | null }>`
    with latest as (
      select greatest(case when state in ('sent', 'failed') then ended_at end, case when state = 'queued' and attempts > 0 and next_at > clock_timestamp() and next_at <= clock_timestamp() + make_interval(secs => ${leaseSeconds}) then next_at - make_interval(secs => ${leaseSeconds}) end) as at
        from (select * from notification_delivery where target_id = ${target_id} order by id desc limit ${recentMessages}) d
        where recipient is not distinct from ${recipient} and content ->> 'event' <> 'test' and id <> ${id})
    select count(*) filter (where at > clock_timestamp() - interval '1 minute')::int as recent,
        (select count(*)::int from notification_delivery where ${others}) as due,
        case when max(at) > clock_timestamp() - make_interval(secs => ${combineSeconds}) then max(at) + make_interval(secs => ${combineSeconds}) end as wait_until
      from latest`.execute(tx)
  const { recent, due, wait_until } = rows[0]!
  if (recent + due + 1 < combineFrom) return []
  if (wait_until === null)
    return await lease(
      tx,
      sql`select id from notification_delivery where ${others} order by next_at, id limit ${maxCombined - 1} for update`,
    )
  await sql`update notification_delivery set next_at = ${wait_until} where ${others}`.execute(tx)
  await sql`update notification_delivery set next_at = ${wait_until}, attempts = attempts - 1 where id = ${id}`.execute(
    tx,
  )
  await addJob(tx, sendNotificationsTask, {}, { key: `notification:${id}`, runAt: new Date(wait_until) })
  return 'later'
}

/** Leases messages. @param which selects their ids, and locks them */
async function lease(tx: Tx, which: RawBuilder<unknown>): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with due as (${which}),
    leased as (
      update notification_delivery set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
        where id in (select id from due) returning *)
    select d.id, d.target_id, d.key, d.recipient, d.content, d.attempts, t.kind, t.locale, t.time_zone, t.secret, t.header_name, t.body_template,
        t.success_pattern, t.company_id, t.name, t.after_minutes,
        (t.status = 'active' or d.content ->> 'event' = 'test') and t.deleted_at is null as wanted
      from leased d join notification_target t on t.id = d.target_id order by d.id`.execute(tx)
  return rows
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

/** The text of messages that are sent as one. */
const textOf = (deliveries: Deliveries, baseUrl: string): NotificationText => {
  const [{ content, locale, time_zone: zone }] = deliveries
  return deliveries.length === 1
    ? renderNotification(content, { locale, zone, baseUrl })
    : renderTogether(
        deliveries.map((one) => one.content),
        { locale, zone, baseUrl },
      )
}

async function tryOnce(context: DeliveryContext, deliveries: Deliveries, kind: HttpKind): Promise<Attempt> {
  const [delivery] = deliveries
  let secret
  try {
    secret = openTarget(context.keys, delivery.secret)
  } catch {
    return { verdict: { end: 'rejected', error: message('notification.secret_unreadable') } }
  }
  const text = textOf(deliveries, context.baseUrl)
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

async function handToMail(context: DeliveryContext, tx: Tx, deliveries: Deliveries): Promise<void> {
  const [delivery] = deliveries
  const { content, locale } = delivery
  const text = textOf(deliveries, context.baseUrl)
  await context.mail.queue(tx, {
    kind: 'alert',
    to: delivery.recipient ?? '',
    locale,
    company_id: delivery.company_id,
    dedupe_key: `notification:${delivery.id}`,
    // A test has an id of its own as its thread.
    ...(deliveries.length === 1 && { thread: `alert-${content.thread.replaceAll(':', '-')}` }),
    data: { title: text.title, lines: text.lines, target: delivery.name, link: text.link ?? context.baseUrl },
  })
  // The outbox retries from here; without a mail server it stores the mail.
  if (context.hasMailServer) await conclude(tx, deliveries, { verdict: { end: 'sent' } })
  else await conclude(tx, deliveries, { verdict: { end: 'rejected', error: message('notification.no_mail_server') } })
}

/** Stores the result of an attempt, unless another worker has taken the messages over. */
async function conclude(tx: Tx, deliveries: Deliveries, attempt: Attempt): Promise<void> {
  const { verdict } = attempt
  const [delivery] = deliveries
  if (verdict.end === 'sent') {
    await end(tx, deliveries, 'sent', attempt)
    await sql`update notification_target set last_sent_at = now(), failing_since = null, last_error = null where id = ${delivery.target_id}`.execute(
      tx,
    )
    return
  }
  const max = delivery.kind === 'webhook' ? maxWebhookAttempts : maxAttempts
  const retried = verdict.end === 'retry' ? deliveries.filter(({ attempts }) => attempts < max) : []
  await end(
    tx,
    deliveries.filter((one) => !retried.includes(one)),
    'failed',
    attempt,
  )
  if (verdict.end === 'retry' && retried.length > 0) {
    const attempts = Math.min(...retried.map((one) => one.attempts))
    const wait = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] as number
    // Jitter of 10 %, so that messages that failed together are not repeated together.
    const seconds = Math.max(wait * (0.9 + Math.random() * 0.2), verdict.afterSeconds ?? 0)
    const { rows } = await sql<{ next_at: string }>`
      update notification_delivery d set next_at = now() + make_interval(secs => ${seconds}), error = ${JSON.stringify(verdict.error)}::jsonb,
          http_status = ${attempt.http_status ?? null}, response = ${attempt.response ?? null}, duration_ms = ${attempt.duration_ms ?? null}
        from ${leasesOf(retried)} where d.id = l.id and d.state = 'queued' and d.attempts = l.attempts returning d.next_at`.execute(
      tx,
    )
    if (rows[0] !== undefined)
      await addJob(
        tx,
        sendNotificationsTask,
        {},
        { key: `notification:${delivery.id}`, runAt: new Date(rows[0].next_at) },
      )
  }
  await sql`
    update notification_target set failing_since = coalesce(failing_since, now()), last_error = ${JSON.stringify(verdict.error)}::jsonb,
        status = case when ${verdict.end} = 'gone' or failing_since < now() - make_interval(days => ${failingDays}) then 'off' else status end
      where id = ${delivery.target_id}`.execute(tx)
}

/** The messages as a table `l` of ids and attempts. */
const leasesOf = (deliveries: readonly LeasedDelivery[]) =>
  sql`unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ attempts }) => attempts)}::int[]) as l (id, attempts)`

const end = (tx: Tx, deliveries: readonly LeasedDelivery[], state: 'sent' | 'failed' | 'dropped', attempt: Attempt) =>
  sql`update notification_delivery d set state = ${state}, ended_at = now(), http_status = ${attempt.http_status ?? null},
      response = ${attempt.response ?? null}, duration_ms = ${attempt.duration_ms ?? null},
      error = ${attempt.verdict.end === 'sent' ? null : JSON.stringify(attempt.verdict.error)}::jsonb,
      content = content || ${JSON.stringify(deliveries.length > 1 ? { together: deliveries.length } : {})}::jsonb
    from ${leasesOf(deliveries)} where d.id = l.id and d.state = 'queued' and (d.attempts = l.attempts or ${state} = 'sent')`.execute(
    tx,
  )

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
