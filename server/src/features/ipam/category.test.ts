import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { describeResource, setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

describeResource('subnet categories', subnetCategories, {
  input: (n) => ({
    name: `Customer WAN ${String(n).padStart(3, '0')}`,
    description: 'Links to customers',
    colour: 'teal',
    cool_down_days: 7,
    default_policy: 'best-fit',
    default_unit_v4: 30,
    default_unit_v6: 56,
    gateway: 'first',
    reserve_first: 4,
    ptr_template: '{ip}.cust.example.net',
  }),
  change: { description: 'Routers and switches', colour: 'blue', gateway: null },
  text: 'name',
  filter: 'colour:teal',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'a colour outside the palette', body: { colour: '#ff0000' }, field: 'colour' },
    { why: 'a cool-down of more than ten years', body: { cool_down_days: 4000 }, field: 'cool_down_days' },
    { why: 'an IPv4 unit beyond 32', body: { default_unit_v4: 33 }, field: 'default_unit_v4' },
    { why: 'an IPv6 unit beyond 128', body: { default_unit_v6: 129 }, field: 'default_unit_v6' },
    { why: 'an invalid policy', body: { default_policy: 'random' }, field: 'default_policy' },
    { why: 'a company that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
  ],
})

describe('a category in the hierarchy', () => {
  let fixture: Fixture
  let master: ApiCall, reseller: ApiCall, provider: ApiCall, sibling: ApiCall
  const store = async (call: ApiCall, name: string, company_id?: number) => {
    const reply = await call('POST', '/network/subnet/category/store', { name, company_id })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id as number
  }
  beforeAll(async () => {
    fixture = await setupFixture()
    ;[master, reseller, provider, sibling] = await Promise.all([
      fixture.as('master'),
      fixture.as('reseller'),
      fixture.as('provider'),
      fixture.as('sibling'),
    ])
  })
  afterAll(() => fixture?.panel.stop())

  test("descendants of the owner read it, only the owner's branch changes it", async () => {
    const id = await store(master, 'Infrastructure')
    const shown = await reseller('GET', `/network/subnet/category/${id}/show`)
    expect(shown.status).toBe(200)
    expect(shown.body.data).toMatchObject({ name: 'Infrastructure', company_name: '' })
    const ids = async (call: ApiCall, path: string) =>
      (await call('GET', path)).body.data.map((row: { id: number }) => row.id)
    expect(await ids(reseller, '/network/subnet/category/index')).toContain(id)
    expect(await ids(reseller, '/network/subnet/category/list?query=infra')).toContain(id)
    expect(await ids(sibling, '/network/subnet/category/index')).not.toContain(id)
    expect((await reseller('PUT', `/network/subnet/category/${id}/update`, { name: 'Mine' })).status).toBe(403)
    expect((await reseller('DELETE', `/network/subnet/category/${id}/destroy`)).status).toBe(403)
    expect((await provider('PUT', `/network/subnet/category/${id}/update`, { name: 'Core' })).status).toBe(200)
    expect((await sibling('GET', `/network/subnet/category/${id}/show`)).status).toBe(404)
    // Filtered by company, the list contains the categories of that company.
    expect(await ids(reseller, `/network/subnet/category/index?company=${fixture.companies.reseller}`)).not.toContain(
      id,
    )
  })

  test('cannot be deleted while subnets use it, and the error counts them', async () => {
    const id = await store(provider, 'CGN')
    await fixture.panel.sql(async (tx) => {
      for (const net of ['100.64.0.0/16', '100.65.0.0/16'])
        await createSubnet(tx, { net, company_id: fixture.companies.provider, attributes: { category_id: id } })
    })
    const rejected = await provider('DELETE', `/network/subnet/category/${id}/destroy`)
    expect(rejected.status).toBe(409)
    expect(rejected.body.error).toMatchObject({
      ...replied('category.in_use', { subnets: 2 }),
      details: { subnets: 2 },
    })
    expect((await provider('GET', `/network/subnet/category/${id}/show`)).body.data.subnets_count).toBe(2)
  })

  test('has a unique name within its company', async () => {
    await store(master, 'Loopbacks')
    const again = await master('POST', '/network/subnet/category/store', { name: 'loopbacks' })
    expect(again.status).toBe(409)
    expect(again.body.error.messages.name.reason).toBe('category.name_taken')
    await store(sibling, 'Loopbacks')
  })
})
