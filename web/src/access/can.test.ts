import { companies } from '@trunkline/contract/resources/company'
import { auth } from '@trunkline/contract/resources/auth'
import { users } from '@trunkline/contract/resources/user'
import { describe, expect, it } from 'vitest'
import { sessionFor } from '../testing/sessions.ts'
import { can, canOn } from './can.ts'
import type { SignedIn } from './session.ts'

const user = (type: 'reseller' | 'client', role: 'admin' | 'editor' = 'admin') => {
  const reply = sessionFor({ type, role })
  return { ...reply, role: reply.user.role } as unknown as SignedIn
}

describe('can', () => {
  it('asks the abilities that the server listed, for an endpoint as for an ability', () => {
    expect(can(user('reseller'), companies.store)).toBe(true)
    expect(can(user('client'), companies.store)).toBe(false)
    expect(can(user('reseller'), { action: 'select', subject: 'client' })).toBe(true)
    expect(can(user('reseller'), { action: 'select', subject: 'distributor' })).toBe(false)
  })
  it('allows a visitor only what is public', () => {
    expect(can(null, auth.login)).toBe(true)
    expect(can(null, auth.show)).toBe(false)
    expect(can(null, companies.index)).toBe(false)
  })
  it('allows every signed-in user what is about itself', () => {
    expect(can(user('client'), auth.show)).toBe(true)
  })
})

describe('canOn a row', () => {
  it('lets a reseller change its own company and not destroy it', () => {
    expect(canOn(user('reseller'), companies.update, { id: 40 })).toBe(true)
    expect(canOn(user('reseller'), companies.destroy, { id: 40 })).toBe(false)
    expect(canOn(user('reseller'), companies.destroy, { id: 41 })).toBe(true)
  })
  it('places everything but companies by their company', () => {
    expect(canOn(user('client'), users.update, { id: 3, company_id: 40 })).toBe(true)
    expect(canOn(user('client'), users.update, { id: 3, company_id: 41 })).toBe(false)
  })
  it('follows the role of the user', () => {
    expect(canOn(user('reseller', 'editor'), users.destroy, { id: 3, company_id: 40 })).toBe(false)
  })
})
