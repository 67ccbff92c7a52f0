import { subnets } from '@trunkline/contract/resources/subnet'
import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../../access/session.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { mayOnSubnet } from './subnet-rules.ts'

const reseller = { ...sessionFor({ type: 'reseller' }), role: 'admin' } as unknown as SignedIn
const own = { id: 1, company_id: 40, company_type: 'reseller', exclusive: false, shared: false } as const
const below = { ...own, company_id: 99, company_type: 'client' } as const
const above = { ...own, company_id: 3, company_type: 'simrush', shared: true } as const
const may = (endpoint: Parameters<typeof mayOnSubnet>[1], node: Parameters<typeof mayOnSubnet>[2]) =>
  mayOnSubnet(reseller, endpoint, node)

describe('what somebody may do with a subnet', () => {
  it('is everything with the own ones and those of companies below', () => {
    for (const node of [own, below])
      for (const endpoint of [subnets.update, subnets.plan, subnets.store]) expect(may(endpoint, node)).toBe(true)
  })

  it('is to look at what is offered from above, and to take from it', () => {
    expect([subnets.show, subnets.store, subnets.storeAddress].map((endpoint) => may(endpoint, above))).toEqual([
      true,
      true,
      true,
    ])
    expect([subnets.update, subnets.plan, subnets.destroy].some((endpoint) => may(endpoint, above))).toBe(false)
    expect(may(subnets.store, { ...above, shared: false })).toBe(false)
  })

  it('is to look where the holder below works alone', () => {
    expect(may(subnets.show, { ...below, exclusive: true })).toBe(true)
    expect(may(subnets.update, { ...below, exclusive: true })).toBe(false)
    expect(may(subnets.update, { ...own, exclusive: true })).toBe(true)
  })

  it('is nothing without the ability', () => {
    const looker = { ...sessionFor({ type: 'reseller', role: 'read-only' }), role: 'admin' } as unknown as SignedIn
    expect(mayOnSubnet(looker, subnets.update, own)).toBe(false)
    expect(mayOnSubnet(looker, subnets.store, above)).toBe(false)
    expect(mayOnSubnet(null, subnets.show, own)).toBe(false)
  })
})
