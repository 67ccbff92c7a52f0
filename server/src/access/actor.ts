import { may, mayOn, type Ability, type CompanyType, type Relation, type UserRole } from '@trunkline/contract/abilities'
import type { TenantSettings } from '../db/tenant-transaction.ts'

/** The caller of a request, read from the session for each request. */
export interface Actor {
  user_id: number
  /** `First Last <e-mail>`, the format of the audit log. */
  label: string
  company_id: number
  company_type: CompanyType
  /** Depth of the company in the tree; the provider is at 1. */
  depth: number
  /** The company's ancestors, the provider first: their shared rows are readable. */
  above: readonly number[]
  role: UserRole
  locale: 'en' | 'de'
  /** The session; null for a personal API token. */
  session_id: number | null
  api_token_id: number | null
  /** Scopes of an API token; null: all rights of the user. */
  scopes: readonly string[] | null
  /** The session may only set up a second factor (`beforeTwoFactor` of an endpoint): the company requires one. */
  two_factor_missing?: boolean
  /** The user who is logged in as this user, if any. */
  impersonator: { id: number; label: string; company_id: number } | null
}

const inScope = (scopes: readonly string[] | null, { action, subject }: Ability) =>
  scopes === null ||
  [`${subject}:${action}`, `${subject}:*`, `*:${action}`, '*:*'].some((scope) => scopes.includes(scope))

/** Whether the actor has the ability for any kind of row. */
export const actorMay = (actor: Actor, ability: Ability): boolean =>
  may(actor, ability) && inScope(actor.scopes, ability)

/** Whether the actor has the ability for a row with this owner relation to its company. */
export const actorMayOn = (actor: Actor, ability: Ability, relation: Relation): boolean =>
  mayOn(actor, ability, relation) && inScope(actor.scopes, ability)

/**
 * Relation of a visible row to the actor: it belongs to the actor's own company, to a descendant, or is shared by an
 * ancestor.
 */
export const relationTo = (actor: Actor, owner: number): Relation =>
  owner === actor.company_id ? 'own' : actor.above.includes(owner) ? 'above' : 'below'

/** The settings of this actor's tenant transactions. */
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
