import { describe, expect, it } from 'vitest'
import { inviteStore } from '@trunkline/contract/resources/invite'
import { inviteBody, rolesFor, usualRole, type InviteValues } from './invite-values.ts'

const own = { id: 7, type: 'distributor' as const }
const values = (more: Partial<InviteValues> = {}): InviteValues => ({
  mode: 'existing',
  email: 'eve@reseller.example',
  role: 'editor',
  locale: 'de',
  company_id: null,
  company: { name: 'North', type: 'client', parent_level: 'distributor', parent_id: null, billing_term: 'net-30' },
  ...more,
})
const roles = [{ id: 'primary-admin' }, { id: 'admin' }, { id: 'editor' }, { id: 'read-only' }]

describe('what an invitation sends', () => {
  it('names an existing company and no new one', () => {
    const body = inviteBody(values({ company_id: 12 }), own)
    expect(body).toEqual({ email: 'eve@reseller.example', role: 'editor', locale: 'de', company_id: 12 })
    expect(inviteStore.safeParse(body).success).toBe(true)
  })

  it('means the own company where none is chosen', () => {
    expect(inviteBody(values(), own).company_id).toBe(7)
  })

  it('names a new company below the chosen parent, and no existing one', () => {
    const newCompany = values({ mode: 'founding', company_id: 12 })
    expect(inviteBody(newCompany, own)).toMatchObject({ company: { name: 'North', type: 'client', parent_id: 7 } })
    expect(inviteBody(newCompany, own)).not.toHaveProperty('company_id')
    const deeper = {
      ...newCompany,
      company: { ...newCompany.company, parent_level: 'reseller' as const, parent_id: 31 },
    }
    expect(inviteBody(deeper, own).company?.parent_id).toBe(31)
  })

  it('offers no role above the own one to who joins, but any to who founds a company', () => {
    expect(rolesFor(roles, 'existing', 'admin').map((role) => role.id)).toEqual(['admin', 'editor', 'read-only'])
    expect(rolesFor(roles, 'founding', 'admin').map((role) => role.id)).toContain('primary-admin')
  })

  it('begins with the primary admin for a founder and with the least for who joins', () => {
    expect(usualRole('founding')).toBe('primary-admin')
    expect(usualRole('existing')).toBe('read-only')
  })
})
