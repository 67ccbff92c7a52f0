import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'

/** When a text tells a time, in whose zone; UTC where it is left out. */
type Zoned = { time_zone?: string }

/**
 * What each kind of mail is told. Links are whole addresses below the configured base URL, times ISO 8601; the texts
 * of both languages are made from nothing else. Aliases, not interfaces, so that rooms may pass plain records.
 */
export type MailData = {
  invitation: Zoned & {
    inviter: string
    inviter_company: string
    role: UserRole
    /** The company that is joined, or the name of the one to be founded. */
    company: string
    /** Only where a company is founded. */
    founding_type?: CompanyType
    link: string
    expires_at: string
  }
  'password-reset': {
    name: string
    link: string
    /** How long the link counts. */
    minutes: string
    /** Who asked for it on the user's behalf. */
    asked_by?: string
  }
  'verify-email': { name: string; email: string; link: string; hours: string }
  /** Goes to the new address, which is `email`. */
  'email-change': { name: string; email: string; link: string; hours: string }
  /** A used-up refresh token came again; `link` leads to the profile. */
  'refresh-reuse': Zoned & { name: string; at: string; ip?: string; user_agent?: string; link: string }
  /** The password is another now; `link` leads to a new one. */
  'password-changed': Zoned & { name: string; at: string; ip?: string; link: string }
  /** Goes to the old address; `email` is the new one, `link` leads to the sign-in. */
  'email-changed': Zoned & { name: string; email: string; at: string; ip?: string; link: string }
  welcome: { name: string; company?: string; link: string }
  /** `by` has switched the second factor off; `link` leads to the profile. */
  /** The end of a company's licences, the nearest first; `link` leads to their list. */
  'licence-reminder': {
    name: string
    company: string
    /** `days_left` to the end; negative: over since. */
    licences: { key: string; category: LicencePart; expires_on: string; days_left: number }[]
    /** How many there are beyond those that are named. */
    more: number
    link: string
  }
  /** The end of a certificate of 802.1X that the panel does not renew by itself; `link` leads to the settings. */
  'radius-certificate-expiry': Zoned & {
    name: string
    certificate: 'ca' | 'server'
    subject: string
    expires_at: string
    days_left: number
    link: string
  }
  'two-factor-reset': Zoned & { name: string; by: string; at: string; link: string }
}

export type MailKind = keyof MailData
export type MailLocale = 'en' | 'de'

export interface MailRequest<K extends MailKind = MailKind> {
  kind: K
  to: string
  /** The recipient's language. */
  locale: MailLocale
  /** Whose mail it is; null: the installation's. */
  company_id: number | null
  /** What is asked for twice under one key is one mail. */
  dedupe_key?: string | undefined
  data: MailData[K]
}

/** A mail in words: the layout makes HTML and plain text of it, escaping everything. */
export interface MailText {
  subject: string
  /** Shown by mail programs beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  button: { label: string; link: string }
  /** What follows the button: how long it counts. */
  after: string[]
  /** Why the recipient gets it, and what to do if it was not expected. */
  why: string
  /** The sender's display name, where it is not the panel's own. */
  from_name?: string
}

export type MailTexts = { [K in MailKind]: (data: MailData[K]) => MailText }
