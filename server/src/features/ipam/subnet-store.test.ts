import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '../../access/sessions.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createUser, type ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

/** Changes of the tree, through the API. */
let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall
let block: number

const store = (call: ApiCall, body: object, headers?: Record<string, string>) =>
  call('POST', '/network/subnet/store', { type: 'network', ...body }, headers)
const created = async (call: ApiCall, body: object): Promise<number> => {
  const reply = await store(call, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (call: ApiCall, id: number) => (await call('GET', `/network/subnet/${id}/show`)).body.data

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master, reseller] = await Promise.all([
    fixture.as('provider'),
    fixture.as('master'),
    fixture.as('reseller'),
  ])
  block = await created(provider, { type: 'container', net: '10.0.0.0/8', company_id: fixture.companies.master })
})
afterAll(() => fixture?.panel.stop())

describe('auto', () => {
  test('allocates the requested number of free prefixes, adjacent if requested', async () => {
    const parent = await created(master, { type: 'container', net: '10.1.0.0/16', parent_id: block })
    const one = await store(master, { net: 'auto', parent_id: parent, prefix: 24 })
    expect(one.body.data.nets).toEqual(['10.1.0.0/24'])
    const dry = await store(master, { net: 'auto', parent_id: parent, prefix: 24, count: 2, dry_run: true })
    expect(dry.body.data).toEqual({ id: null, ids: [], nets: ['10.1.1.0/24', '10.1.2.0/24'] })
    const three = await store(master, { net: 'auto', parent_id: parent, prefix: 26, count: 3, contiguous: true })
    expect(three.body.data.nets).toEqual(['10.1.1.0/26', '10.1.1.64/26', '10.1.1.128/26'])
    const last = await store(master, { net: 'auto', parent_id: parent, prefix: 24, pick: 'last' })
    expect(last.body.data.nets).toEqual(['10.1.255.0/24'])
    const hint = (await master('GET', `/network/subnet/${parent}/unassigned-network?prefix=24&count=2`)).body.data
    // The policy leaves large blocks whole; the list is in order of address.
    expect(hint).toEqual({ next: '10.1.254.0/24', free: ['10.1.2.0/24', '10.1.3.0/24'] })
    const many = await store(master, { net: 'auto', parent_id: parent, prefix: 18, count: 4 })
    expect([many.status, Object.keys(many.body.error.fields)]).toEqual([409, ['prefix']])
  })

  test('finds a node by its kind, and uses the next one if the first is full', async () => {
    const full = await created(master, {
      type: 'container',
      net: '10.2.0.0/25',
      parent_id: block,
      usage_type: 'cpe-wan',
    })
    await created(master, { type: 'container', net: '10.2.1.0/24', parent_id: block, usage_type: 'cpe-wan' })
    await created(master, { net: '10.2.0.0/26', parent_id: full })
    const nets: string[] = []
    for (let i = 0; i < 4; i++)
      nets.push((await store(master, { net: 'auto', find: { usage_type: 'cpe-wan' }, prefix: 26 })).body.data.nets[0])
    expect(nets).toEqual(['10.2.0.64/26', '10.2.1.0/26', '10.2.1.64/26', '10.2.1.128/26'])
    const none = await store(master, { net: 'auto', find: { usage_type: 'vpn' }, prefix: 26 })
    expect([none.status, Object.keys(none.body.error.fields)]).toEqual([409, ['prefix']])
  })

  test('requires a parent or a kind', async () => {
    const reply = await store(master, { net: 'auto', prefix: 24 })
    expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['parent_id']])
  })

  test('reserves for a limited time', async () => {
    const id = await created(master, { net: '10.3.0.0/24', parent_id: block, hold_seconds: 60 })
    const { state, expires_at } = await show(master, id)
    expect(state).toBe('held')
    expect(new Date(expires_at).getTime()).toBeGreaterThan(Date.now() + 30_000)
    const stored = await master('PUT', `/network/subnet/${id}/update`, { state: 'assigned' })
    expect(stored.body.data).toMatchObject({ state: 'assigned', expires_at: null })
  })
})

