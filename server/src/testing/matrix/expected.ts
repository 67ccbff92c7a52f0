import { may, mayOn, type Ability } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { catalogueKinds } from './inventory-fixture.ts'
import { isShared, type TreeRelation, type FixtureUser } from './matrix-fixture.ts'

/** Rows that belong to a user, not to a company: no other user sees them, whatever the tree. */
const personal: readonly ObjectKind[] = ['session', 'api-token', 'saved-view', 'import', 'bulk-job']

/**
 * The result that the contract and the ability table require. `done` is any success or a rejection of the content (409,
 * 422).
 */
export type Expected = 'done' | 403 | 404

const standing = (actor: FixtureUser) => ({ company_type: actor.company.type, role: actor.role })

/** Whether the actor may call the endpoint at all. */
export function opens(endpoint: Endpoint, actor: FixtureUser): boolean {
  if (endpoint.access === 'public' || endpoint.access === 'self') return true
  const { types, roles } = endpoint.only ?? {}
  return (
    may(standing(actor), endpoint.access) &&
    (types?.includes(actor.company.type) ?? true) &&
    (roles?.includes(actor.role) ?? true)
  )
}

/** The expected result for a row of `endpoint.object` at `relation`: 40 lines without any server code. */
export function expectedAnswer(endpoint: Endpoint, actor: FixtureUser, relation: TreeRelation): Expected {
  if (!opens(endpoint, actor)) return 403
  const kind = endpoint.object as ObjectKind
  if (personal.includes(kind)) return relation === 'own' ? 'done' : 404
  // The installation's own rows have no company: a caller who may read their list sees all of them.
  if (kind === 'mail' || kind === 'radius-certificate' || kind === 'dead-letter' || kind === 'device-network')
    return 'done'
  if (catalogueKinds.includes(kind)) {
    const position = actor.company.type === 'simrush' ? 'own' : 'above'
    return mayOn(standing(actor), endpoint.access as Ability, position) ? 'done' : 403
  }
  const above = relation === 'shared' || (relation === 'ancestor' && isShared(kind))
  const visible = actor.company.type === 'simrush' || relation === 'own' || relation === 'descendant' || above
  if (!visible) return 404
  // Shared rows are there to be used: the address belongs to the caller.
  if (relation === 'shared' && endpoint.name === 'subnet.address.store') return 'done'
  const position = relation === 'own' ? 'own' : above ? 'above' : 'below'
  if (endpoint.only?.relations !== undefined && !endpoint.only.relations.includes(position)) return 403
  return endpoint.access === 'self' || mayOn(standing(actor), endpoint.access as Ability, position) ? 'done' : 403
}

/** Whether a status is as expected. */
export const matches = (expected: Expected, status: number): boolean =>
  expected === 'done' ? status < 300 || status === 409 || status === 422 : status === expected
