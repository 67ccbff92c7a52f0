import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { parseMailbox } from './address.ts'

/** A mail as it lies in the outbox. */
export interface OutgoingMail {
  to_address: string
  from_name: string | null
  subject: string
  body_text: string
  body_html: string
  locale: string
  message_id: string
  created_at: string
}

/** How one try ended. `refused`: for good. `later`: the next try may do better; `server`: because of the server, not of this mail. */
export type DeliveryOutcome =
  | { end: 'sent' }
  | { end: 'refused'; error: string }
  | { end: 'later'; error: string; cause: 'mail' | 'server' }

export type SendMail = (mail: OutgoingMail) => Promise<DeliveryOutcome>

/** Longest time of one try in milliseconds; the lease on a mail is longer. */
const tryTimeout = 90_000

/**
 * A sender over SMTP. Each mail has a connection of its own: what a pool would send again by itself after a lost
 * connection is decided here alone.
 */
export function createSender({ smtpUrl, mailFrom }: { smtpUrl: string } & Pick<Config, 'mailFrom'>): SendMail {
  const transport = nodemailer.createTransport(withTimeouts(smtpUrl))
  const from = parseMailbox(mailFrom)
  return async (mail) => {
    try {
      await transport.sendMail({
        from: { name: mail.from_name ?? from.name, address: from.address },
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        messageId: mail.message_id,
        date: new Date(mail.created_at),
        headers: {
          // Keeps holiday notes and mailing programs from answering (RFC 3834, 5). There is no List-Unsubscribe: every
          // mail answers one act of a person and none is a subscription.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': mail.locale,
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(tryTimeout),
      })
      return { end: 'sent' }
    } catch (error) {
      return classify(error as SmtpError)
    }
  }
}

function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  const timeouts = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '30000', dnsTimeout: '10000' }
  for (const [name, value] of Object.entries(timeouts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

interface SmtpError extends Error {
  code?: string
  /** Of the server's reply. */
  responseCode?: number
  /** What was being said: `RCPT TO`, `DATA`, `CONN`, … */
  command?: string
}

/** Commands whose reply is about this mail; replies to any other are about the server and its settings. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * A 5xx to the mail is for good (RFC 5321, 4.2.1). A 5xx to the connection or the sign-in is not: a wrong password in
 * SMTP_URL must not cost anybody a mail. After a connection that was lost nobody knows whether the server took the
 * mail; it is sent again, under the same Message-ID.
 */
function classify(error: SmtpError): DeliveryOutcome {
  const text = error.message.slice(0, 500)
  const mine = aboutTheMail.includes(error.command ?? '')
  const code = error.responseCode ?? 0
  if (mine && code >= 500) return { end: 'refused', error: text }
  // An address that no server was asked about, because it can't be written down in SMTP.
  if (error.code === 'EENVELOPE' && error.command === 'API') return { end: 'refused', error: text }
  return { end: 'later', error: text, cause: mine && code > 0 ? 'mail' : 'server' }
}
