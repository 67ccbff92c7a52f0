import { subnets } from '@trunkline/contract/resources/subnet'
import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../../access/session.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { mayOnSubnet } from './subnet-permissions.ts'

const reseller = { ...sessionFor({ type: 'reseller' }), role: 'admin' } as unknown as SignedIn
const own = { id: 1, company_id: 40, company_type: 'reseller', exclusive: false, shared: false } as const
const below = { ...own, company_id: 99, company_type: 'client' } as const
const above = { ...own, company_id: 3, company_type: 'simrush', shared: true } as const
const may = (endpoint: Parameters<typeof mayOnSubnet>[1], node: Parameters<typeof mayOnSubnet>[2]) =>
  mayOnSubnet(reseller, endpoint, node)

describe('permissions on a subnet', () => {
  it('include everything for own subnets and those of companies below', () => {
    for (const node of [own, below])
      for (const endpoint of [subnets.update, subnets.plan, subnets.store]) expect(may(endpoint, node)).toBe(true)
  })

  it('include reading and allocating from shared subnets', () => {
    expect([subnets.show, subnets.store, subnets.storeAddress].map((endpoint) => may(endpoint, above))).toEqual([
      true,
      true,
      true,
    ])
    expect([subnets.update, subnets.plan, subnets.destroy].some((endpoint) => may(endpoint, above))).toBe(false)
    expect(may(subnets.store, { ...above, shared: false })).toBe(false)
  })

  it('are read-only for subnets that are exclusive to a company below', () => {
    expect(may(subnets.show, { ...below, exclusive: true })).toBe(true)
    expect(may(subnets.update, { ...below, exclusive: true })).toBe(false)
    expect(may(subnets.update, { ...own, exclusive: true })).toBe(true)
  })

  it('are none without the ability', () => {
    const readOnly = { ...sessionFor({ type: 'reseller', role: 'read-only' }), role: 'admin' } as unknown as SignedIn
    expect(mayOnSubnet(readOnly, subnets.update, own)).toBe(false)
    expect(mayOnSubnet(readOnly, subnets.store, above)).toBe(false)
    expect(mayOnSubnet(null, subnets.show, own)).toBe(false)
  })
})
