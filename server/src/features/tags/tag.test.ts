import { tags } from '@trunkline/contract/resources/tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobResults, runBulkJob, startedJob } from '../../testing/bulk-jobs.ts'
import { describeResource, setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

describeResource('tags', tags, {
  input: (n) => ({
    name: `Tag ${String(n).padStart(3, '0')}`,
    colour: 'green',
    description: 'Calls are answered first',
  }),
  change: { colour: 'red', description: null },
  text: 'name',
  filter: 'colour:green',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an unknown colour', body: { colour: 'mauve' }, field: 'colour' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'an unknown field', body: { status: 'lost' }, field: 'status' },
  ],
})

let fixture: Fixture
let provider: ApiCall
let master: ApiCall
let client: ApiCall
let sibling: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const create = async (call: ApiCall, name: string, body: object = {}): Promise<number> => {
  const reply = await call('POST', tags.store.path, { name, ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const site = async (call: ApiCall, body: object): Promise<number> => {
  const reply = await call('POST', '/site/store', { company_id: fixture.companies.client, ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

test('a tag is visible to companies below its owner and above it, and to no other', async () => {
  const id = await create(master, 'Fibre')
  for (const call of [provider, client]) expect((await call('GET', `/tag/${id}/show`)).status).toBe(200)
  expect((await sibling('GET', `/tag/${id}/show`)).status).toBe(404)
  const seen = (await client('GET', '/tag/index')).body.data.find((row: { id: number }) => row.id === id)
  expect([seen.name, seen.company_name]).toEqual(['Fibre', null])
  expect((await client('PUT', `/tag/${id}/update`, { name: 'Mine' })).status).toBe(403)
  expect((await sibling('GET', '/tag/list?query=fibre')).body.data).toEqual([])
})

test('a name is unique among companies above and below, whatever the case', async () => {
  await create(master, 'North')
  const below = await master('POST', tags.store.path, { name: 'NORTH', company_id: fixture.companies.reseller })
  expect([below.status, below.body.error.messages]).toEqual([
    409,
    { name: replied('label.name_taken', { company: 'Master' }) },
  ])
  const above = await provider('POST', tags.store.path, { name: 'north' })
  expect(above.body.error.messages).toEqual({ name: replied('label.name_taken', { company: 'Master' }) })
  const reseller = await fixture.as('reseller')
  const hidden = await reseller('POST', tags.store.path, { name: 'North' })
  expect(hidden.body.error.messages).toEqual({ name: replied('label.name_taken_above') })
  await create(sibling, 'North')
})

test('a client owns no tags', async () => {
  const reply = await master('POST', tags.store.path, { name: 'Own', company_id: fixture.companies.client })
  expect(reply.body.error.messages).toEqual({ company_id: replied('company.client_owns', { kind: 'tag' }) })
})

test('two companies that claim a name at once: one gets it', async () => {
  const reseller = await fixture.as('reseller')
  const replies = await Promise.all(
    [provider, master, reseller].map((call) => call('POST', tags.store.path, { name: 'Raced' })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('records get tags with their other fields, and lists are filtered by them', async () => {
  const vip = await create(provider, 'VIP', { colour: 'red' })
  const slow = await create(master, 'Slow')
  const id = await site(master, { name: 'Tagged', tags: [vip] })
  await site(master, { name: 'Untagged' })
  const shown = (await master('GET', `/site/${id}/show`)).body.data
  expect(shown.tags).toEqual([{ id: vip, name: 'VIP', colour: 'red' }])

  // What show returns can be sent.
  const reply = await master('PUT', `/site/${id}/update`, { tags: [...shown.tags, slow], version: shown.version })
  expect(reply.body.data.tags.map(({ name }: { name: string }) => name)).toEqual(['Slow', 'VIP'])
  expect(reply.body.data.version).toBeGreaterThan(shown.version)

  const found = async (search: string) =>
    (await master('GET', `/site/index?search=${search}`)).body.data.map(({ name }: { name: string }) => name)
  expect(await found(`tags:${vip}`)).toEqual(['Tagged'])
  expect(await found(`tags:${vip}&searchFields=tags:in`)).toEqual(['Tagged'])
  expect(await found('tags:999999')).toEqual([])
  const csv = (await master('GET', '/site/index?export=csv')).text
  expect(csv).toContain('"Slow, VIP"')

  const stale = await master('PUT', `/site/${id}/update`, { tags: [], version: shown.version })
  expect(stale.status).toBe(409)
  expect((await master('PUT', `/site/${id}/update`, { tags: [] })).body.data.tags).toEqual([])
  expect(await found(`tags:${vip}`)).toEqual([])
})

test('a record gets no tag of another branch, and none of a company below its own', async () => {
  const foreign = await create(sibling, 'Foreign')
  const reply = await master('POST', '/site/store', {
    name: 'Wrong',
    company_id: fixture.companies.client,
    tags: [foreign],
  })
  expect([reply.status, reply.body.error.messages]).toEqual([
    422,
    { 'tags.0': replied('row.missing', { kind: 'tag' }) },
  ])
  const below = await create(master, 'Below', { company_id: fixture.companies.reseller })
  const own = await provider('PUT', `/company/${fixture.companies.master}/update`, { tags: [below] })
  expect(own.body.error.messages).toEqual({ 'tags.0': replied('tag.not_inherited') })
})

test('a tag in the trash is not shown, and comes back with its records', async () => {
  const tag = await create(master, 'Temporary')
  const id = await site(master, { name: 'Bay 7', tags: [tag] })
  expect((await master('DELETE', `/tag/${tag}/destroy`)).status).toBe(204)
  const shown = (await master('GET', `/site/${id}/show`)).body.data
  expect(shown.tags).toEqual([])
  await master('PUT', `/site/${id}/update`, { name: 'Bay 8', tags: [] })
  expect((await master('PUT', `/tag/${tag}/recover`)).status).toBe(200)
  expect((await master('GET', `/site/${id}/show`)).body.data.tags).toHaveLength(1)
})

test('a tag that was assigned by several counts only the records that the caller sees', async () => {
  const tag = await create(provider, 'Counted')
  await site(master, { name: 'Here', tags: [tag] })
  await provider('PUT', `/company/${fixture.companies.foreign}/update`, { tags: [tag] })
  const count = async (call: ApiCall) => (await call('GET', `/tag/${tag}/show`)).body.data.records_count
  expect([await count(provider), await count(master), await count(sibling)]).toEqual([2, 1, 1])
})

test('a company that moves takes the index of its labels along', async () => {
  const tag = await create(provider, 'Moving')
  const id = await site(master, { name: 'Moved', tags: [tag] })
  const moved = await provider('PUT', `/company/${fixture.companies.client}/move`, {
    parent_id: fixture.companies.sibling,
  })
  expect(moved.status, moved.text).toBe(200)
  const found = async (call: ApiCall) =>
    (await call('GET', `/site/index?search=tags:${tag}`)).body.data.map((row: { id: number }) => row.id)
  expect(await found(sibling)).toContain(id)
  expect(await found(master)).toEqual([])
  await provider('PUT', `/company/${fixture.companies.client}/move`, { parent_id: fixture.companies.reseller })
})

describe('tags of many records', () => {
  const run = (id: number) => runBulkJob(fixture.panel, id)
  const tagsOf = async (path: string) =>
    (await master('GET', path)).body.data.tags.map(({ name }: { name: string }) => name)

  test('an update adds and removes tags, and keeps the others', async () => {
    const [old, fresh, other] = [
      await create(master, 'Old'),
      await create(master, 'Fresh'),
      await create(master, 'Other'),
    ]
    const id = await site(master, { name: 'Changing', tags: [old, other] })
    const change = (body: object) => master('PUT', `/site/${id}/update`, body)
    const names = async (body: object) => (await change(body)).body.data.tags.map(({ name }: { name: string }) => name)
    expect(await names({ add_tags: [fresh], remove_tags: [old] })).toEqual(['Fresh', 'Other'])
    const { version } = (await master('GET', `/site/${id}/show`)).body.data
    expect(await names({ add_tags: [fresh], remove_tags: [old] })).toEqual(['Fresh', 'Other'])
    expect((await master('GET', `/site/${id}/show`)).body.data.version).toBe(version)
    expect(await names({ tags: [old], add_tags: [other], remove_tags: [old] })).toEqual(['Other'])
    const below = await create(master, 'Of the reseller', { company_id: fixture.companies.reseller })
    const reply = await provider('PUT', `/company/${fixture.companies.master}/update`, { add_tags: [below] })
    expect(reply.body.error.messages).toEqual({ 'add_tags.0': replied('tag.not_inherited') })
    const foreign = await create(sibling, 'Of the sibling')
    for (const field of ['add_tags', 'remove_tags'])
      expect((await change({ [field]: [foreign] })).body.error.messages).toEqual({
        [`${field}.0`]: replied('row.missing', { kind: 'tag' }),
      })
  })

  test('a record has at most 30 tags', async () => {
    const all = await Promise.all(Array.from({ length: 31 }, (_, n) => create(master, `Limit ${n}`)))
    const id = await site(master, { name: 'Full', tags: all.slice(0, 30) })
    const reply = await master('PUT', `/site/${id}/update`, { add_tags: all.slice(30) })
    expect(reply.body.error.messages).toEqual({ add_tags: replied('field.max_entries', { max: 30 }) })
    const swapped = await master('PUT', `/site/${id}/update`, { add_tags: all.slice(30), remove_tags: all.slice(0, 1) })
    expect(swapped.status, swapped.text).toBe(200)
  })

  test('a tag in the trash is removed by its name only', async () => {
    const [gone, other] = [await create(master, 'Gone'), await create(master, 'Staying')]
    const id = await site(master, { name: 'Bay 9', tags: [gone, other] })
    await master('DELETE', `/tag/${gone}/destroy`)
    await master('PUT', `/site/${id}/update`, { remove_tags: [other] })
    expect(await tagsOf(`/site/${id}/show`)).toEqual([])
    await master('PUT', `/tag/${gone}/recover`)
    expect(await tagsOf(`/site/${id}/show`)).toEqual(['Gone'])
  })

  test('are added and removed as jobs; records that have nothing to change are skipped', async () => {
    const tag = await create(master, 'Campaign')
    const [first, second] = [await site(master, { name: 'Job 1' }), await site(master, { name: 'Job 2', tags: [tag] })]
    const added = startedJob(await master('POST', '/site/bulk/add-tags', { ids: [first, second], add_tags: [tag] }))
    await run(added)
    expect(await jobResults(master, added)).toEqual({ [first]: 'done', [second]: 'skipped bulk.unchanged' })
    expect(await tagsOf(`/site/${first}/show`)).toEqual(['Campaign'])
    const matching = { search: `tags:${tag}`, total: 2 }
    const removed = startedJob(await master('POST', '/site/bulk/remove-tags', { matching, remove_tags: [tag] }))
    await run(removed)
    expect(await jobResults(master, removed)).toEqual({ [first]: 'done', [second]: 'done' })
    expect(await tagsOf(`/site/${second}/show`)).toEqual([])
  })

  test('fail for rows whose company does not have the tag', async () => {
    const tag = await create(master, 'Reseller only', { company_id: fixture.companies.reseller })
    const below = startedJob(
      await provider('POST', '/company/bulk/add-tags', {
        ids: [fixture.companies.master, fixture.companies.reseller],
        add_tags: [tag],
      }),
    )
    await run(below)
    expect(await jobResults(provider, below)).toEqual({
      [fixture.companies.master]: 'failed tag.not_inherited',
      [fixture.companies.reseller]: 'done',
    })
  })

  test('each kind of record has both actions, with the rights of its update', async () => {
    const tag = await create(provider, 'Everywhere')
    const user = (await master('GET', '/user/index')).body.data[0].id
    const subnet = await provider('POST', '/network/subnet/store', { net: '10.77.0.0/24', type: 'network' })
    expect(subnet.status, subnet.text).toBe(201)
    const rows = [
      [provider, '/user', user],
      [provider, '/network/subnet', subnet.body.data.id],
      [provider, '/company', fixture.companies.client],
      [client, '/company', fixture.companies.client],
    ] as const
    for (const [call, base, id] of rows)
      for (const [verb, values] of [
        ['add', { add_tags: [tag] }],
        ['remove', { remove_tags: [tag] }],
      ] as const) {
        const job = startedJob(await call('POST', `${base}/bulk/${verb}-tags`, { ids: [id], ...values }))
        await run(job)
        expect(await jobResults(call, job), base).toEqual({ [id]: 'done' })
      }
    expect((await master('POST', '/site/bulk/add-tags', { ids: [1], add_tags: [] })).body.error.messages).toEqual({
      add_tags: replied('field.required'),
    })
    const unseen = await create(sibling, 'Unseen')
    const own = await site(master, { name: 'Own' })
    expect(
      (await master('POST', '/site/bulk/remove-tags', { ids: [own], remove_tags: [unseen] })).body.error.messages,
    ).toEqual({ 'remove_tags.0': replied('row.missing', { kind: 'tag' }) })
  })
})
