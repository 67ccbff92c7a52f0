import { actions, subjects, type Action, type GrantedAbility, type Subject } from '@trunkline/contract/abilities'

/** The actions that the user has on one subject, in the order of the ability table. */
export interface Grant {
  subject: Subject
  actions: Action[]
}

export type TokenAccess = 'all' | 'read' | 'chosen'

export const readScopes = ['*:view-list', '*:view-index', '*:view'] as const

/** The server takes so many scopes. */
const maxScopes = 100

/** What a token could be given at most: the user's abilities, without those that only the browser asks about. */
export function grantsOf(abilities: readonly GrantedAbility[]): Grant[] {
  return subjects
    .map((subject) => ({
      subject,
      actions: actions.filter((action) => abilities.some((one) => one.subject === subject && one.action === action)),
    }))
    .filter((grant) => grant.actions.length > 0)
}

/**
 * The scopes to send. Chosen ones are sent one by one, so that an ability that the user gets later is not in the token
 * by itself; only where they are more than the server takes, complete subjects become `subject:*`.
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

/** Which of the three choices a token's scopes stand for. */
export function accessOf(scopes: readonly string[]): TokenAccess {
  if (scopes.includes('*:*')) return 'all'
  return scopes.every((scope) => scope.startsWith('*:view')) ? 'read' : 'chosen'
}
