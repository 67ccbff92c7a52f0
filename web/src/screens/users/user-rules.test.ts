import type { UserRole } from '@trunkline/contract/abilities'
import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../../access/session.ts'
import {
  assignableRoles,
  offersLoginAs,
  whyNotDestroy,
  whyNotEdit,
  whyNotLoginAs,
  whyNotMakePrimary,
  whyNotRole,
  whyNotStatus,
  type RuledUser,
} from './user-rules.ts'

const viewer = (user_role: UserRole, more: Partial<SignedIn['user']> = {}): SignedIn['user'] => ({
  id: 1,
  name: 'Ada',
  first_name: 'Ada',
  last_name: 'L',
  email: 'ada@reseller.example',
  role: 'admin',
  user_role,
  company: { id: 10, name: 'Reseller', type: 'reseller', logo: null },
  locale: 'en',
  time_zone: 'UTC',
  two_factor: false,
  two_factor_missing: false,
  impersonator: null,
  ...more,
})
const user = (more: Partial<RuledUser> = {}): RuledUser => ({
  id: 2,
  role: 'editor',
  company_id: 10,
  is_active: true,
  two_factor: false,
  deleted_at: null,
  ...more,
})

describe('the rules about users', () => {
  it('forbid changing the own role or status and moving oneself to the trash', () => {
    const self = user({ id: 1, role: 'admin' })
    expect(whyNotRole(viewer('admin'), self)).toBe('selfRole')
    expect(whyNotStatus(viewer('admin'), self)).toBe('selfStatus')
    expect(whyNotDestroy(viewer('admin'), self)).toBe('self')
    expect(whyNotEdit(viewer('admin'), self)).toBeUndefined()
  })

  it('let an admin leave the primary admin of its company alone', () => {
    const primary = user({ role: 'primary-admin' })
    expect(whyNotEdit(viewer('admin'), primary)).toBe('primary')
    expect(whyNotStatus(viewer('admin'), primary)).toBe('primary')
    expect(whyNotDestroy(viewer('admin'), primary)).toBe('primary')
  })

  it('let an admin edit the primary admin of a company below, but not change that role', () => {
    const primary = user({ role: 'primary-admin', company_id: 11 })
    expect(whyNotEdit(viewer('admin'), primary)).toBeUndefined()
    expect(whyNotRole(viewer('admin'), primary)).toBe('primaryRole')
    expect(whyNotDestroy(viewer('admin'), primary)).toBeUndefined()
  })

  it('never offer a role above the own one, nor that of the primary admin', () => {
    expect(assignableRoles(viewer('primary-admin'))).toEqual(['admin', 'editor', 'read-only'])
    expect(assignableRoles(viewer('admin'))).toEqual(['admin', 'editor', 'read-only'])
    expect(assignableRoles(viewer('editor'))).toEqual(['editor', 'read-only'])
    expect(assignableRoles(viewer('admin'), 'primary-admin')).toEqual(['primary-admin', 'admin', 'editor', 'read-only'])
  })

  it('offer to log in as a user strictly below, to admins alone', () => {
    expect(offersLoginAs(viewer('admin'), user({ company_id: 11 }))).toBe(true)
    expect(offersLoginAs(viewer('primary-admin'), user({ company_id: 11 }))).toBe(true)
    expect(offersLoginAs(viewer('editor'), user({ company_id: 11 }))).toBe(false)
    expect(offersLoginAs(viewer('admin'), user())).toBe(false)
  })

  it('forbid logging in as a user in a session as another user', () => {
    const acting = viewer('admin', {
      impersonator: { id: 9, name: 'Root', company: 'Provider', expires_at: '2026-01-01T00:00:00Z' },
    })
    expect(whyNotLoginAs(acting, user({ company_id: 11 }))).toBe('acting')
    expect(whyNotLoginAs(viewer('admin'), user({ company_id: 11, is_active: false }))).toBe('inactive')
  })

  it('let only primary admins assign that role, in their company and below', () => {
    expect(whyNotMakePrimary(viewer('primary-admin'), user())).toBeUndefined()
    expect(whyNotMakePrimary(viewer('admin'), user())).toBe('makePrimary')
    expect(whyNotMakePrimary(viewer('admin'), user({ company_id: 11 }))).toBe('makePrimary')
    expect(whyNotMakePrimary(viewer('primary-admin'), user({ company_id: 11 }))).toBeUndefined()
  })
})
