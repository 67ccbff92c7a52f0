import { mayOn, type GrantedAbility, type CallerStanding, type Ability } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useCallback } from 'react'
import { granted } from './granted.ts'
import { useSession, type SignedIn } from './session.ts'

/** Whether `session` has an ability, or may call an endpoint. */
export function can(session: Pick<SignedIn, 'abilities'> | null, requested: GrantedAbility | Endpoint): boolean {
  const access = 'path' in requested ? requested.access : requested
  if (access === 'public') return true
  if (session === null) return false
  return access === 'self' || granted(session.abilities, access)
}

/** For menus and buttons: `const can = useCan(); can(companies.store)`. */
export function useCan(): (requested: GrantedAbility | Endpoint) => boolean {
  const session = useSession()
  return useCallback((requested) => can(session, requested), [session])
}

/** The fields that locate a row in the hierarchy: `id` of a company, `company_id` of everything else. */
export interface PlacedRow {
  id: number
  company_id?: number | null
}

/** Whether `session` may call `endpoint` on this row: of its own company, or of one below. */
export function canOn(session: SignedIn | null, endpoint: Endpoint, row: PlacedRow): boolean {
  if (!can(session, endpoint)) return false
  const { access } = endpoint
  if (session === null || typeof access === 'string') return true
  const { company, user_role } = session.user
  const standing: CallerStanding = { company_type: company.type, role: user_role }
  const at = access.subject === 'companies' ? row.id : row.company_id
  return mayOn(standing, access satisfies Ability, at === company.id ? 'own' : 'below')
}

/** For buttons on a row: `const canOn = useRowCan(); canOn(companies.update, row)`. */
export function useRowCan(): (endpoint: Endpoint, row: PlacedRow) => boolean {
  const session = useSession()
  return useCallback((endpoint, row) => canOn(session, endpoint, row), [session])
}
