import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeResource, setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

describeResource('custom fields', customFields, {
  input: (n) => ({ kind: 'site', key: `field_${n}`, label: `Field ${String(n).padStart(3, '0')}`, type: 'text' }),
  change: { label: 'Changed', label_de: 'Geändert', help: 'As on the contract', max_length: 20, position: 3 },
  text: 'label',
  filter: 'kind:site',
  bad: [
    { why: 'no label', body: { label: ' ' }, field: 'label' },
    { why: 'a key with capitals', body: { key: 'Contract' }, field: 'key' },
    { why: 'an unknown type', body: { type: 'colour' }, field: 'type' },
    { why: 'an unknown kind', body: { kind: 'tariff' }, field: 'kind' },
    { why: 'a choice without choices', body: { type: 'choice' }, field: 'choices' },
    { why: 'choices of a text', body: { choices: ['a'] }, field: 'choices' },
    { why: 'a default of another type', body: { type: 'number', default_value: 'many' }, field: 'default_value' },
    {
      why: 'a default that is no choice',
      body: { type: 'choice', choices: ['a'], default_value: 'b' },
      field: 'default_value',
    },
  ],
})

let fixture: Fixture
let provider: ApiCall
let master: ApiCall
let sibling: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const define = async (call: ApiCall, key: string, body: object = {}, kind: LabelKind = 'site'): Promise<number> => {
  const reply = await call('POST', customFields.store.path, { kind, key, label: key, type: 'text', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const createSite = (name: string, custom_fields?: object, call = master) =>
  call('POST', '/site/store', {
    name,
    company_id: call === sibling ? fixture.companies.foreign : fixture.companies.client,
    ...(custom_fields && { custom_fields }),
  })
const names = async (call: ApiCall, query: string): Promise<string[]> => {
  const reply = await call('GET', `/site/index?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.map(({ name }: { name: string }) => name)
}

test('fields are inherited by companies below, and not seen beside', async () => {
  await define(master, 'contract')
  await define(sibling, 'contract', { type: 'number' })
  const keys = async (call: ApiCall, company?: number) =>
    (
      await call('GET', `/custom-field/definitions?kind=site${company === undefined ? '' : `&company_id=${company}`}`)
    ).body.data
      .filter(({ key }: { key: string }) => key === 'contract')
      .map(({ type }: { type: string }) => type)
  expect(await keys(await fixture.as('client'))).toEqual(['text'])
  expect(await keys(await fixture.as('foreign'))).toEqual(['number'])
  expect(await keys(provider, fixture.companies.client)).toEqual(['text'])
  expect(await keys(master, fixture.companies.foreign)).toEqual([])
  const reseller = await fixture.as('reseller')
  const taken = await reseller('POST', customFields.store.path, {
    kind: 'site',
    key: 'contract',
    label: 'x',
    type: 'text',
  })
  expect(taken.body.error.messages).toEqual({ key: replied('label.name_taken_above') })
  // The same key of another kind is another field.
  await define(reseller, 'contract', {}, 'hardware')
})

describe('values', () => {
  beforeAll(async () => {
    await define(master, 'text', { max_length: 5 })
    await define(master, 'amount', { type: 'number' })
    await define(master, 'since', { type: 'date' })
    await define(master, 'paid', { type: 'boolean' })
    await define(master, 'sla', { type: 'choice', choices: ['gold', 'silver'] })
    await define(master, 'link', { type: 'url' })
  })

  test('are stored by key, and removed with null', async () => {
    const given = {
      text: 'A1',
      amount: 12.5,
      since: '2026-02-28',
      paid: false,
      sla: 'gold',
      link: 'https://example.net/a',
    }
    const created = await createSite('Valued', given)
    expect(created.status, created.text).toBe(201)
    const { id } = created.body.data
    expect((await master('GET', `/site/${id}/show`)).body.data.custom_fields).toEqual(given)
    const reply = await master('PUT', `/site/${id}/update`, { custom_fields: { text: null, sla: '' } })
    const { text: _text, sla: _sla, ...rest } = given
    expect(reply.body.data.custom_fields).toEqual(rest)
    const row = (await master('GET', '/site/index?search=name:Valued')).body.data[0]
    expect(row.custom_fields).toEqual(rest)
    const csv = (await master('GET', '/site/index?export=csv&search=name:Valued')).text.split('\n')
    expect(csv[0]).toContain('custom_fields.amount')
    expect(csv[1]).toContain('12.5')
  })

  test.each([
    ['text', 'longer', 'field.max_length', { max: 5 }],
    ['text', 'a\nb', 'field.line_breaks', {}],
    ['text', 7, 'field.type', { expected: ['text'] }],
    ['amount', '7', 'field.type', { expected: ['number'] }],
    ['since', '2026-02-30', 'field.day', { example: '2026-03-31' }],
    ['paid', 'yes', 'field.type', { expected: ['boolean'] }],
    ['sla', 'bronze', 'field.allowed', { values: ['gold', 'silver'] }],
    ['link', 'javascript:alert(1)', 'field.url', {}],
    ['link', 'https://exa mple.net', 'field.url', {}],
    ['unknown', 'x', 'custom_field.unknown', {}],
  ] as const)('%s rejects %j', async (key, value, reason, params) => {
    const reply = await createSite('Rejected', { [key]: value })
    expect([reply.status, reply.body.error?.messages]).toEqual([
      422,
      { [`custom_fields.${key}`]: replied(...([reason, params] as unknown as Parameters<typeof replied>)) },
    ])
  })

  test('are not accepted by records of another branch', async () => {
    const reply = await createSite('Elsewhere', { amount: 1 }, sibling)
    expect(reply.body.error.messages).toEqual({ 'custom_fields.amount': replied('custom_field.unknown') })
  })

  test('filter and sort a list; rows without a value come last', async () => {
    for (const [name, amount] of [
      ['ten', 10],
      ['two', 2],
      ['hundred', 100],
    ] as const)
      await createSite(`Sorted ${name}`, { amount, text: name.slice(0, 3), sla: 'silver' })
    await createSite('Sorted none')
    const sorted = 'search=name:Sorted&orderBy=custom_fields.amount'
    expect(await names(master, sorted)).toEqual(['Sorted two', 'Sorted ten', 'Sorted hundred', 'Sorted none'])
    expect(await names(master, `${sorted}&sortedBy=desc`)).toEqual([
      'Sorted hundred',
      'Sorted ten',
      'Sorted two',
      'Sorted none',
    ])
    const filtered = async (search: string, fields = '') =>
      (await names(master, `search=name:Sorted;${search}&searchFields=${fields}`)).sort()
    expect(await filtered('custom_fields.amount:5', 'custom_fields.amount:>=')).toEqual([
      'Sorted hundred',
      'Sorted ten',
    ])
    expect(await filtered('custom_fields.amount:2,10', 'custom_fields.amount:between')).toEqual([
      'Sorted ten',
      'Sorted two',
    ])
    expect(await filtered('custom_fields.text:UN')).toEqual(['Sorted hundred'])
    expect(await filtered('custom_fields.sla:silver')).toHaveLength(3)
    const bad = await master('GET', '/site/index?search=custom_fields.sla:bronze')
    expect(bad.status).toBe(422)
    expect((await sibling('GET', '/site/index?orderBy=custom_fields.amount')).status).toBe(422)
    expect((await master('GET', '/site/index?export=csv&orderBy=custom_fields.amount')).text).toContain('Sorted two')
  })

  test('page through values and rows without one', async () => {
    await fixture.panel.sql(async (tx) => {
      await sql`insert into site (company_id, name, custom_fields)
        select ${fixture.companies.client}, 'Paged ' || n, case when n % 2 = 0 then jsonb_build_object('amount', 1000 - n) end
        from generate_series(1, 140) n`.execute(tx)
    })
    const pages: string[] = []
    for (const page of [1, 2, 3, 4, 5, 6])
      pages.push(...(await names(master, `search=name:Paged&orderBy=custom_fields.amount&page=${page}`)))
    expect(new Set(pages).size).toBe(140)
    expect(pages.slice(0, 2)).toEqual(['Paged 140', 'Paged 138'])
    expect(pages.slice(70).every((name) => Number(name.slice(6)) % 2 === 1)).toBe(true)
  })
})

test('a new record gets defaults, and needs required fields', async () => {
  await define(sibling, 'tier', { type: 'choice', choices: ['a', 'b'], default_value: 'b' })
  const required = await define(sibling, 'owner', { required: true })
  const missing = await createSite('No owner', undefined, sibling)
  expect(missing.body.error.messages).toEqual({ 'custom_fields.owner': replied('field.required') })
  const { id } = (await createSite('Owner', { owner: 'Ada' }, sibling)).body.data
  const path = `/site/${id}`
  expect((await sibling('GET', `${path}/show`)).body.data.custom_fields).toEqual({ owner: 'Ada', tier: 'b' })
  const cleared = await sibling('PUT', `${path}/update`, { custom_fields: { owner: null } })
  expect(cleared.body.error.messages).toEqual({ 'custom_fields.owner': replied('field.required') })
  // A field in the trash is neither required nor shown; its values stay.
  await sibling('DELETE', `/custom-field/${required}/destroy`)
  expect((await sibling('GET', `${path}/show`)).body.data.custom_fields).toEqual({ tier: 'b' })
  expect((await createSite('No owner', undefined, sibling)).status).toBe(201)
  await sibling('PUT', `/custom-field/${required}/recover`)
  expect((await sibling('GET', `${path}/show`)).body.data.custom_fields).toEqual({ owner: 'Ada', tier: 'b' })
})

test('users, companies and subnets have fields too', async () => {
  for (const kind of ['user', 'company', 'subnet', 'service', 'hardware'] as const)
    await define(provider, 'ref', {}, kind)
  const { companies } = fixture
  const company = await provider('PUT', `/company/${companies.client}/update`, { custom_fields: { ref: 'C' } })
  expect(company.body.data.custom_fields).toEqual({ ref: 'C' })
  const users = (await provider('GET', `/user/index?company=${companies.client}`)).body.data
  const user = await provider('PUT', `/user/${users[0].id}/update`, { custom_fields: { ref: 'U' } })
  expect(user.body.data.custom_fields).toEqual({ ref: 'U' })
  const found = await provider('GET', '/user/index?search=custom_fields.ref:U')
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([users[0].id])
  const subnet = await provider('POST', '/network/subnet/store', {
    net: '10.99.0.0/24',
    type: 'network',
    usage_type: 'customer',
    custom_fields: { ref: 'S' },
  })
  expect(subnet.status, subnet.text).toBe(201)
  const at = `/network/subnet/${subnet.body.data.id}`
  expect((await provider('GET', `${at}/show`)).body.data.custom_fields).toEqual({ ref: 'S' })
  const changed = await provider('PUT', `${at}/update`, { custom_fields: { ref: 'T' } })
  expect(changed.body.data.custom_fields).toEqual({ ref: 'T' })
  const list = await provider('GET', '/network/subnet/index?search=custom_fields.ref:T')
  expect(list.body.data.map(({ net }: { net: string }) => net)).toEqual(['10.99.0.0/24'])
})

test('changes are in the audit log of the record', async () => {
  const { id } = (await createSite('Audited', { text: 'A' })).body.data
  await master('PUT', `/site/${id}/update`, { custom_fields: { text: 'B' } })
  const log = await master('GET', `/audit-log/index?search=object_id:${id};subject:sites`)
  const entry = log.body.data.find(({ action }: { action: string }) => action === 'update')
  expect(entry).toBeDefined()
})
