import { expect } from 'vitest'
import { setupFixture, type Fixture } from '../describe-resource.ts'
import type { ApiCall } from '../panel.ts'

/** A small tree of companies with delegated address space. */
export interface DelegatedSubnets {
  fixture: Fixture
  provider: ApiCall
  master: ApiCall
  reseller: ApiCall
  sibling: ApiCall
  /** 100.64.0.0/10 of the provider ⊃ 100.64.0.0/12 of the master ⊃ 100.64.0.0/16 of the reseller. */
  top: number
  ofMaster: number
  ofReseller: number
  /** 100.80.0.0/12, also within that of the provider. */
  ofSibling: number
  /** 2001:db8::/32 of the provider, a pool of /56 for delegation. */
  v6: number
}

/** Creates a subnet; by default a container. */
export async function storeSubnet(call: ApiCall, body: object): Promise<number> {
  const reply = await call('POST', '/network/subnet/store', { type: 'container', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

/** `data` of a subnet call. */
export async function getSubnet(call: ApiCall, path: string) {
  const reply = await call('GET', `/network/subnet/${path}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

export const netsOf = (rows: { net: string }[]) => rows.map(({ net }) => net)

export async function setupDelegatedSubnets(): Promise<DelegatedSubnets> {
  const fixture = await setupFixture()
  const [provider, master, reseller, sibling] = await Promise.all([
    fixture.as('provider'),
    fixture.as('master'),
    fixture.as('reseller'),
    fixture.as('sibling'),
  ])
  const { companies } = fixture
  const top = await storeSubnet(provider, { net: '100.64.0.0/10', name: 'Carrier-grade NAT' })
  const ofMaster = await storeSubnet(provider, {
    net: '100.64.0.0/12',
    parent_id: top,
    company_id: companies.master,
    name: 'Master block',
  })
  const ofReseller = await storeSubnet(master, {
    net: '100.64.0.0/16',
    company_id: companies.reseller,
    name: 'Reseller block',
  })
  const ofSibling = await storeSubnet(provider, { net: '100.80.0.0/12', company_id: companies.sibling })
  const v6 = await storeSubnet(provider, {
    net: '2001:db8::/32',
    type: 'pool',
    hosts: false,
    usage_type: 'prefix-delegation',
    assign_len: 56,
  })
  return { fixture, provider, master, reseller, sibling, top, ofMaster, ofReseller, ofSibling, v6 }
}
