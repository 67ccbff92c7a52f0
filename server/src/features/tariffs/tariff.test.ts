import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const store = async (call: ApiCall, body: object): Promise<number> => {
  const reply = await call('POST', '/network/tariff/store', { price: '10.00', currency: 'EUR', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const listed = async (call: ApiCall) =>
  (await call('GET', '/network/tariff/index?perPage=200')).body.data.map((row: { id: number }) => row.id)
const looked = async (call: ApiCall, query = '') =>
  (await call('GET', `/network/tariff/list${query}`)).body.data.map((row: { id: number }) => row.id)

describe('shared tariffs', () => {
  test('with all descendants: in their list and lookup, and changed only by the owner', async () => {
    const id = await store(master, { name: 'For all below' })
    expect((await reseller('GET', `/network/tariff/${id}/show`)).body.data).toMatchObject({
      name: 'For all below',
      inherited: true,
      company_name: null,
    })
    expect(await listed(reseller)).toContain(id)
    expect(await looked(reseller)).toContain(id)
    for (const [method, what, body] of [
      ['PUT', 'update', { name: 'Mine' }],
      ['DELETE', 'destroy', undefined],
      ['PUT', 'recover', undefined],
    ] as const)
      expect((await reseller(method, `/network/tariff/${id}/${what}`, body)).status, what).toBe(403)
    expect((await sibling('GET', `/network/tariff/${id}/show`)).status).toBe(404)
    expect(await listed(sibling)).not.toContain(id)
    expect((await client('GET', `/network/tariff/${id}/show`)).status).toBe(403)
  })

  test('with selected companies: others do not see them', async () => {
    const id = await store(provider, {
      name: 'For the master',
      shared_with: 'chosen',
      shared_company_ids: [fixture.companies.master],
    })
    expect(await listed(master)).toContain(id)
    expect(await listed(reseller)).toContain(id)
    expect((await sibling('GET', `/network/tariff/${id}/show`)).status).toBe(404)
    expect((await provider('GET', `/network/tariff/${id}/show`)).body.data.offers).toEqual([
      { id: fixture.companies.master, name: 'Master' },
    ])
    const { body } = await provider('PUT', `/network/tariff/${id}/update`, {
      shared_company_ids: [fixture.companies.sibling],
    })
    expect(body.data.offers).toEqual([{ id: fixture.companies.sibling, name: 'Sibling' }])
    expect(await listed(master)).not.toContain(id)
    expect(await listed(sibling)).toContain(id)
  })

  test('only with descendants of the owner', async () => {
    const { status, body } = await provider('POST', '/network/tariff/store', {
      name: 'Wrong way',
      company_id: fixture.companies.reseller,
      shared_with: 'chosen',
      shared_company_ids: [fixture.companies.sibling],
    })
    expect([status, body.error.messages]).toEqual([422, { 'shared_company_ids.0': replied('tariff.offered_above') }])
  })

  test('filtered by company, the list has no tariffs shared with others', async () => {
    const above = await store(provider, { name: 'From the top' })
    const own = await store(master, { name: 'Own one' })
    const ids = (
      await master('GET', `/network/tariff/index?company=${fixture.companies.master}&perPage=200`)
    ).body.data.map((row: { id: number }) => row.id)
    expect(ids).toContain(own)
    expect(ids).not.toContain(above)
  })
})

describe('owner', () => {
  test('a client owns none, and the currency defaults to that of the company', async () => {
    const { body } = await master('POST', '/network/tariff/store', { name: 'X', company_id: fixture.companies.client })
    expect(body.error.messages).toEqual({ company_id: replied('company.client_owns', { kind: 'tariff' }) })
    const id = (await master('POST', '/network/tariff/store', { name: 'Free' })).body.data.id
    const { default_currency } = (await master('GET', '/network/tariff/options')).body.data
    expect((await master('GET', `/network/tariff/${id}/show`)).body.data).toMatchObject({
      price: '0.00',
      currency: default_currency,
    })
  })

  test('a name is unique within an owner', async () => {
    await store(master, { name: 'Once' })
    const again = await master('POST', '/network/tariff/store', { name: 'once' })
    expect([again.status, again.body.error.messages]).toEqual([409, { name: replied('tariff.name_taken') }])
    await store(reseller, { name: 'Once' })
  })
})

describe('rates merged with the stored row', () => {
  test('a change that is inconsistent with the stored row is rejected at the field', async () => {
    const id = await store(master, { name: 'Rates', download_rate: 50_000, upload_rate: 10_000 })
    const { body } = await master('PUT', `/network/tariff/${id}/update`, {
      burst_download_rate: 40_000,
      burst_upload_rate: 20_000,
      burst_seconds: 10,
    })
    expect(body.error.messages).toEqual({ burst_download_rate: replied('tariff.burst_below_rate') })
    expect(
      (await master('PUT', `/network/tariff/${id}/update`, { quota_bytes: 1000 })).body.error.messages,
    ).toMatchObject({
      slow_download_rate: replied('tariff.slow_rate_required'),
    })
    expect(
      (await master('PUT', `/network/tariff/${id}/update`, { quota_bytes: 1000, quota_action: 'stop' })).status,
    ).toBe(200)
  })
})

test('options of the form', async () => {
  const { data } = (await master('GET', '/network/tariff/options')).body
  expect(data.priorities).toHaveLength(8)
  expect(data.quota_actions.map(({ id }: { id: string }) => id)).toEqual(['slow', 'stop'])
  expect((await master('GET', '/network/tariff/priorities/list')).body.data[0]).toEqual({ id: 1, name: '1' })
  expect(
    (await master('GET', '/network/tariff/companies/list?query=resell')).body.data.map(({ id }: { id: number }) => id),
  ).toEqual([fixture.companies.reseller])
})

test('the lookup for a company lists what its services may use', async () => {
  const top = await store(provider, { name: 'Sold by all' })
  const chosen = await store(provider, {
    name: 'Sold by the sibling',
    shared_with: 'chosen',
    shared_company_ids: [fixture.companies.sibling],
  })
  const foreign = await store(sibling, { name: 'Of the sibling' })
  const found = await looked(provider, `?company_id=${fixture.companies.foreign}&query=sold`)
  expect(found).toEqual([top, chosen])
  expect(await looked(provider, `?company_id=${fixture.companies.client}`)).not.toContain(foreign)
  // A seller does not have to share with their own clients.
  expect(await looked(reseller, `?company_id=${fixture.companies.client}`)).not.toContain(chosen)
})
