import { actions, subjects, type Action, type GrantedAbility, type Subject } from '@trunkline/contract/abilities'

/** The actions that the user has on one subject, in the order of the ability table. */
export interface Grant {
  subject: Subject
  actions: Action[]
}

export type TokenAccess = 'all' | 'read' | 'chosen'

export const readScopes = ['*:view-list', '*:view-index', '*:view'] as const

/** Maximum number of scopes that the server accepts. */
const maxScopes = 100

/** All abilities that a token can have: those of the user, without those that only the browser uses. */
export function grantsOf(abilities: readonly GrantedAbility[]): Grant[] {
  return subjects
    .map((subject) => ({
      subject,
      actions: actions.filter((action) => abilities.some((one) => one.subject === subject && one.action === action)),
    }))
    .filter((grant) => grant.actions.length > 0)
}

/**
 * The scopes to send. Selected ones are sent one by one, so that the token does not get abilities that the user receives
 * later. Above the server's maximum, complete subjects are sent as `subject:*`.
 */
export function scopesOf(access: TokenAccess, chosen: readonly string[], grants: readonly Grant[]): string[] {
  if (access === 'all') return ['*:*']
  if (access === 'read') return [...readScopes]
  if (chosen.length <= maxScopes) return [...chosen]
  return grants.flatMap((grant) => {
    const own = grant.actions.map((action) => `${grant.subject}:${action}`).filter((scope) => chosen.includes(scope))
    return own.length === grant.actions.length ? [`${grant.subject}:*`] : own
  })
}

/** The choice that a token's scopes represent. */
export function accessOf(scopes: readonly string[]): TokenAccess {
  if (scopes.includes('*:*')) return 'all'
  return scopes.every((scope) => scope.startsWith('*:view')) ? 'read' : 'chosen'
}
