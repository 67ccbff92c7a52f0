import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { billingTerms } from '@trunkline/contract/resources/company'
import type { inviteStatuses } from '@trunkline/contract/resources/invite'
import type { userStatuses } from '@trunkline/contract/resources/user'

export type Locale = 'en' | 'de'
export interface Choice {
  id: string
  name: string
}

export type Labels<T extends string> = Record<T, Record<Locale, string>>

export const companyTypeLabels: Labels<CompanyType> = {
  simrush: { en: 'Provider', de: 'Provider' },
  'master-distributor': { en: 'Master distributor', de: 'Master-Distributor' },
  distributor: { en: 'Distributor', de: 'Distributor' },
  reseller: { en: 'Reseller', de: 'Reseller' },
  client: { en: 'Client', de: 'Kunde' },
}

export const userRoleLabels: Labels<UserRole> = {
  'primary-admin': { en: 'Primary admin', de: 'Hauptadministrator' },
  admin: { en: 'Admin', de: 'Administrator' },
  editor: { en: 'Editor', de: 'Bearbeiter' },
  'read-only': { en: 'Read-only', de: 'Nur Lesezugriff' },
}

export const userStatusLabels: Labels<(typeof userStatuses)[number]> = {
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Inactive', de: 'Inaktiv' },
  unverified: { en: 'E-mail not confirmed', de: 'E-Mail nicht bestätigt' },
}

export const inviteStatusLabels: Labels<(typeof inviteStatuses)[number]> = {
  pending: { en: 'Pending', de: 'Offen' },
  accepted: { en: 'Accepted', de: 'Angenommen' },
  expired: { en: 'Expired', de: 'Abgelaufen' },
  cancelled: { en: 'Cancelled', de: 'Zurückgezogen' },
}

export const billingTermLabels: Labels<(typeof billingTerms)[number]> = {
  prepaid: { en: 'Prepaid', de: 'Vorauszahlung' },
  'net-7': { en: '7 days', de: '7 Tage' },
  'net-14': { en: '14 days', de: '14 Tage' },
  'net-30': { en: '30 days', de: '30 Tage' },
  'net-60': { en: '60 days', de: '60 Tage' },
}

export const localeChoices: Choice[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
]

/** The given keys of a list of labels as options of a select, in order. */
export const choicesOf = <T extends string>(labels: Labels<T>, ids: readonly T[], locale: Locale): Choice[] =>
  ids.map((id) => ({ id, name: labels[id][locale] }))