describe('a specific prefix', () => {
  test.each(['0.0.0.0/0', '::/0'])('%s needs its confirmation', async (net) => {
    const body = { type: 'container', net, name: 'Everything' }
    const rejected = await store(provider, body)
    expect([rejected.status, rejected.body.error.messages.net]).toMatchObject([
      422,
      replied('subnet.whole_space', { net }),
    ])
    const denied = await store(provider, { ...body, confirm_whole_space: false })
    expect(denied.status).toBe(422)
    const preview = await store(provider, { ...body, dry_run: true })
    expect(preview.body.error?.messages?.net?.reason).not.toBe('subnet.whole_space')
    if (net === '::/0') expect((await store(provider, { ...body, confirm_whole_space: true })).status).toBe(201)
  })

  test('an overlap is rejected at the field, and named only to users who may see it', async () => {
    await created(provider, { type: 'container', net: '172.16.0.0/12' })
    const own = await created(provider, {
      type: 'container',
      net: '172.16.0.0/16',
      company_id: fixture.companies.reseller,
      name: 'Of the reseller',
    })
    const reply = await store(provider, { net: '172.16.0.0/16' })
    expect([reply.status, reply.body.error.details]).toEqual([409, { kind: 'subnet', id: own, net: '172.16.0.0/16' }])
    const blind = await store(master, { net: '172.16.0.0/16', parent_id: block })
    expect([blind.status, Object.keys(blind.body.error.fields)]).toEqual([422, ['net']])
  })

  test('a container is created around existing subnets', async () => {
    const parent = await created(master, { type: 'container', net: '10.5.0.0/16', parent_id: block })
    const nets = [
      await created(master, { net: '10.5.0.0/24', parent_id: parent }),
      await created(master, { net: '10.5.1.0/24', parent_id: parent }),
    ]
    const around = await created(master, { type: 'container', net: '10.5.0.0/20', parent_id: parent, name: 'Around' })
    expect((await show(master, around)).ends.map(({ id }: { id: number }) => id)).toEqual(nets)
    expect((await show(master, parent)).ends.map(({ id }: { id: number }) => id)).toEqual([around])
    expect((await show(master, nets[0] as number)).path.map(({ net }: { net: string }) => net)).toEqual([
      '10.0.0.0/8',
      '10.5.0.0/16',
      '10.5.0.0/20',
      '10.5.0.0/24',
    ])
  })

  test('a network contains no subnets, and only the provider adds public space', async () => {
    const network = await created(master, { net: '10.6.0.0/24', parent_id: block })
    const reply = await store(master, { net: '10.6.0.0/25', parent_id: network })
    expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['parent_id']])
    const root = await store(master, { net: '198.18.0.0/15' })
    expect([root.status, Object.keys(root.body.error.fields)]).toEqual([422, ['parent_id']])
  })

  test('spaces of different companies are independent; within one space nothing overlaps', async () => {
    const space = async (name: string) => (await master('POST', '/network/subnet/spaces/store', { name })).body.data.id
    const [first, second] = [await space('First'), await space('Second')]
    await created(master, { type: 'container', net: '192.168.0.0/16', space_id: first })
    await created(master, { type: 'container', net: '192.168.0.0/16', space_id: second })
    expect((await store(master, { type: 'container', net: '192.168.0.0/16', space_id: first })).status).toBe(409)
    const public_ = await store(master, { type: 'container', net: '8.8.8.0/24', space_id: first })
    expect([public_.status, Object.keys(public_.body.error.fields)]).toEqual([422, ['net']])
    expect(
      (await store(await fixture.as('sibling'), { net: '10.0.0.0/8', space_id: first })).body.error.messages,
    ).toEqual({ space_id: replied('row.missing', { kind: 'ip-space' }) })
  })

  test("a category must belong to the owner's branch", async () => {
    const category = (await reseller('POST', '/network/subnet/category/store', { name: 'Mine' })).body.data.id
    const reply = await store(provider, { net: '10.7.0.0/24', parent_id: block, category_id: category })
    expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['category_id']])
    expect((await provider('GET', '/network/subnet/index?search=net:10.7.0.0/24')).body.data).toEqual([])
  })
})

