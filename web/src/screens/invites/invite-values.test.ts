import { describe, expect, it } from 'vitest'
import { inviteStore } from '@trunkline/contract/resources/invite'
import { inviteBody, rolesFor, defaultRole, type InviteValues } from './invite-values.ts'

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

describe('the body of an invitation', () => {
  it('has an existing company and no new one', () => {
    const body = inviteBody(values({ company_id: 12 }), own)
    expect(body).toEqual({ email: 'eve@reseller.example', role: 'editor', locale: 'de', company_id: 12 })
    expect(inviteStore.safeParse(body).success).toBe(true)
  })

  it('has the own company if none is selected', () => {
    expect(inviteBody(values(), own).company_id).toBe(7)
  })

  it('has a new company below the selected parent, and no existing one', () => {
    const isNew = values({ mode: 'new', company_id: 12 })
    expect(inviteBody(isNew, own)).toMatchObject({ company: { name: 'North', type: 'client', parent_id: 7 } })
    expect(inviteBody(isNew, own)).not.toHaveProperty('company_id')
    const deeper = { ...isNew, company: { ...isNew.company, parent_level: 'reseller' as const, parent_id: 31 } }
    expect(inviteBody(deeper, own).company?.parent_id).toBe(31)
  })

  it('offers no role above the own one in an existing company, but any in a new one', () => {
    expect(rolesFor(roles, 'existing', 'admin').map((role) => role.id)).toEqual(['admin', 'editor', 'read-only'])
    expect(rolesFor(roles, 'new', 'admin').map((role) => role.id)).toContain('primary-admin')
  })

  it('preselects primary admin in a new company and read-only in an existing one', () => {
    expect(defaultRole('new')).toBe('primary-admin')
    expect(defaultRole('existing')).toBe('read-only')
  })
})
