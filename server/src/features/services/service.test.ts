import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, editor: ApiCall, reseller: ApiCall, client: ApiCall, sibling: ApiCall
let tariff: number
let access: number, routed: number, pool: number, v6: number

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  reseller = await fixture.as('reseller')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  const { master: company_id } = fixture.companies
  ;[access, routed, pool, v6] = (await fixture.panel.sql(async (tx) => {
    await createSubnet(tx, { net: '198.51.100.0/24', company_id })
    await createSubnet(tx, { net: '2001:db8::/32', company_id })
    return [
      await createSubnet(tx, { net: '198.51.100.0/26', attributes: { type: 'network' } }),
      await createSubnet(tx, { net: '198.51.100.128/25', attributes: { assign_len: 29 } }),
      await createSubnet(tx, { net: '198.51.100.64/27', attributes: { type: 'pool' } }),
      await createSubnet(tx, { net: '2001:db8:100::/40', attributes: { assign_len: 56 } }),
    ]
  })) as [number, number, number, number]
  tariff = await createTariff(master, { name: 'Home' })
})
afterAll(() => fixture?.panel.stop())

const createTariff = async (call: ApiCall, body: object): Promise<number> => {
  const reply = await call('POST', '/network/tariff/store', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
let serial = 0
const bodyOf = (more: object) => ({
  company_id: fixture.companies.client,
  username: `line-${++serial}`,
  password: 'correct horse',
  tariff_id: tariff,
  ...more,
})
const post = (call: ApiCall, more: object = {}, kind = 'service') =>
  call('POST', `/network/${kind}/store`, bodyOf(more))
const store = async (call: ApiCall, more: object = {}, kind = 'service'): Promise<number> => {
  const reply = await post(call, more, kind)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (id: number, call = master, kind = 'service') =>
  (await call('GET', `/network/${kind}/${id}/show`)).body.data
const update = (id: number, body: object, call = master) => call('PUT', `/network/service/${id}/update`, body)
const addresses = (id: number) =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ ip: string; state: string; company_id: number }>`
      select host(ip) as ip, state, company_id from address where used_by_kind = 'service' and used_by_id = ${id}
      union all select net::text, state, company_id from subnet where used_by_kind = 'service' and used_by_id = ${id} order by 1`.execute(
      tx,
    )
    return rows
  })

describe('owners and references', () => {
  test('a service belongs to a client, a dial-up to a company of any type', async () => {
    const { body } = await post(master, { company_id: fixture.companies.reseller })
    expect(body.error.messages).toEqual({ company_id: replied('service.client_only') })
    const own = await store(master, { company_id: undefined }, 'vpn-dialup')
    expect((await show(own, master, 'vpn-dialup')).company_id).toBe(fixture.companies.master)
  })

  test('a user name is unique in the installation, without revealing its company', async () => {
    const foreign = await createTariff(sibling, { name: 'Of the sibling' })
    const allocated = { username: 'taken@isp', company_id: fixture.companies.foreign, tariff_id: foreign }
    await store(sibling, allocated)
    for (const kind of ['service', 'vpn-dialup']) {
      const { status, body } = await post(master, { username: 'taken@isp' }, kind)
      expect([status, body.error.messages]).toEqual([409, { username: replied('service.username_taken') }])
      expect(JSON.stringify(body)).not.toMatch(/Foreign|Sibling/)
    }
  })

  test('a tariff belongs to the branch and is shared with the client', async () => {
    const chosen = await createTariff(provider, {
      name: 'For the sibling',
      shared_with: 'chosen',
      shared_company_ids: [fixture.companies.sibling],
    })
    const below = await createTariff(reseller, { name: 'Of the reseller', shared_with: 'chosen' })
    expect((await post(master, { tariff_id: chosen })).body.error.messages).toEqual({
      tariff_id: replied('row.missing', { kind: 'tariff' }),
    })
    // The provider sees it, but its client's seller does not share it with the client.
    const foreign = await createTariff(sibling, { name: 'Sold elsewhere' })
    expect((await post(provider, { tariff_id: foreign })).body.error.messages).toEqual({
      tariff_id: replied('tariff.not_offered'),
    })
    await store(reseller, { tariff_id: below })
    await store(master, { tariff_id: below })
  })

  test('a NAS serves its company and its descendants; a dial-up requires a VPN NAS', async () => {
    const nas = async (call: ApiCall, address: string, purposes: string[]) =>
      (await call('POST', '/network/nas/store', { name: address, address, purposes })).body.data.id as number
    const above = await nas(provider, '192.0.2.1', ['pppoe'])
    const elsewhere = await nas(sibling, '192.0.2.2', ['pppoe'])
    const vpn = await nas(reseller, '192.0.2.3', ['vpn'])
    expect((await show(await store(master, { nas_id: above }))).nas_name).toBe('192.0.2.1')
    expect((await post(provider, { nas_id: elsewhere })).body.error.messages).toEqual({
      nas_id: replied('nas.not_serving'),
    })
    expect((await post(master, { nas_id: above }, 'vpn-dialup')).body.error.messages).toEqual({
      nas_id: replied('nas.wrong_purpose', { purpose: 'vpn' }),
    })
    await store(master, { nas_id: vpn }, 'vpn-dialup')
    expect((await provider('DELETE', `/network/nas/${above}/destroy`)).body.error).toMatchObject(
      replied('nas.in_use', { services: 1 }),
    )
  })

  test('calls of one kind do not find the other kind', async () => {
    const id = await store(master)
    for (const [method, what, body] of [
      ['GET', 'show', undefined],
      ['PUT', 'update', { name: 'X' }],
      ['GET', 'sessions', undefined],
      ['GET', 'usage', undefined],
      ['POST', 'disconnect', undefined],
      ['PUT', 'recover', undefined],
      ['DELETE', 'destroy', undefined],
    ] as const)
      expect((await master(method, `/network/vpn-dialup/${id}/${what}`, body)).status, what).toBe(404)
    expect((await master('PUT', '/network/vpn-dialup/change-status', { ids: [id], status: 'suspended' })).status).toBe(
      404,
    )
    expect((await show(id)).status).toBe('active')
  })

  test('a client reads and changes nothing', async () => {
    const id = await store(master)
    expect((await client('GET', `/network/service/${id}/show`)).status).toBe(200)
    expect((await update(id, { name: 'X' }, client)).status).toBe(403)
    expect((await client('POST', `/network/service/${id}/disconnect`)).status).toBe(403)
    expect((await sibling('GET', `/network/service/${id}/show`)).status).toBe(404)
  })
})

