import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import type { Keys } from '../secrets.ts'
import { openBody } from './encrypted-body.ts'
import type { DeliveryOutcome, OutgoingMail, SendMail } from './smtp.ts'

/*
 * States of a mail: queued → (leased, attempted) → sent | failed, or stored without a mail server.
 *
 * A worker claims a mail by moving its next_at beyond the longest attempt, in a transaction that ends before the worker
 * contacts the mail server. If the worker dies, the mail is due again when the lease expires: no mail is lost.
 * `attempts` is incremented with every lease and checked when a failure is written, so that a worker whose lease has
 * expired does not affect the one that owns the mail now.
 *
 * One window cannot be closed: the server replies 250 and the worker dies before `sent` is committed. SMTP has no way
 * to query the result, so that the mail is sent again, with the same Message-ID; mail stores that check it drop the
 * second copy. The window is the time of one update, and if the database is unavailable the update is retried until the
 * lease expires.
 */

/** Minutes until the next attempt, after the first, second, … The last one applies to all further ones. */
const retryMinutes = [1, 5, 30, 120, 360]
const tries = 10
/** Seconds; longer than `tryTimeout` of smtp.ts plus the time to store the result. */
const lease = 150

interface LeasedMail extends OutgoingMail {
  id: number
  attempts: number
  sealed_body: Buffer | null
}

/**
 * Sends due mails until none are left, the server is unavailable, `signal` aborts or `budgetMs` is used up. Safe to run
 * in several workers.
 * @param keys to decrypt the texts of mails with a secret link
 * @returns whether it stopped because of the time budget
 */
export async function sendDueMails(
  { system, signal, log, keys }: Pick<TaskContext, 'system' | 'signal' | 'log'> & { keys: Keys },
  send: SendMail,
  budgetMs = 240_000,
): Promise<boolean> {
  const end = Date.now() + budgetMs
  while (!signal.aborted) {
    if (Date.now() > end) return true
    const mail = await system(leaseMail)
    if (mail === undefined) return false
    const outcome: DeliveryOutcome =
      mail.attempts > tries
        ? { end: 'refused', error: 'given up: no try came to an end' }
        : await decryptAndSend(mail, keys, send)
    await settle(system, mail, outcome)
    const reported = { mail_id: mail.id, attempt: mail.attempts, message_id: mail.message_id }
    if (outcome.end === 'sent') log.info(reported, 'mail sent')
    else
      log.warn(
        { ...reported, reason: outcome.error },
        outcome.end === 'refused' || mail.attempts >= tries ? 'mail failed' : 'mail will be tried again',
      )
    // The next attempt is a minute away; a queue of a thousand mails must not wait for a timeout each.
    if (outcome.end === 'later' && outcome.cause === 'server') return false
  }
  return false
}

/** Decrypts the texts in memory only. A mail whose key is missing fails, without affecting the others. */
async function decryptAndSend(
  { sealed_body, ...mail }: LeasedMail,
  keys: Keys,
  send: SendMail,
): Promise<DeliveryOutcome> {
  if (sealed_body === null) return send(mail)
  try {
    const { text, html } = openBody(keys, sealed_body, mail.message_id)
    mail = { ...mail, body_text: text, body_html: html }
  } catch {
    return { end: 'refused', error: 'The text of this mail cannot be decrypted with the keys of this installation.' }
  }
  return send(mail)
}

async function leaseMail(tx: Tx): Promise<LeasedMail | undefined> {
  const { rows } = await sql<LeasedMail>`
    update mail set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease})
     where id = (select id from mail where state = 'queued' and next_at <= now() order by next_at, id limit 1 for update skip locked)
    returning id, attempts, to_address, from_name, subject, body_text, body_html, sealed_body, locale, message_id, thread_id, created_at
  `.execute(tx)
  return rows[0]
}

/** Stores the result of an attempt; if the database is unavailable, retries until the lease has almost expired. */
async function settle(system: TaskContext['system'], mail: LeasedMail, outcome: DeliveryOutcome): Promise<void> {
  const until = Date.now() + 45_000
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await system((tx) => write(tx, mail, outcome))
    } catch (error) {
      if (Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}

async function write(tx: Tx, mail: LeasedMail, outcome: DeliveryOutcome): Promise<void> {
  const mine = sql`id = ${mail.id} and state = 'queued' and attempts = ${mail.attempts}`
  if (outcome.end === 'sent') {
    // Also if another worker has the lease by now: the mail was sent and must not be sent again. Its text contains a
    // link that gives access to an account, so it is deleted.
    await sql`update mail set state = 'sent', sent_at = now(), last_error = null, body_text = '', body_html = '', sealed_body = null where id = ${mail.id} and state = 'queued'`.execute(
      tx,
    )
  } else if (outcome.end === 'refused' || mail.attempts >= tries) {
    await sql`update mail set state = 'failed', last_error = ${outcome.error} where ${mine}`.execute(tx)
  } else {
    const minutes = retryMinutes[Math.min(mail.attempts, retryMinutes.length) - 1]!
    await sql`update mail set last_error = ${outcome.error}, next_at = now() + make_interval(mins => ${minutes}) where ${mine}`.execute(
      tx,
    )
  }
}