describe('change', () => {
  test('a different prefix extends the node, or releases the space that it leaves', async () => {
    const id = await created(master, { type: 'container', net: '10.8.0.0/24', parent_id: block })
    const grown = await master('PUT', `/network/subnet/${id}/update`, { net: '10.8.0.0/22' })
    expect(grown.body.data).toMatchObject({ net: '10.8.0.0/22', free_units: { '22': '1' } })
    const shrunk = await master('PUT', `/network/subnet/${id}/update`, { net: '10.8.0.0/23' })
    expect(shrunk.body.data).toMatchObject({ net: '10.8.0.0/23', figures: { size: '512' } })
    await created(master, { net: '10.8.2.0/24', parent_id: block })
    const rejected = await master('PUT', `/network/subnet/${id}/update`, { net: '10.8.0.0/22' })
    expect([rejected.status, Object.keys(rejected.body.error.fields)]).toEqual([409, ['net']])
  })

  test('only an empty subnet changes its type', async () => {
    const id = await created(master, { type: 'container', net: '10.9.0.0/24', parent_id: block })
    const network = await master('PUT', `/network/subnet/${id}/update`, { type: 'network' })
    expect(network.body.data).toMatchObject({ type: 'network', hosts: true, assign_len: 32 })
    await master('POST', `/network/subnet/${id}/ips/store`, { ip: 'auto' })
    const rejected = await master('PUT', `/network/subnet/${id}/update`, { type: 'container' })
    expect([rejected.status, Object.keys(rejected.body.error.fields)]).toEqual([409, ['type']])
  })

  test('a different owner is a delegation: it sees the node as its root, and its ancestors count it', async () => {
    const id = await created(master, { type: 'container', net: '10.10.0.0/16', parent_id: block })
    expect((await reseller('GET', `/network/subnet/${id}/show`)).status).toBe(404)
    const given = await master('PUT', `/network/subnet/${id}/update`, { company_id: fixture.companies.reseller })
    expect(given.body.data).toMatchObject({ company_name: 'Reseller', parent_net: '10.0.0.0/8' })
    expect(await show(reseller, id)).toMatchObject({ parent_id: null, path: [{ net: '10.10.0.0/16' }] })
    const outside = await master('PUT', `/network/subnet/${id}/update`, { company_id: fixture.companies.sibling })
    expect(outside.body.error.messages).toMatchObject({ company_id: { reason: 'row.missing' } })
    const editor = await fixture.as('master', 'editor')
    expect((await editor('PUT', `/network/subnet/${id}/update`, { company_id: fixture.companies.master })).status).toBe(
      403,
    )
  })

  test('an exclusive node is read and taken back by ancestors only', async () => {
    const id = await created(master, {
      type: 'container',
      net: '10.11.0.0/16',
      parent_id: block,
      company_id: fixture.companies.reseller,
      exclusive: true,
    })
    expect((await store(master, { net: 'auto', parent_id: id, prefix: 24 })).status).toBe(409)
    expect((await master('PUT', `/network/subnet/${id}/update`, { name: 'Mine' })).status).toBe(409)
    await created(reseller, { net: 'auto', parent_id: id, prefix: 24 })
    const back = await master('PUT', `/network/subnet/${id}/update`, {
      company_id: fixture.companies.master,
      exclusive: false,
    })
    // Parts of it belong to the reseller, a descendant.
    expect(back.status, back.text).toBe(200)
  })

  test('a new gateway is excluded from allocation', async () => {
    const id = await created(master, { net: '10.12.0.0/29', parent_id: block, gateway: '10.12.0.1' })
    await master('POST', `/network/subnet/${id}/ips/store`, { ip: '10.12.0.4' })
    expect((await master('PUT', `/network/subnet/${id}/update`, { gateway: '10.12.0.6' })).status).toBe(200)
    const allocated = await master('PUT', `/network/subnet/${id}/update`, { gateway: '10.12.0.4' })
    expect([allocated.status, Object.keys(allocated.body.error.fields)]).toEqual([409, ['gateway']])
    const free = (await master('GET', `/network/subnet/${id}/unassigned-ip-address`)).body.data.free
    expect(free).toEqual(['10.12.0.1', '10.12.0.2', '10.12.0.3', '10.12.0.5'])
  })
})

