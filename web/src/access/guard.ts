import type { GrantedAbility } from '@trunkline/contract/abilities'
import { granted } from './granted.ts'
import { homeOf } from './home.ts'
import type { SignedIn } from './session.ts'

/**
 * Who may open a route: users with an ability, `any` signed-in user, `auth` pages (visitors without a session), or
 * `open` to everyone (404, legal, latest).
 */
export type RouteAccess = GrantedAbility | 'any' | 'auth' | 'open'

export interface GuardedRoute {
  path: string
  access: RouteAccess
  /** Auth pages that redirect a signed-in user home instead of signing out. */
  redirectIfLoggedIn?: boolean
}

/** `sign-out`: end the session, clear the storage, then show the page. */
export type Decision = { go: 'on' | 'login' | 'not-found' | 'sign-out' } | { go: 'home'; path: string }

/** The navigation rules of the panel: what happens when `session` opens `route`. */
export function decideRoute(session: Pick<SignedIn, 'role' | 'abilities'> | null, route: GuardedRoute): Decision {
  const { access } = route
  if (access === 'open') return { go: 'on' }
  if (access === 'auth') {
    if (session === null) return { go: 'on' }
    const home = homeOf(session.role)
    // A role without a home would be redirected from the sign-in page to itself.
    if (route.redirectIfLoggedIn && home !== route.path) return { go: 'home', path: home }
    return { go: 'sign-out' }
  }
  if (session === null) return { go: 'login' }
  if (access === 'any' || granted(session.abilities, access)) return { go: 'on' }
  return { go: 'not-found' }
}
