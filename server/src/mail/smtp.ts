import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { parseMailbox } from './address.ts'

/** A mail from the outbox. */
export interface OutgoingMail {
  to_address: string
  from_name: string | null
  subject: string
  body_text: string
  body_html: string
  locale: string
  message_id: string
  /** The conversation that the mail belongs to; null: none. */
  thread_id: string | null
  created_at: string
}

/**
 * The result of one attempt. `refused`: permanent. `later`: a retry may succeed; `server`: because of the server, not
 * of this mail.
 */
export type DeliveryOutcome =
  | { end: 'sent' }
  | { end: 'refused'; error: string }
  | { end: 'later'; error: string; cause: 'mail' | 'server' }

export type SendMail = (mail: OutgoingMail) => Promise<DeliveryOutcome>

/** Timeout of one attempt in milliseconds; the lease of a mail is longer. */
const tryTimeout = 90_000

/**
 * Sends mails over SMTP. Each mail uses a new connection, because a pool would resend mails after a lost connection,
 * which this module must decide.
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
        ...(mail.thread_id !== null && { references: mail.thread_id, inReplyTo: mail.thread_id }),
        date: new Date(mail.created_at),
        headers: {
          // Suppresses automatic replies (RFC 3834, 5). There is no List-Unsubscribe: every mail results from one
          // action of a user and none is a subscription.
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
  /** From the server's reply. */
  responseCode?: number
  /** The failed command: `RCPT TO`, `DATA`, `CONN`, … */
  command?: string
}

/** Commands whose reply concerns this mail; replies to any other concern the server and its settings. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * A 5xx reply to the mail is permanent (RFC 5321, 4.2.1). A 5xx reply to the connection or the sign-in is not: a wrong
 * password in SMTP_URL must not lose mails. After a lost connection it is unknown whether the server accepted the mail;
 * it is sent again with the same Message-ID.
 */
function classify(error: SmtpError): DeliveryOutcome {
  const text = error.message.slice(0, 500)
  const mine = aboutTheMail.includes(error.command ?? '')
  const code = error.responseCode ?? 0
  if (mine && code >= 500) return { end: 'refused', error: text }
  // An address that cannot be sent in SMTP, so that no server was contacted.
  if (error.code === 'EENVELOPE' && error.command === 'API') return { end: 'refused', error: text }
  return { end: 'later', error: text, cause: mine && code > 0 ? 'mail' : 'server' }
}
