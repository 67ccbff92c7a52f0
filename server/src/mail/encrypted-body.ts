import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../db/pool.ts'
import { open, seal, type Keys } from '../secrets.ts'
import type { MailKind } from './kinds.ts'

/** The texts of a mail as sent. */
export interface MailBody {
  text: string
  html: string
}

/**
 * Whether a kind of mail contains a link that gives access to an account. The texts of these mails are encrypted in the
 * outbox.
 */
const secretLinks: Record<MailKind, boolean> = {
  invitation: true,
  'password-reset': true,
  'verify-email': true,
  'email-change': true,
  'refresh-reuse': false,
  'password-changed': false,
  'email-changed': false,
  welcome: false,
  'licence-reminder': false,
  'warranty-reminder': false,
  'radius-certificate-expiry': false,
  alert: false,
  'note-mention': false,
  'two-factor-reset': false,
}

export const hasSecretLink = (kind: string): boolean => secretLinks[kind as MailKind] === true
export const secretKinds = Object.keys(secretLinks).filter(hasSecretLink)

/** Days after which the encrypted texts of an unsent mail are deleted: no link is valid for more than seven. */
export const sealedDays = 8

/** The keys of an installation: the first encrypts, all of them decrypt. */
export type MailKeys = Pick<Config, 'key'> & Partial<Pick<Config, 'formerKeys'>>
export const keysOf = ({ key, formerKeys }: MailKeys): readonly [Buffer, ...Buffer[]] => [key, ...(formerKeys ?? [])]

/** The encryption context: the Message-ID is known before the row is written, and is unique. */
export const mailContext = (message_id: string): string => `mail:${message_id}`

/** Encrypts the texts of a mail for its row. */
export const sealBody = (keys: Keys, { text, html }: MailBody, message_id: string): Buffer =>
  seal(keys, JSON.stringify({ text, html }), mailContext(message_id))

/** @throws Error if the value was modified, belongs to another mail, or its key is missing */
export const openBody = (keys: Keys, sealed: Buffer, message_id: string): MailBody =>
  JSON.parse(open(keys, sealed, mailContext(message_id))) as MailBody

/** Replaces a secret link in the outbox: its origin, without path and token. */
export const maskedLink = (link: string): string => `${new URL(link).origin}/…`

/** A URL that ends in a token of 256 bits and an id. */
const tokenLink = /https?:\/\/[^\s"'<>]+\/[A-Za-z0-9_-]{43}\/\d+/g
const batch = 200

/**
 * Encrypts the texts of mails that an earlier version has stored with their link. Runs at each start and every night,
 * because a process of that version may still be writing some; does nothing if there are none.
 * @param through runs a batch in a transaction that sees every row
 * @returns the number of encrypted mails
 */
export async function sealStoredMails(
  through: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  keys: Keys,
): Promise<number> {
  for (let sealed = 0; ;) {
    const found = await through(async (tx) => {
      const { rows } = await sql<{ id: number; message_id: string; text: string; html: string }>`
        select id, message_id, body_text as text, body_html as html from mail
        where kind = any (${secretKinds}) and state <> 'sent' and sealed_body is null
          and body_text || body_html ~ '/[A-Za-z0-9_-]{43}/[0-9]+'
        order by id limit ${batch} for update`.execute(tx)
      for (const { id, message_id, text, html } of rows) {
        const hide = (body: string) => body.replaceAll(tokenLink, maskedLink)
        await sql`
          update mail set sealed_body = ${sealBody(keys, { text, html }, message_id)}, body_text = ${hide(text)}, body_html = ${hide(html)}
          where id = ${id}`.execute(tx)
      }
      return rows.length
    })
    sealed += found
    if (found < batch) return sealed
  }
}