describe('the password', () => {
  test('is in no response, export or log', async () => {
    const id = await store(master, { password: 'Hidden-Word-1' })
    await update(id, { password: 'Hidden-Word-2' })
    for (const path of [
      `/network/service/${id}/show`,
      '/network/service/index',
      '/network/service/index?export=csv',
      `/audit-log/index?search=object_id:${id}`,
    ]) {
      const { text, status } = await master('GET', path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/Hidden-Word|"password":"[^•]/)
    }
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ password: Buffer }>`select password from service where id = ${id}`.execute(tx),
    )
    expect(rows[0]?.password.toString('latin1')).not.toContain('Hidden-Word')
  })
})

describe('addresses', () => {
  test('a static address is allocated with the service, and records it as its user', async () => {
    const id = await store(master, { ipv4_method: 'static-address', subnet_id: access })
    const { address, subnet_net } = await show(id)
    expect([address, subnet_net]).toEqual(['198.51.100.1', '198.51.100.0/26'])
    expect(await addresses(id)).toEqual([
      { ip: '198.51.100.1', state: 'assigned', company_id: fixture.companies.client },
    ])
  })

  test('a new user name is updated in the address list', async () => {
    const id = await store(master, { ipv4_method: 'static-address', subnet_id: access })
    expect((await update(id, { username: 'renamed@isp' })).status).toBe(200)
    const label = () =>
      fixture.panel.sql((tx) =>
        sql<{ used_by_label: string }>`
          select used_by_label from address where used_by_kind = 'service' and used_by_id = ${id}`.execute(tx),
      )
    expect((await label()).rows).toEqual([{ used_by_label: 'renamed@isp' }])
    await master('DELETE', `/network/service/${id}/destroy`)
  })

  test('a rejected request leaves no service and no address', async () => {
    const before = (await master('GET', '/network/service/index')).body.meta.pagination.total
    const allocated = await post(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.1' })
    expect([allocated.status, Object.keys(allocated.body.error.messages)]).toEqual([409, ['ip']])
    const outside = await post(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.99' })
    expect([outside.status, Object.keys(outside.body.error.messages)]).toEqual([422, ['ip']])
    // The network cannot be allocated: the address allocated before is rolled back too.
    const halfway = await post(master, {
      ipv4_method: 'static-network',
      subnet_id: access,
      ip: '198.51.100.20',
      network_subnet_id: routed,
      network_prefix: 24,
    })
    expect([halfway.status, Object.keys(halfway.body.error.messages)]).toEqual([422, ['network_prefix']])
    expect((await master('GET', '/network/service/index')).body.meta.pagination.total).toBe(before)
    await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.20' })
  })

  test('subnets that cannot provide the requested address are rejected at their field', async () => {
    const reported = async (more: object) => (await post(master, more)).body.error.messages
    expect(await reported({ ipv4_method: 'pool', subnet_id: access })).toEqual({
      subnet_id: replied('pool.required', { family: 4 }),
    })
    expect(await reported({ ipv4_method: 'static-address', subnet_id: routed })).toEqual({
      subnet_id: replied('pool.network_required', { family: 4 }),
    })
    expect(await reported({ ipv4_method: 'static-network', subnet_id: access, network_subnet_id: v6 })).toEqual({
      network_subnet_id: replied('pool.container_required', { family: 4 }),
    })
    expect(await reported({ ipv6_subnet_id: routed })).toEqual({
      ipv6_subnet_id: replied('pool.container_required', { family: 6 }),
    })
  })

  test('a routed network and a delegated prefix are allocated with the service, and go into quarantine with it', async () => {
    const id = await store(master, {
      ipv4_method: 'static-network',
      subnet_id: access,
      ip: '198.51.100.30',
      network_subnet_id: routed,
      ipv6_subnet_id: v6,
    })
    const shown = await show(id)
    expect([shown.address, shown.network, shown.ipv6_network]).toEqual([
      '198.51.100.30',
      '198.51.100.128/29',
      '2001:db8:100::/56',
    ])
    expect((await addresses(id)).map(({ state }) => state)).toEqual(['assigned', 'assigned', 'assigned'])

    expect((await master('DELETE', `/network/service/${id}/destroy`)).status).toBe(204)
    expect((await addresses(id)).map(({ state }) => state)).toEqual(['quarantined', 'quarantined', 'quarantined'])
    expect((await master('PUT', `/network/service/${id}/recover`)).body.data).toMatchObject({
      address: '198.51.100.30',
      network: '198.51.100.128/29',
      ipv6_network: '2001:db8:100::/56',
    })
    expect((await addresses(id)).map(({ state }) => state)).toEqual(['assigned', 'assigned', 'assigned'])
  })

  test('a new address releases the previous one; the same one keeps it; null releases it', async () => {
    const id = await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.40' })
    await update(id, { name: 'Renamed', ip: 'auto' })
    expect((await show(id)).address).toBe('198.51.100.40')
    expect((await update(id, { ip: '198.51.100.41' })).body.data.address).toBe('198.51.100.41')
    expect(await addresses(id)).toMatchObject([
      { ip: '198.51.100.40', state: 'quarantined' },
      { ip: '198.51.100.41', state: 'assigned' },
    ])
    const drawn = await update(id, { ipv4_method: 'pool', subnet_id: pool })
    expect(drawn.body.data).toMatchObject({ address: null, address_id: null, subnet_net: '198.51.100.64/27' })
    expect((await addresses(id)).map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
  })

  test('shared space of an ancestor can be used; space of others is not found', async () => {
    const shared = await fixture.panel.sql(async (tx) => {
      await createSubnet(tx, { net: '203.0.113.0/24' })
      return createSubnet(tx, { net: '203.0.113.0/26', attributes: { type: 'network', shared: true } })
    })
    const id = await store(reseller, { ipv4_method: 'static-address', subnet_id: shared, tariff_id: tariff })
    expect((await show(id, reseller)).address).toBe('203.0.113.1')
    const foreign = await createTariff(sibling, { name: 'Plain' })
    const { body } = await post(sibling, {
      company_id: fixture.companies.foreign,
      tariff_id: foreign,
      ipv4_method: 'static-address',
      subnet_id: access,
    })
    expect(body.error.messages).toEqual({ subnet_id: replied('row.missing', { kind: 'subnet' }) })
  })

  test('restoring does not allocate an address that another service has', async () => {
    const id = await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.50' })
    await master('DELETE', `/network/service/${id}/destroy`)
    await fixture.panel.sql((tx) =>
      sql`select ip_release_address(a.id, true) from address a where used_by_id = ${id} and used_by_kind = 'service'`.execute(
        tx,
      ),
    )
    await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.50' })
    const { status, body } = await master('PUT', `/network/service/${id}/recover`)
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('198.51.100.50')])
    expect((await master('GET', `/network/service/index?search=id:${id}&trashed=only`)).body.data).toHaveLength(1)
  })
})

describe('status', () => {
  test('requires manage: an editor changes everything else', async () => {
    const id = await store(editor)
    expect((await update(id, { name: 'X' }, editor)).status).toBe(200)
    expect((await update(id, { status: 'suspended' }, editor)).status).toBe(403)
    expect((await editor('PUT', '/network/service/change-status', { ids: [id], status: 'suspended' })).status).toBe(403)
    expect((await update(id, { status: 'suspended' })).body.data.status).toBe('suspended')
  })

  test('terminated releases the addresses, and resuming allocates them again', async () => {
    const id = await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.55' })
    const { data } = (await master('PUT', '/network/service/change-status', { ids: [id], status: 'terminated' })).body
    expect(data).toEqual([{ id, ok: true }])
    expect(await show(id)).toMatchObject({ status: 'terminated', address: null })
    expect((await addresses(id))[0]?.state).toBe('quarantined')
    await master('PUT', '/network/service/change-status', { ids: [id], status: 'active' })
    expect(await show(id)).toMatchObject({ status: 'active', address: '198.51.100.55' })
    await update(id, { status: 'terminated' })
    expect((await update(id, { status: 'active', ip: '198.51.100.56' })).body.data.address).toBe('198.51.100.56')
    expect(await addresses(id)).toMatchObject([
      { ip: '198.51.100.55', state: 'quarantined' },
      { ip: '198.51.100.56', state: 'assigned' },
    ])
  })

  test('one result per row: a rejected row has a reason, the others are done', async () => {
    const blocked = await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.57' })
    const free = await store(master)
    await master('PUT', '/network/service/change-status', { ids: [blocked, free], status: 'terminated' })
    await fixture.panel.sql((tx) =>
      sql`select ip_release_address(a.id, true) from address a where used_by_id = ${blocked} and used_by_kind = 'service'`.execute(
        tx,
      ),
    )
    await store(master, { ipv4_method: 'static-address', subnet_id: access, ip: '198.51.100.57' })
    const { data } = (await master('PUT', '/network/service/change-status', { ids: [blocked, free], status: 'active' }))
      .body
    expect(data.map(({ id, ok, code }: { id: number; ok: boolean; code?: string }) => [id, ok, code])).toEqual([
      [blocked, false, 'conflict'],
      [free, true, undefined],
    ])
    expect((await show(blocked)).status).toBe('terminated')
    expect((await show(free)).status).toBe('active')
  })

  test('all matching rows, as counted', async () => {
    const name = 'Bulk of them'
    const ids = [await store(master, { name }), await store(master, { name })]
    const body = { matching: { search: `name:${name}`, total: 2 }, status: 'suspended' }
    expect(
      (await master('PUT', '/network/service/change-status', body)).body.data.map(({ id }: { id: number }) => id),
    ).toEqual(ids)
    const moved = { matching: { search: `name:${name}`, total: 3 }, status: 'active' }
    expect((await master('PUT', '/network/service/change-status', moved)).body.error.code).toBe('selection_moved')
  })
})

test('a service whose tariff is in the trash is not restored, and the error names the tariff', async () => {
  const reply = await master('POST', '/network/tariff/store', { name: 'Withdrawn' })
  const withdrawn = reply.body.data.id as number
  const id = await store(master, { tariff_id: withdrawn })
  expect((await master('DELETE', `/network/service/${id}/destroy`)).status).toBe(204)
  expect((await master('DELETE', `/network/tariff/${withdrawn}/destroy`)).status).toBe(204)
  const rejected = await master('PUT', `/network/service/${id}/recover`)
  expect([rejected.status, rejected.body.error.reason, rejected.body.error.params]).toEqual([
    409,
    'row.in_trash',
    { name: 'Withdrawn' },
  ])
  expect((await master('PUT', `/network/tariff/${withdrawn}/recover`)).status).toBe(200)
  expect((await master('PUT', `/network/service/${id}/recover`)).status).toBe(200)
})

test('a tariff in use cannot be deleted, and the error counts its services', async () => {
  const id = await createTariff(master, { name: 'Kept' })
  await store(master, { tariff_id: id })
  const { status, body } = await master('DELETE', `/network/tariff/${id}/destroy`)
  expect([status, body.error]).toMatchObject([409, replied('tariff.in_use', { services: 1 })])
})

test('lookups and options', async () => {
  const id = await store(master, { username: 'looked-up@home' })
  expect((await master('GET', '/network/service/list?query=looked-up')).body.data).toEqual([
    { id, name: 'looked-up@home', path: 'Master / Reseller / Client' },
  ])
  const ids = async (path: string) =>
    (await master('GET', path)).body.data.map((choice: { id: string | number }) => choice.id)
  expect(await ids('/network/service/companies/list')).toEqual([fixture.companies.client])
  expect((await ids('/network/vpn-dialup/companies/list')).length).toBe(3)
  expect(await ids('/network/service/statuses/list')).toEqual(['pending', 'active', 'suspended', 'terminated'])
  expect(await ids('/network/service/ipv4-assignment-methods/list')).toHaveLength(4)
  expect(await ids('/network/service/payment-periods/list')).toHaveLength(5)
})