describe('destroy and recover', () => {
  test('a subnet in use is not deleted unless the request says what happens to its content', async () => {
    const parent = await created(master, { type: 'container', net: '10.20.0.0/16', parent_id: block })
    const child = await created(master, { net: '10.20.0.0/24', parent_id: parent })
    const rejected = await master('DELETE', `/network/subnet/${parent}/destroy`)
    expect(rejected.status).toBe(409)
    expect(rejected.body.error.details).toMatchObject({ count: 1, holders: [{ id: child }] })
    expect((await master('DELETE', `/network/subnet/${parent}/destroy?children=lift`)).status).toBe(204)
    expect((await show(master, child)).parent_id).toBe(block)
  })

  test('quarantine and recovery; an owner who has it since is named', async () => {
    const id = await created(master, { net: '10.21.0.0/24', parent_id: block })
    expect((await master('DELETE', `/network/subnet/${id}/destroy`)).status).toBe(204)
    const allocated = await store(master, { net: '10.21.0.0/24', parent_id: block })
    expect(allocated.body.error.messages.net).toMatchObject({
      reason: 'ip.quarantined',
      params: { net: '10.21.0.0/24' },
    })
    expect((await master('PUT', `/network/subnet/${id}/recover`)).status).toBe(200)
    expect((await master('DELETE', `/network/subnet/${id}/destroy?release_now=true`)).status).toBe(204)
    const other = await created(master, { net: '10.21.0.0/24', parent_id: block })
    const lost = await master('PUT', `/network/subnet/${id}/recover`)
    expect([lost.status, lost.body.error.details]).toMatchObject([409, { id: other }])
  })

  test('a plan shows its effect, and is rejected if the tree has changed', async () => {
    const id = await created(master, { net: '10.22.0.0/24', parent_id: block })
    const plan = await master('POST', '/network/subnet/plan', { operation: 'split', id, length: 26 })
    expect(plan.status, plan.text).toBe(201)
    expect(plan.body.data).toMatchObject({ state: 'planned', conflicts: [], failure: null })
    expect(plan.body.data.changes[0].note).toEqual(replied('change.split', { parts: 4 }))
    await master('PUT', `/network/subnet/${id}/update`, { name: 'Moved on' })
    expect((await master('POST', `/network/subnet/plan/${plan.body.data.id}/apply`)).body.error.code).toBe(
      'stale_version',
    )
    const again = (await master('POST', '/network/subnet/plan', { operation: 'split', id, length: 26 })).body.data
    const done = await master('POST', `/network/subnet/plan/${again.id}/apply`)
    expect(done.body.data.state).toBe('done')
    expect((await show(master, id)).ends.map(({ net }: { net: string }) => net)).toEqual([
      '10.22.0.0/26',
      '10.22.0.64/26',
      '10.22.0.128/26',
      '10.22.0.192/26',
    ])
    const blocked = (await master('POST', '/network/subnet/plan', { operation: 'split', id, length: 26 })).body.data
    const conflicts = [{ ...replied('split.already', { net: '10.22.0.0/24' }), net: '10.22.0.0/24', id }]
    expect(blocked.conflicts).toEqual(conflicts)
    const rejected = await master('POST', `/network/subnet/plan/${blocked.id}/apply`)
    expect([rejected.status, rejected.body.error.details]).toEqual([409, { conflicts }])
    const strange = await master('POST', '/network/subnet/plan', { operation: 'explode', id })
    expect(strange.status).toBe(422)
    const foreign = await (await fixture.as('sibling'))('POST', '/network/subnet/plan', { operation: 'lift', id })
    expect(foreign.body.error.messages).toEqual({ id: replied('row.missing', { kind: 'subnet' }) })
  })
})

describe('concurrent requests over HTTP', () => {
  let url: string
  let bearer: string
  let pool: number
  const send = async (body: object, key?: string) => {
    const reply = await fetch(`${url}/api/network/subnet/store`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as { data?: { ids: number[]; nets: string[] } } }
  }

  beforeAll(async () => {
    await fixture.panel.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(fixture.panel.app.server.address() as AddressInfo).port}`
    bearer = await withSystem(fixture.panel.databases, async (tx) => {
      const user = await createUser(tx, { company_id: fixture.companies.master, role: 'admin' })
      return (await startSession(tx, user, { ip: '127.0.0.1' })).access.token
    })
    pool = await created(master, { type: 'container', net: '10.64.0.0/12', parent_id: block })
  })

  test('200 stores of mixed sizes are distinct and disjoint, without errors', { timeout: 120_000 }, async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        send({ type: 'network', net: 'auto', parent_id: pool, prefix: 22 + (i % 9) }),
      ),
    )
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const nets = replies.flatMap(({ body }) => body.data?.nets ?? [])
    expect(replies.map(({ status }) => status).filter((status) => status !== 201)).toEqual([])
    expect(new Set(nets).size).toBe(200)
    const { overlaps, free } = await fixture.panel.sql(async (tx) => {
      const { rows } = await sql<{
        overlaps: number
      }>`select count(*) as overlaps from unnest(${nets}::cidr[]) a, unnest(${nets}::cidr[]) b where a && b and a <> b`.execute(
        tx,
      )
      const sums = await sql<{
        free: string
      }>`select (select sum(ip_size(net)) from free_block where parent_id = ${pool}) + used as free from subnet where id = ${pool}`.execute(
        tx,
      )
      return { overlaps: rows[0]?.overlaps, free: sums.rows[0]?.free }
    })
    expect([overlaps, Number(free)]).toEqual([0, 2 ** 20])
  })

  test('one key twenty times in parallel allocates one block, and all get the same response', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        send({ type: 'network', net: 'auto', parent_id: pool, prefix: 24 }, 'the-same-key'),
      ),
    )
    const done = replies.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const again = await send({ type: 'network', net: 'auto', parent_id: pool, prefix: 24 }, 'the-same-key')
    expect(again.body).toEqual(done[0]?.body)
  })
})
