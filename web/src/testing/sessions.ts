import { abilitiesOf, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import type { Session } from '@trunkline/contract/resources/auth'

const soon = () => new Date(Date.now() + 600_000).toISOString()

/** A reply to a sign-in, as the server gives it. */
export function sessionFor(
  of: {
    id?: number
    type?: CompanyType
    role?: UserRole
    access?: string
    refresh?: string | null
    actingFor?: string
    version?: string
  } = {},
): Session {
  const type = of.type ?? 'reseller'
  const role = of.role ?? 'admin'
  return {
    user: {
      id: of.id ?? 7,
      name: 'Mara Lind',
      first_name: 'Mara',
      last_name: 'Lind',
      email: 'mara@reseller.example',
      role: type === 'client' ? 'client' : 'admin',
      user_role: role,
      company: { id: 40, name: 'North Reseller', type, logo: null },
      locale: 'en',
      time_zone: 'Europe/Berlin',
      two_factor: false,
      two_factor_missing: false,
      impersonator: of.actingFor ? { id: 1, name: of.actingFor, company: 'Provider', expires_at: soon() } : null,
    },
    abilities: abilitiesOf({ company_type: type, role }),
    roles: [type, role],
    app: { version: of.version ?? '1.0.0' },
    access: { token: of.access ?? 'access-token-one-000', expires_at: soon(), type: 'Bearer' },
    refresh: of.refresh === null ? null : { token: of.refresh ?? 'refresh-token-one-00', expires_at: soon() },
  }
}
