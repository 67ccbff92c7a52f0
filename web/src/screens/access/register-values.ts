import { auth, type invitationSeen } from '@trunkline/contract/resources/auth'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type * as z from 'zod/mini'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import type { LinkToken } from './link-token.ts'

export type Invitation = z.infer<typeof invitationSeen>
export type RegisterBody = BodyInput<typeof auth.register>

/** Form values of the registration: an empty text is '', an empty select null. */
export interface RegisterValues {
  first_name: string
  last_name: string
  telephone: string
  locale: 'en' | 'de'
  time_zone: string
  /** Only in the provider's setup; others use the address of their invitation. */
  email: string
  password: string
  company: {
    name: string
    legal_name: string
    registration_number: string
    vat_number: string
    address_line_1: string
    address_line_2: string
    postcode: string
    city: string
    region: string
    countyIsoCode: string | null
    currency: string | null
    time_zone: string
  }
  [key: string]: unknown
}

/** Whether the link is the provider's own: the first registration of an installation. */
export const isSetup = (invitation: Invitation): boolean => invitation.new_company?.type === 'simrush'

/** Initial form values for an invitation. */
export function registerValues(
  invitation: Invitation,
  at: { locale: 'en' | 'de'; time_zone: string; country: string | null },
): RegisterValues {
  return {
    first_name: invitation.first_name,
    last_name: invitation.last_name,
    telephone: invitation.telephone,
    locale: at.locale,
    time_zone: at.time_zone,
    email: invitation.email,
    password: '',
    company: {
      name: invitation.new_company?.name ?? '',
      legal_name: '',
      registration_number: '',
      vat_number: '',
      address_line_1: '',
      address_line_2: '',
      postcode: '',
      city: '',
      region: '',
      countyIsoCode: at.country,
      currency: null,
      time_zone: at.time_zone,
    },
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/**
 * The body of the registration: with a company only if the invitation creates one, with an address only if the link has
 * none. Empty values are null or left out.
 */
export function registerBody(link: LinkToken, invitation: Invitation, values: RegisterValues): RegisterBody {
  const { company, email, telephone, ...person } = values
  const { name, countyIsoCode, currency, time_zone, ...lines } = company
  const { first_name, last_name, locale, time_zone: ownZone, password } = person
  const body: RegisterBody = {
    ...link,
    first_name,
    last_name,
    telephone: orNull(telephone),
    locale,
    time_zone: ownZone,
    password,
  }
  if (invitation.email === '') body.email = email
  if (invitation.new_company)
    body.company = {
      name,
      countyIsoCode,
      time_zone,
      locale,
      ...(currency !== null && { currency }),
      ...(Object.fromEntries(Object.entries(lines).map(([key, value]) => [key, orNull(value)])) as Record<
        keyof typeof lines,
        string | null
      >),
    }
  return body
}

/** Validation errors of the contract by field. */
export const registerErrors = (link: LinkToken, invitation: Invitation, values: RegisterValues): FieldErrors =>
  schemaErrors(auth.register.body, registerBody(link, invitation, values))
