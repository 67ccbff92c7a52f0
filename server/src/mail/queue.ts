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
  shownLink,
  type MailBody,
  type MailKeys,
} from './encrypted-body.ts'
import { de } from './texts.de.ts'
import { en } from './texts.en.ts'

/** What other rooms need of this one. */
export interface MailService {
  /**
   * Writes a mail in the recipient's language and puts it into the outbox, inside the caller's transaction: it goes out
   * after the commit, and never if there is none. Where no mail server is set it is kept until there is one. Texts with
   * a secret link are encrypted; what is stored beside them shows the mail without it.
   * @returns the mail's id; null where `dedupe_key` was used before
   */
  queue<K extends MailKind>(tx: Tx, mail: MailRequest<K>): Promise<number | null>
  /**
   * Sends a failed or kept mail after all, with ten new tries. For the provider's door, which sees the outbox.
   * @returns false where there is no mail server, the mail is in no such state, or its link has expired and was deleted
   */
  retry(tx: Tx, id: number): Promise<boolean>
}

const texts = { en, de }

/** The words of a mail, for both of its parts. */
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
      // Given once and sent with every try, so that whoever gets a mail twice can tell (RFC 5322, 3.6.4).
      const messageId = `<${randomUUID()}@${domain}>`
      const secret = hasSecretLink(mail.kind)
      const body = bodyOf(text, mail.locale)
      const shown = secret
        ? bodyOf(writeMail({ ...mail, data: { ...mail.data, link: shownLink(mail.data.link) } }), mail.locale)
        : body
      const sealed = secret ? sealBody(keysOf(config), body, messageId) : null
      const { rows } = await sql<{ id: number | null }>`
        select queue_mail(${mail.company_id}, ${mail.kind}, ${mail.dedupe_key ?? null}, ${mail.to}, ${text.from_name ?? null},
          ${text.subject}, ${shown.text}, ${shown.html}, ${mail.locale}, ${messageId}, ${state}, ${sealed}) as id
      `.execute(tx)
      const id = rows[0]?.id ?? null
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

/** The task that sends what is due. */
export const sendMailTask = 'send-mail'
