import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import type { Keys } from '../secrets.ts'
import { openBody } from './encrypted-body.ts'
import type { DeliveryOutcome, OutgoingMail, SendMail } from './smtp.ts'

/*
 * A mail's way: queued → (leased, tried) → sent | failed, or kept where there is no mail server.
 *
 * To take a mail is to move its next_at beyond the longest try, in a transaction that ends before the mail server is
 * spoken to. A worker that dies leaves a mail that falls due again when the lease is over: nothing is lost. `attempts`
 * counts up with every lease and is asked for when a failure is written, so that a worker which was overtaken does not
 * disturb the one that has the mail now.
 *
 * One window can't be closed: the server says 250 and the worker dies before `sent` is committed. SMTP has no way to
 * ask what became of a mail, so it goes out again, under the Message-ID that it has had since it was written; mail
 * stores that look at it drop the second copy. The window is the time of one update, and a database that is away at
 * that moment is asked again for as long as the lease lasts.
 */

/** Minutes until the next try, after the first, second, … The last one stands for all further ones. */
const retryMinutes = [1, 5, 30, 120, 360]
const tries = 10
/** Seconds; longer than `tryTimeout` of smtp.ts and the settling together. */
const lease = 150

interface LeasedMail extends OutgoingMail {
  id: number
  attempts: number
  sealed_body: Buffer | null
}

/**
 * Sends what is due until nothing is, the server is away, `signal` fires or `budgetMs` is used up. Any number of
 * workers may do so at once.
 * @param keys that decrypt the texts of mails with a secret link
 * @returns whether it stopped for want of time
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
    // Its next try is a minute away; a queue of a thousand mails need not wait for a time-out each.
    if (outcome.end === 'later' && outcome.cause === 'server') return false
  }
  return false
}

/** Decrypts the texts in memory only. A mail whose key is gone fails, and the others go on. */
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
    returning id, attempts, to_address, from_name, subject, body_text, body_html, sealed_body, locale, message_id, created_at
  `.execute(tx)
  return rows[0]
}

/** Writes how a try ended; while the database is away, again and again until the lease is nearly over. */
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
    // Also when another worker has the lease by now: the mail has gone out, and need not go again.
    // The text holds a link that opens an account; once it has gone out it is nobody's business here.
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
