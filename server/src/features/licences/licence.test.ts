import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { insertLicences, newKey } from './licence-keys.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, editor: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  reseller = await fixture.as('reseller')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const body = (more: object = {}) => ({
  company_id: fixture.companies.reseller,
  category: 'radius',
  expires_on: inDays(100),
  ...more,
})
const store = async (more: object = {}): Promise<number> => {
  const reply = await provider('POST', '/licence/store', body(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (id: number, call = provider) => (await call('GET', `/licence/${id}/show`)).body.data
const update = (id: number, change: object, call = provider) => call('PUT', `/licence/${id}/update`, change)
const change = async (ids: number[], status: string, call = provider) =>
  (await call('PUT', '/licence/change-status', { ids, status })).body.data
const run = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))

describe('permissions', () => {
  test('the provider creates licences; intermediate companies change those of descendants and read their own; others see none', async () => {
    const id = await store()
    for (const call of [master, reseller, client])
      expect((await call('POST', '/licence/store', body())).status).toBe(403)
    expect((await update(id, { notes: 'From the master' }, master)).status).toBe(200)
    expect((await update(id, { notes: 'From the editor' }, editor)).status).toBe(200)
    expect((await show(id, reseller)).notes).toBe('From the editor')
    for (const [method, what, sent] of [
      ['PUT', 'update', { notes: 'Mine' }],
      ['DELETE', 'destroy', undefined],
      ['PUT', 'recover', undefined],
      ['PUT', 'send-email', undefined],
    ] as const)
      expect((await reseller(method, `/licence/${id}/${what}`, sent)).status, what).toBe(403)
    for (const call of [client, sibling]) expect((await call('GET', `/licence/${id}/show`)).status).toBe(404)
    const listed = (await client('GET', '/licence/index')).body.data
    expect(listed).toEqual([])
  })

  test('a licence is transferred to a descendant, never to the company that gives it', async () => {
    const id = await store({ company_id: fixture.companies.client })
    expect((await update(id, { company_id: fixture.companies.reseller }, master)).status).toBe(200)
    expect((await update(id, { company_id: fixture.companies.master }, master)).status).toBe(403)
    expect((await update(id, { company_id: fixture.companies.provider })).body.error.messages).toEqual({
      company_id: replied('licence.provider'),
    })
    expect((await update(id, { company_id: fixture.companies.sibling }, master)).status).toBe(422)
  })
})

describe('fields', () => {
  test('the opened parts always include that of the category', async () => {
    expect((await show(await store())).permissions).toEqual(['radius'])
    const id = await store({ permissions: ['vpn', 'ipam'] })
    expect((await show(id)).permissions).toEqual(['radius', 'vpn', 'ipam'])
    expect((await update(id, { category: 'wifi' })).body.data.permissions).toEqual(['wifi', 'vpn', 'ipam'])
    expect((await update(id, { permissions: [] })).body.data.permissions).toEqual(['wifi'])
  })

  test('it starts today by default, and shows the remaining days', async () => {
    expect(await show(await store())).toMatchObject({
      starts_on: inDays(0),
      days_left: 100,
      status: 'available',
      type: 'subscription',
      level: 'basic',
      quantity: 1,
    })
  })

  test('a perpetual licence has no end; any other needs one', async () => {
    const id = await store()
    expect((await update(id, { type: 'perpetual', expires_on: inDays(5) })).body.error.messages).toEqual({
      expires_on: replied('licence.perpetual'),
    })
    expect((await update(id, { type: 'perpetual' })).body.data).toMatchObject({ expires_on: null, days_left: null })
    expect((await update(id, { type: 'trial' })).body.error.messages).toEqual({ expires_on: replied('field.required') })
    expect((await update(id, { type: 'trial', expires_on: inDays(5) })).status).toBe(200)
    expect((await update(id, { expires_on: inDays(-1) })).body.error.messages).toEqual({
      expires_on: replied('licence.end_before_start'),
    })
  })
})

describe('bulk creation', () => {
  test('ten thousand with unique keys in one call', { timeout: 90_000 }, async () => {
    const first = await store({ amount: 10_000, notes: 'A big batch' })
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ count: number; keys: number; batches: number; first: number }>`
        select count(*) as count, count(distinct key) as keys, count(distinct batch_id) as batches, min(id) as first
        from licence where notes = 'A big batch'`.execute(tx),
    )
    expect(rows[0]).toEqual({ count: 10_000, keys: 10_000, batches: 1, first })
    const all = await provider('GET', '/licence/index?search=notes')
    expect(all.status).toBe(200)
    const matching = { search: `id:${first}`, searchFields: 'id:>=', total: 10_000 }
    const { data } = (await provider('PUT', '/licence/change-status', { matching, status: 'cancelled' })).body
    expect(data).toHaveLength(10_000)
    expect(data.every((row: { ok: boolean }) => row.ok)).toBe(true)
  })

  test('an existing key is generated again', async () => {
    const keys = [newKey(), newKey(), newKey()] as const
    const drawn = [keys[0], keys[0], keys[1], keys[2]]
    const values = { company_id: fixture.companies.reseller, category: 'vpn', permissions: ['vpn'], type: 'perpetual' }
    const ids = await fixture.panel.sql((tx) => insertLicences(tx, values, 3, () => drawn.shift() ?? newKey()))
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ key: string }>`select key from licence where id = any (${ids}::bigint[])`.execute(tx),
    )
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
    await expect(fixture.panel.sql((tx) => insertLicences(tx, values, 1, () => keys[0]))).rejects.toThrow(
      'No free licence keys',
    )
  })

  test('keys contain no ambiguous characters', () => {
    const keys = Array.from({ length: 200 }, newKey)
    for (const key of keys) expect(key).toMatch(/^TL(-[0-9A-HJKMNP-TV-Z]{5}){4}$/)
    expect(new Set(keys).size).toBe(200)
  })
})

