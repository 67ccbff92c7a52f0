import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../db/pool.ts'
import { addJob } from '../jobs/queue.ts'
import { parseMailbox } from './address.ts'
import type { MailKind, MailRequest, MailText } from './kinds.ts'
import { mailHtml, mailPlain } from './layout.ts'
import {
  hasSecretLink,
  keysOf,
  secretKinds,
  sealBody,
  maskedLink,
  type MailBody,
  type MailKeys,
} from './encrypted-body.ts'
import { de } from './texts.de.ts'
import { en } from './texts.en.ts'

/** The mail service, as other modules use it. */
export interface MailService {
  /**
   * Renders a mail in the recipient's language and adds it to the outbox in the caller's transaction: it is sent after
   * the commit, and not after a rollback. Without a mail server it is stored until one is configured. Texts with a
   * secret link are encrypted; the outbox shows the mail without the link.
   * @returns the mail's id; null if `dedupe_key` was used before
   */
  queue<K extends MailKind>(tx: Tx, mail: MailRequest<K>): Promise<number | null>
  /**
   * Queues a failed or stored mail again, with ten new attempts. Requires a transaction that sees the outbox.
   * @returns false without a mail server, if the mail is in another state, or if its link has expired and was deleted
   */
  retry(tx: Tx, id: number): Promise<boolean>
}

const texts = { en, de }

/** Renders the text of a mail for both parts. */
export const writeMail = <K extends MailKind>({
  kind,
  locale,
  data,
}: Pick<MailRequest<K>, 'kind' | 'locale' | 'data'>): MailText => texts[locale][kind](data)

const bodyOf = (text: MailText, locale: MailRequest['locale']): MailBody => ({
  text: mailPlain(text, locale),
  html: mailHtml(text, locale),
})

export function createMailService(config: Pick<Config, 'smtpUrl' | 'mailFrom'> & MailKeys): MailService {
  const { domain } = parseMailbox(config.mailFrom)
  return {
    async queue(tx, mail) {
      const text = writeMail(mail)
      const state = config.smtpUrl === undefined ? 'kept' : 'queued'
      // Assigned once and sent with every attempt, so that a recipient can detect duplicates (RFC 5322, 3.6.4).
      const messageId = `<${randomUUID()}@${domain}>`
      const secret = hasSecretLink(mail.kind)
      const body = bodyOf(text, mail.locale)
      const shown = secret
        ? bodyOf(writeMail({ ...mail, data: { ...mail.data, link: maskedLink(mail.data.link) } }), mail.locale)
        : body
      const sealed = secret ? sealBody(keysOf(config), body, messageId) : null
      const { rows } = await sql<{ id: number | null }>`
        select queue_mail(${mail.company_id}, ${mail.kind}, ${mail.dedupe_key ?? null}, ${mail.to}, ${text.from_name ?? null},
          ${text.subject}, ${shown.text}, ${shown.html}, ${mail.locale}, ${messageId}, ${state}, ${sealed}) as id
      `.execute(tx)
      const id = rows[0]?.id ?? null
      // No mail has this id: mail programs group by it all the same, also if the first mail was not delivered.
      if (id !== null && mail.thread !== undefined)
        await sql`update mail set thread_id = ${`<${mail.thread}@${domain}>`} where id = ${id}`.execute(tx)
      if (id !== null && state === 'queued') await addJob(tx, sendMailTask)
      return id
    },
    async retry(tx, id) {
      if (config.smtpUrl === undefined) return false
      const { numAffectedRows } = await sql`
        update mail set state = 'queued', attempts = 0, next_at = now(), last_error = null
         where id = ${id} and state in ('failed', 'kept')
           and (sealed_body is not null or not kind = any (${secretKinds}))`.execute(tx)
      if (numAffectedRows !== 1n) return false
      await addJob(tx, sendMailTask)
      return true
    },
  }
}

/** The task that sends due mails. */
export const sendMailTask = 'send-mail'
