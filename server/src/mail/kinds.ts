import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'

/** The time zone for times in a text; default UTC. */
type WithTimeZone = { time_zone?: string }

/**
 * The data of each kind of mail. Links are absolute URLs below the configured base URL, times ISO 8601; the texts of
 * both languages use nothing else. Type aliases, not interfaces, so that modules may pass plain records.
 */
export type MailData = {
  invitation: WithTimeZone & {
    inviter: string
    inviter_company: string
    role: UserRole
    /** The company to join, or the name of the new one. */
    company: string
    /** Only if a company is created. */
    founding_type?: CompanyType
    link: string
    expires_at: string
  }
  'password-reset': {
    name: string
    link: string
    /** Expiry of the link. */
    minutes: string
    /** The user who requested it on behalf of the recipient. */
    asked_by?: string
  }
  'verify-email': { name: string; email: string; link: string; hours: string }
  /** Sent to the new address, which is `email`. */
  'email-change': { name: string; email: string; link: string; hours: string }
  /** A used refresh token was used again; `link` leads to the profile. */
  'refresh-reuse': WithTimeZone & { name: string; at: string; ip?: string; user_agent?: string; link: string }
  /** The password was changed; `link` leads to setting a new one. */
  'password-changed': WithTimeZone & { name: string; at: string; ip?: string; link: string }
  /** Sent to the old address; `email` is the new one, `link` leads to the sign-in page. */
  'email-changed': WithTimeZone & { name: string; email: string; at: string; ip?: string; link: string }
  welcome: { name: string; company?: string; link: string }
  /** `by` has disabled the second factor; `link` leads to the profile. */
  /** The expiry of a company's licences, the nearest first; `link` leads to their list. */
  'licence-reminder': {
    name: string
    company: string
    /** `days_left` until the expiry; negative: expired. */
    licences: { key: string; category: LicencePart; expires_on: string; days_left: number }[]
    /** Number of licences beyond those listed. */
    more: number
    link: string
  }
  /** The end of the warranty of a company's devices, the nearest first; `link` leads to their list. */
  'warranty-reminder': {
    name: string
    company: string
    /** `days_left` until the end; negative: ended. */
    devices: { name: string; serial_number: string | null; expires_on: string; days_left: number }[]
    /** Number of devices beyond those listed. */
    more: number
    link: string
  }
  /** The expiry of an 802.1X certificate that the panel does not renew automatically; `link` leads to the settings. */
  'radius-certificate-expiry': WithTimeZone & {
    name: string
    certificate: 'ca' | 'server'
    subject: string
    expires_at: string
    days_left: number
    link: string
  }
  /** An event of an alert, for the recipients of the notification target with the name `target`. */
  alert: { title: string; lines: string[]; target: string; link: string }
  /** `author` mentions the recipient in a note on `record`; `link` leads to it. */
  'note-mention': { name: string; author: string; record: string; text: string; link: string }
  'two-factor-reset': WithTimeZone & { name: string; by: string; at: string; link: string }
}

export type MailKind = keyof MailData
export type MailLocale = 'en' | 'de'

export interface MailRequest<K extends MailKind = MailKind> {
  kind: K
  to: string
  /** The recipient's language. */
  locale: MailLocale
  /** The company that the mail belongs to; null: the installation. */
  company_id: number | null
  /** Mails enqueued with the same key are sent once. */
  dedupe_key?: string | undefined
  /** Mails with the same name are one conversation in the mailbox. Letters, digits and hyphens. */
  thread?: string
  data: MailData[K]
}

/** The text of a mail: the layout renders it as HTML and plain text and escapes everything. */
export interface MailText {
  subject: string
  /** Preview text that mail programs show after the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  button: { label: string; link: string }
  /** The text after the button: how long the link is valid. */
  after: string[]
  /** Why the recipient gets the mail, and what to do if it was unexpected. */
  why: string
  /** The sender's display name, if it is not the panel's default. */
  from_name?: string
}

export type MailTexts = { [K in MailKind]: (data: MailData[K]) => MailText }
