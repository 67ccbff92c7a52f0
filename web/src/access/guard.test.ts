import { abilitiesOf, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import { describe, expect, it } from 'vitest'
import type { RouteEntry } from '../route-entry.ts'
import { panelPages } from '../routes.ts'
import { fullPages } from '../screens/access/routes.ts'
import { decideRoute } from './guard.ts'
import { homeOf } from './home.ts'

const signedIn = (type: CompanyType, role: UserRole = 'admin') => ({
  role: type === 'client' ? 'client' : 'admin',
  abilities: abilitiesOf({ company_type: type, role }),
})
const route = (path: string): RouteEntry => {
  const found = [...fullPages, ...panelPages].find((entry) => entry.path === path)
  if (!found) throw new Error(`no route ${path}`)
  return found
}

describe('a visitor without a session', () => {
  it('reaches every auth page, 404, legal and latest', () => {
    for (const page of fullPages) expect(decideRoute(null, page), page.path).toEqual({ go: 'on' })
  })
  it('is sent to the sign-in from everything else', () => {
    for (const page of panelPages) expect(decideRoute(null, page), page.path).toEqual({ go: 'login' })
  })
})

describe('a signed-in user', () => {
  it('opens a route with its ability', () => {
    expect(decideRoute(signedIn('reseller'), route('/company-management/list'))).toEqual({ go: 'on' })
    expect(decideRoute(signedIn('simrush'), route('/settings'))).toEqual({ go: 'on' })
  })
  it('finds error-404 where the ability is missing', () => {
    expect(decideRoute(signedIn('client'), route('/company-management/list'))).toEqual({ go: 'not-found' })
    expect(decideRoute(signedIn('reseller'), route('/outbox/list'))).toEqual({ go: 'not-found' })
    expect(decideRoute(signedIn('reseller', 'read-only'), route('/invite-user'))).toEqual({ go: 'not-found' })
    expect(decideRoute(signedIn('simrush', 'editor'), route('/settings'))).toEqual({ go: 'not-found' })
  })
  it('opens routes without an ability whatever it may do', () => {
    expect(decideRoute({ role: 'admin', abilities: [] }, route('/'))).toEqual({ go: 'on' })
    expect(decideRoute({ role: 'client', abilities: [] }, route('/profile/update-info'))).toEqual({ go: 'on' })
  })
  it('reads 404, legal and latest without losing the session', () => {
    for (const path of ['/error-404', '/legal', '/latest'])
      expect(decideRoute(signedIn('client'), route(path))).toEqual({ go: 'on' })
  })
  it('is sent home by role from pages that redirect who is signed in', () => {
    expect(decideRoute(signedIn('distributor'), route('/login'))).toEqual({ go: 'home', path: '/' })
    expect(decideRoute(signedIn('client'), route('/login'))).toEqual({ go: 'home', path: '/access-control' })
    expect(decideRoute(signedIn('client'), route('/forgot-password'))).toEqual({ go: 'home', path: '/access-control' })
    expect(decideRoute({ role: 'auditor', abilities: [] }, route('/forgot-password'))).toEqual({
      go: 'home',
      path: '/login',
    })
  })
  it('with a role that has no home is signed out on the sign-in page, not sent round in circles', () => {
    expect(decideRoute({ role: 'auditor', abilities: [] }, route('/login'))).toEqual({ go: 'sign-out' })
  })
  it('is signed out by every other auth page', () => {
    for (const path of ['/register/{-$token}/{-$id}', '/reset-password/$token/$id', '/verify-email/$token/$id'])
      expect(decideRoute(signedIn('reseller'), route(path)), path).toEqual({ go: 'sign-out' })
  })
  it('may open its home, whatever its company and role', () => {
    for (const type of ['simrush', 'master-distributor', 'distributor', 'reseller', 'client'] as const)
      for (const role of ['primary-admin', 'admin', 'editor', 'read-only'] as const) {
        const user = signedIn(type, role)
        expect(decideRoute(user, route(homeOf(user.role))), `${role} of ${type}`).toEqual({ go: 'on' })
      }
  })
})