describe('status', () => {
  test('changes in bulk, with one result per row', async () => {
    const [live, gone, own] = [await store(), await store(), await store({ company_id: fixture.companies.master })]
    await provider('DELETE', `/licence/${gone}/destroy`)
    expect(await change([live, gone, own], 'suspended', master)).toEqual([
      { id: live, ok: true },
      { id: gone, ok: false, code: 'conflict', ...replied('row.trashed') },
      { id: own, ok: false, code: 'forbidden', ...replied('row.forbidden') },
    ])
    expect((await show(live)).status).toBe('suspended')
    expect(await change([live], 'active', master)).toEqual([{ id: live, ok: true }])
    expect((await editor('PUT', '/licence/change-status', { ids: [live], status: 'active' })).status).toBe(403)
    expect((await sibling('PUT', '/licence/change-status', { ids: [live], status: 'active' })).status).toBe(404)
  })

  test('cancelled is final', async () => {
    const id = await store()
    await change([id], 'cancelled')
    expect(await change([id], 'active')).toEqual([{ id, ok: false, code: 'conflict', ...replied('licence.cancelled') }])
    expect((await update(id, { notes: 'Please' })).body.error.reason).toBe('licence.cancelled')
    expect((await provider('PUT', `/licence/${id}/send-email`)).status).toBe(409)
  })

  test('an expired licence is reactivated only by a new end', async () => {
    const id = await store({ starts_on: inDays(-30) })
    expect((await update(id, { expires_on: inDays(-1) })).body.data).toMatchObject({ status: 'expired', days_left: -1 })
    expect(await change([id], 'active')).toEqual([{ id, ok: false, code: 'conflict', ...replied('licence.expired') }])
    expect((await update(id, { notes: 'Waiting' })).body.data.status).toBe('expired')
    expect((await update(id, { expires_on: inDays(30) })).body.data.status).toBe('active')
    await run(sql`update licence set status = 'suspended', expires_on = current_date - 1 where id = ${id}`)
    expect((await change([id], 'active'))[0].ok).toBe(false)
    expect((await change([id], 'cancelled'))[0].ok).toBe(true)
  })
})

test('lookups by key, and by a company with its descendants', async () => {
  const id = await store({ company_id: fixture.companies.client })
  const { key } = await show(id)
  const ids = (reply: { body: { data: { id: number }[] } }) => reply.body.data.map((row) => row.id)
  for (const typed of [key, key.toLowerCase().slice(0, 12), key.slice(3, 12)])
    expect(ids(await master('GET', `/licence/listAutocomplete?query=${typed}`)), typed).toEqual([id])
  expect(ids(await master('GET', `/licence/listAutocomplete?query=${key.slice(9)}`))).toEqual([])
  expect(ids(await sibling('GET', `/licence/listAutocomplete?query=${key}`))).toEqual([])
  const found = (await provider('GET', `/licence/list?query=${key}&parent_company_id=${fixture.companies.master}`)).body
  expect(found.data).toEqual([
    { id, name: key, category: 'radius', status: 'available', path: 'Provider / Master / Reseller / Client' },
  ])
  expect(
    ids(await provider('GET', `/licence/list?query=${key}&parent_company_id=${fixture.companies.sibling}`)),
  ).toEqual([])
  const options = (await client('GET', '/licence/options')).body.data
  expect(options.statuses).toHaveLength(5)
  expect(options.permissions).toEqual(options.categories)
})

test('licences about to expire are filtered by one field', async () => {
  const [soon, later] = [await store({ expires_on: inDays(30) }), await store({ expires_on: inDays(31) })]
  const endless = await store({ type: 'perpetual', expires_on: undefined })
  const listed = async (search: string) =>
    (await provider('GET', `/licence/index?search=id:${soon};${search}&searchFields=id:>=`)).body.data.map(
      (row: { id: number }) => row.id,
    )
  expect(await listed('expiring:1')).toEqual([soon])
  expect(await listed('expiring:0')).toEqual([endless, later])
})
