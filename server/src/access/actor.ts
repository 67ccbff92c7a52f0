import { may, mayOn, type Ability, type CompanyType, type Relation, type UserRole } from '@trunkline/contract/abilities'
import type { TenantSettings } from '../db/tenant-transaction.ts'

/** Who is calling, read from the session at each request. */
export interface Actor {
  user_id: number
  /** `First Last <e-mail>`, as the audit log keeps it. */
  label: string
  company_id: number
  company_type: CompanyType
  /** How deep the company stands in the tree; the provider at 1. */
  depth: number
  /** The companies above its own, the provider first: what they offer downwards is readable. */
  above: readonly number[]
  role: UserRole
  locale: 'en' | 'de'
  /** The session, or null for a personal API token. */
  session_id: number | null
  api_token_id: number | null
  /** What an API token was made for; null: everything that the user may. */
  scopes: readonly string[] | null
  /** Who logged in as this user, if somebody did. */
  impersonator: { id: number; label: string; company_id: number } | null
}

const inScope = (scopes: readonly string[] | null, { action, subject }: Ability) =>
  scopes === null ||
  [`${subject}:${action}`, `${subject}:*`, `*:${action}`, '*:*'].some((scope) => scopes.includes(scope))

/** Whether the actor may do it on any kind of row. */
export const actorMay = (actor: Actor, ability: Ability): boolean =>
  may(actor, ability) && inScope(actor.scopes, ability)

/** Whether the actor may do it on a row that stands so to its company. */
export const actorMayOn = (actor: Actor, ability: Ability, relation: Relation): boolean =>
  mayOn(actor, ability, relation) && inScope(actor.scopes, ability)

/** Seen from the actor, a visible row is its own company's, one of a company below, or offered by one above. */
export const relationTo = (actor: Actor, owner: number): Relation =>
  owner === actor.company_id ? 'own' : actor.above.includes(owner) ? 'above' : 'below'

/** The door of this actor's requests. */
export const tenantSettingsOf = (actor: Actor, request: { id?: string; ip?: string }): TenantSettings => ({
  company_id: actor.company_id,
  everything: actor.company_type === 'simrush',
  actor_id: actor.user_id,
  actor_name: actor.label,
  impersonator_id: actor.impersonator?.id,
  impersonator_name: actor.impersonator?.label,
  ip: request.ip,
  request_id: request.id,
})
