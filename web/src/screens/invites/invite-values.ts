import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import { mayGiveRole } from '@trunkline/contract/abilities'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { billingTerms } from '@trunkline/contract/resources/company'
import type { invites } from '@trunkline/contract/resources/invite'
import { chosenParent } from '../companies/parent-fields.tsx'
import type { NewCompanyType } from '../companies/placement.ts'

export interface InviteValues {
  mode: 'existing' | 'new'
  email: string
  role: UserRole
  locale: 'en' | 'de'
  company_id: number | null
  company: {
    name: string
    type: NewCompanyType
    parent_level: CompanyType
    parent_id: number | null
    billing_term: (typeof billingTerms)[number]
  }
  [key: string]: unknown
}

/** The body of the call: exactly one of an existing company and a new one. */
export function inviteBody(
  values: InviteValues,
  own: { id: number; type: CompanyType },
): BodyInput<typeof invites.store> {
  const { mode, email, role, locale, company_id, company } = values
  if (mode === 'existing') return { email, role, locale, company_id: company_id ?? own.id }
  return {
    email,
    role,
    locale,
    company: {
      name: company.name,
      type: company.type,
      billing_term: company.billing_term,
      parent_id: chosenParent(company, own) ?? own.id,
    },
  }
}

/** The roles that the inviter may give. The creator of a company may become its primary admin. */
export const rolesFor = <R extends { id: string | number }>(
  roles: readonly R[],
  mode: InviteValues['mode'],
  own: UserRole,
): R[] => roles.filter((role) => mode === 'new' || mayGiveRole(own, role.id as UserRole))

/** The preselected role: primary admin of a new company, read-only in an existing one. */
export const defaultRole = (mode: InviteValues['mode']): UserRole => (mode === 'new' ? 'primary-admin' : 'read-only')
