import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession } from '../../testing/sessions/create-session.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let master: ApiCall, reseller: ApiCall, sibling: ApiCall
let tariff: number, nas: number
/** An address pool; pools of /64 and /56 prefixes; an IPv4 pool. */
let lan: number, links: number, sites: number, ipv4: number

const created = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  sibling = await fixture.as('sibling')
  tariff = await created(master, 'tariff', { name: 'Home' })
  nas = await created(master, 'nas', { name: 'BNG', address: '192.0.2.1' })
  const { master: company_id } = fixture.companies
  ;[lan, links, sites, ipv4] = (await fixture.panel.sql(async (tx) => {
    await createSubnet(tx, { net: '2001:db8::/32', company_id })
    await createSubnet(tx, { net: '198.51.100.0/24', company_id })
    return [
      await createSubnet(tx, { net: '2001:db8:0:1::/64', attributes: { type: 'network' } }),
      await createSubnet(tx, { net: '2001:db8:100::/40', attributes: { assign_len: 64 } }),
      await createSubnet(tx, { net: '2001:db8:200::/40', attributes: { assign_len: 56 } }),
      await createSubnet(tx, { net: '198.51.100.0/26', attributes: { type: 'pool' } }),
    ]
  })) as [number, number, number, number]
})
afterAll(() => fixture?.panel.stop())

let serial = 0
/** An IPv6 pool of its own, /40, of addresses or of subnets of a unit. */
const createPool = (attributes: Parameters<typeof createSubnet>[1]['attributes'] = {}, length = 40) =>
  fixture.panel.sql((tx) =>
    createSubnet(tx, {
      net: `2001:db8:${(0x1000 + ++serial * 0x100).toString(16)}::/${length}`,
      company_id: fixture.companies.master,
      attributes: { type: 'pool', ...attributes },
    }),
  )
const post = (more: object, call = master) =>
  call('POST', '/network/service/store', {
    company_id: fixture.companies.client,
    username: `v6-${++serial}`,
    password: 'correct horse',
    tariff_id: tariff,
    ...more,
  })
const store = async (more: object, call = master): Promise<number> => {
  const reply = await post(more, call)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const show = async (id: number) => (await master('GET', `/network/service/${id}/show`)).body.data
const update = (id: number, body: object) => master('PUT', `/network/service/${id}/update`, body)
const fields = (reply: { body: { error?: { messages?: object } } }) => reply.body.error?.messages
const query = <Row>(text: ReturnType<typeof sql<Row>>) => fixture.panel.sql(async (tx) => (await text.execute(tx)).rows)
const allocated = (id: number) =>
  query(sql<{ net: string; state: string }>`
    select host(ip) as net, state from address where used_by_kind = 'service' and used_by_id = ${id}
    union all select net::text, state from subnet where used_by_kind = 'service' and used_by_id = ${id} order by 1`)
const states = async (id: number) => (await allocated(id)).map(({ net, state }) => `${net} ${state}`)

describe('a static framed prefix or address', () => {
  test('is allocated with the service, and records it as its user', async () => {
    const prefix = await store({ framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: links })
    expect(await show(prefix)).toMatchObject({
      framed_ipv6_method: 'static-prefix',
      framed_ipv6: '2001:db8:100::/64',
      framed_ipv6_subnet_net: '2001:db8:100::/40',
      framed_ipv6_address_id: null,
      delegated_ipv6_method: 'none',
    })
    const address = await store({ framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: lan })
    const shown = await show(address)
    expect(shown).toMatchObject({ framed_ipv6: '2001:db8:0:1::1', framed_ipv6_network_id: null })
    expect(await states(address)).toEqual(['2001:db8:0:1::1 assigned'])
    expect(await query(sql`select framed_ipv6::text as framed_ipv6 from service where id = ${address}`)).toEqual([
      { framed_ipv6: '2001:db8:0:1::1/128' },
    ])
    const typed = await store({
      framed_ipv6_method: 'static-prefix',
      framed_ipv6_subnet_id: links,
      framed_ipv6: '2001:db8:1ff:0::/62',
      delegated_ipv6_method: 'static',
      ipv6_subnet_id: sites,
      ipv6_prefix: 60,
    })
    expect(await show(typed)).toMatchObject({ framed_ipv6: '2001:db8:1ff::/62', ipv6_network: '2001:db8:200::/60' })
  })

  test('is rejected at the invalid field', async () => {
    for (const [body, expected] of [
      [{ framed_ipv6_method: 'static-prefix' }, { framed_ipv6_subnet_id: replied('field.required') }],
      [{ framed_ipv6_method: 'static-address' }, { framed_ipv6_subnet_id: replied('field.required') }],
      [
        { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: lan },
        { framed_ipv6_subnet_id: replied('pool.container_required', { family: 6 }) },
      ],
      [
        { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: links },
        { framed_ipv6_subnet_id: replied('pool.network_required', { family: 6 }) },
      ],
      [
        { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: ipv4 },
        { framed_ipv6_subnet_id: replied('pool.network_required', { family: 6 }) },
      ],
      [
        { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: lan, framed_ipv6: '2001:db8:0:1::/80' },
        { framed_ipv6: replied('pool.address_without_length') },
      ],
      [
        { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: links, framed_ipv6: '2001:db8:1ff::1' },
        { framed_ipv6: replied('pool.prefix_with_length') },
      ],
      [{ delegated_ipv6_method: 'static' }, { ipv6_subnet_id: replied('field.required') }],
      [
        { delegated_ipv6_method: 'static', ipv6_subnet_id: lan },
        { ipv6_subnet_id: replied('pool.container_required', { family: 6 }) },
      ],
    ] as const) {
      const reply = await post(body)
      expect([reply.status, fields(reply)], JSON.stringify(body)).toEqual([422, expected])
    }
    const outside = await post({
      framed_ipv6_method: 'static-prefix',
      framed_ipv6_subnet_id: links,
      framed_ipv6: '2001:db8:300::/64',
    })
    expect([outside.status, Object.keys(fields(outside) ?? {})]).toEqual([422, ['framed_ipv6']])
    const mine = { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: lan, framed_ipv6: '2001:db8:0:1::77' }
    await store(mine)
    const allocatedNow = await post(mine)
    expect([allocatedNow.status, Object.keys(fields(allocatedNow) ?? {})]).toEqual([409, ['framed_ipv6']])
  })

  test('of another company is not found', async () => {
    const foreign = await created(sibling, 'tariff', { name: 'Elsewhere' })
    for (const [body, field] of [
      [{ framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: links }, 'framed_ipv6_subnet_id'],
      [{ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: await createPool() }, 'framed_ipv6_subnet_id'],
      [{ delegated_ipv6_method: 'pool', ipv6_subnet_id: await createPool() }, 'ipv6_subnet_id'],
    ] as const) {
      const reply = await post({ ...body, company_id: fixture.companies.foreign, tariff_id: foreign }, sibling)
      expect([reply.status, fields(reply)]).toEqual([422, { [field]: replied('row.missing', { kind: 'subnet' }) }])
    }
  })

  test('is released with deletion, termination and another method, and requested again', async () => {
    const id = await store({
      framed_ipv6_method: 'static-prefix',
      framed_ipv6_subnet_id: links,
      framed_ipv6: '2001:db8:111::/64',
      ipv6_subnet_id: sites,
      ipv6_network: '2001:db8:211::/56',
    })
    const nets = ['2001:db8:111::/64', '2001:db8:211::/56']
    const all = (state: string) => nets.map((net) => `${net} ${state}`)
    expect(await states(id)).toEqual(all('assigned'))
    await master('DELETE', `/network/service/${id}/destroy`)
    expect(await states(id)).toEqual(all('quarantined'))
    expect((await master('PUT', `/network/service/${id}/recover`)).body.data).toMatchObject({
      framed_ipv6: nets[0],
      ipv6_network: nets[1],
    })
    expect(await states(id)).toEqual(all('assigned'))
    await master('PUT', '/network/service/change-status', { ids: [id], status: 'terminated' })
    expect([(await show(id)).framed_ipv6, await states(id)]).toEqual([null, all('quarantined')])
    await master('PUT', '/network/service/change-status', { ids: [id], status: 'active' })
    expect([(await show(id)).framed_ipv6, await states(id)]).toEqual([nets[0], all('assigned')])
    await update(id, { status: 'terminated' })
    expect((await update(id, { status: 'active' })).body.data).toMatchObject({
      framed_ipv6: nets[0],
      ipv6_network: nets[1],
    })

    const address = {
      framed_ipv6_method: 'static-address',
      framed_ipv6_subnet_id: lan,
      framed_ipv6: '2001:db8:0:1::99',
    }
    expect((await update(id, address)).body.data).toMatchObject({ framed_ipv6: '2001:db8:0:1::99' })
    // The same value keeps it, in any notation.
    await update(id, { framed_ipv6: '2001:DB8:0:1::99/128' })
    expect(await states(id)).toEqual([
      '2001:db8:0:1::99 assigned',
      '2001:db8:111::/64 quarantined',
      '2001:db8:211::/56 assigned',
    ])
    await master('DELETE', `/network/service/${id}/destroy`)
    await master('PUT', `/network/service/${id}/recover`)
    expect((await show(id)).framed_ipv6).toBe('2001:db8:0:1::99')
    expect((await update(id, { framed_ipv6_method: 'none' })).body.data).toMatchObject({
      framed_ipv6: null,
      framed_ipv6_subnet_id: null,
      framed_ipv6_address_id: null,
    })
    expect((await states(id))[0]).toBe('2001:db8:0:1::99 quarantined')
  })

  test('is not requested again if the method changed while the service was terminated', async () => {
    const id = await store({
      framed_ipv6_method: 'static-address',
      framed_ipv6_subnet_id: lan,
      framed_ipv6: '2001:db8:0:1::aa',
      status: 'active',
    })
    await update(id, { status: 'terminated' })
    const changed = await update(id, { framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'v6-home' })
    expect([changed.status, changed.body.data.framed_ipv6_pool]).toEqual([200, 'v6-home'])
    expect(fields(await update(id, { framed_ipv6_method: 'pool' }))).toEqual({
      framed_ipv6_subnet_id: replied('field.required'),
    })
    await store({ framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: lan, framed_ipv6: '2001:db8:0:1::ab' })
    expect((await update(id, { status: 'active' })).body.data).toMatchObject({
      framed_ipv6: null,
      framed_ipv6_address_id: null,
      framed_ipv6_pool: 'v6-home',
    })
  })
})

describe('a delegated prefix', () => {
  test('is static if a subnet is given without a method', async () => {
    const id = await store({ ipv6_subnet_id: sites })
    expect((await show(id)).delegated_ipv6_method).toBe('static')
    expect((await update(id, { ipv6_subnet_id: null })).body.data).toMatchObject({
      delegated_ipv6_method: 'none',
      ipv6_network: null,
    })
    expect((await update(id, { ipv6_subnet_id: sites })).body.data.delegated_ipv6_method).toBe('static')
  })
})

describe('a pool on the NAS', () => {
  test('is validated as a RADIUS attribute value', async () => {
    const id = await store({
      framed_ipv6_method: 'nas-pool',
      framed_ipv6_pool: 'wan.v6_1',
      delegated_ipv6_method: 'nas-pool',
      delegated_ipv6_pool: 'pd-56',
    })
    expect(await show(id)).toMatchObject({ framed_ipv6_pool: 'wan.v6_1', delegated_ipv6_pool: 'pd-56' })
    // Fields of the previous method are cleared.
    expect((await update(id, { delegated_ipv6_method: 'none' })).body.data.delegated_ipv6_pool).toBeNull()
    const noName = replied('field.required')
    expect(fields(await post({ framed_ipv6_method: 'nas-pool' }))).toEqual({ framed_ipv6_pool: noName })
    expect(fields(await post({ delegated_ipv6_method: 'nas-pool' }))).toEqual({ delegated_ipv6_pool: noName })
    for (const pool of ['', 'a b', 'ü', 'a'.repeat(64), 'a"b'])
      expect(fields(await post({ framed_ipv6_method: 'nas-pool', framed_ipv6_pool: pool }))).toEqual({
        framed_ipv6_pool: replied('field.plain_characters', { min: 1, max: 63 }),
      })
  })
})

describe('a pool of prefixes', () => {
  const stateOf = async (id: number) =>
    (
      await query(sql<{ leased: boolean; free: number; share: number; unit: number | null }>`
        select s.leased, (select count(*)::int from free_block where parent_id = s.id) as free, (s.used / ip_size(s.net))::float8 as share,
          (select unit from pool_prefix_next where subnet_id = s.id) as unit from subnet s where s.id = ${id}`)
    )[0]

  test('is leased by RADIUS in its unit, and provides nothing else', async () => {
    const plain = await createPool()
    const cut = await createPool({ hosts: false, assign_len: 48 })
    const id = await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: plain })
    await store({ delegated_ipv6_method: 'pool', ipv6_subnet_id: cut })
    expect(await show(id)).toMatchObject({
      framed_ipv6_method: 'pool',
      framed_ipv6: null,
      framed_ipv6_network_id: null,
      framed_ipv6_address_id: null,
    })
    expect(await stateOf(plain)).toEqual({ leased: true, free: 0, share: 1, unit: 64 })
    expect(await stateOf(cut)).toEqual({ leased: true, free: 0, share: 1, unit: 48 })
    const delegated = await createPool()
    await store({ delegated_ipv6_method: 'pool', ipv6_subnet_id: delegated })
    expect((await stateOf(delegated))?.unit).toBe(56)
    // A second service does not open it again.
    await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: plain })
    expect((await stateOf(plain))?.share).toBe(1)

    const leased = replied('pool.leased')
    expect(fields(await post({ ipv6_subnet_id: cut }))).toEqual({ ipv6_subnet_id: leased })
    expect(fields(await post({ framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: plain }))).toEqual({
      framed_ipv6_subnet_id: leased,
    })
    const byHand = await master('POST', '/network/subnet/store', {
      net: 'auto',
      parent_id: cut,
      prefix: 56,
      type: 'container',
    })
    expect([byHand.status, fields(byHand)]).toEqual([
      409,
      { prefix: expect.objectContaining({ message: expect.stringContaining('/56') }) },
    ])
  })

  test('is rejected if it cannot be leased', async () => {
    const used = await createPool({ hosts: false, assign_len: 56 })
    const [first] = await query(
      sql<{ net: string }>`select set_masklen(net, 56)::text as net from subnet where id = ${used}`,
    )
    await fixture.panel.sql((tx) => createSubnet(tx, { net: first!.net }))
    const small = await createPool({}, 60)
    const both = await createPool()
    await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: both })
    const tooMany = await createPool({ hosts: false, assign_len: 128 })
    const below = await fixture.panel.sql((tx) =>
      createSubnet(tx, {
        net: '2001:db8:f000::/40',
        company_id: fixture.companies.reseller,
        attributes: { type: 'pool' },
      }),
    )
    for (const [body, expected] of [
      [{ framed_ipv6_method: 'pool' }, { framed_ipv6_subnet_id: replied('field.required') }],
      [{ delegated_ipv6_method: 'pool' }, { ipv6_subnet_id: replied('field.required') }],
      [
        { framed_ipv6_method: 'pool', framed_ipv6_subnet_id: links },
        { framed_ipv6_subnet_id: replied('pool.required', { family: 6 }) },
      ],
      [
        { delegated_ipv6_method: 'pool', ipv6_subnet_id: ipv4 },
        { ipv6_subnet_id: replied('pool.required', { family: 6 }) },
      ],
      [
        { delegated_ipv6_method: 'pool', ipv6_subnet_id: used },
        {
          ipv6_subnet_id: replied('pool.not_empty'),
        },
      ],
      [
        { delegated_ipv6_method: 'pool', ipv6_subnet_id: small },
        { ipv6_subnet_id: replied('pool.too_small', { length: 56 }) },
      ],
      [
        { delegated_ipv6_method: 'pool', ipv6_subnet_id: both },
        { ipv6_subnet_id: replied('pool.leased_unit', { length: 64 }) },
      ],
      [
        { delegated_ipv6_method: 'pool', ipv6_subnet_id: tooMany },
        { ipv6_subnet_id: replied('pool.too_many_prefixes') },
      ],
    ] as const) {
      const reply = await post(body)
      expect([reply.status, fields(reply)], JSON.stringify(body)).toEqual([422, expected])
    }
    const dialup = await master('POST', '/network/vpn-dialup/store', {
      username: 'v6-dial',
      password: 'secret',
      tariff_id: tariff,
      framed_ipv6_method: 'pool',
      framed_ipv6_subnet_id: below,
    })
    expect(fields(dialup)).toEqual({ framed_ipv6_subnet_id: replied('reference.other_company') })
    // The owner and its descendants may use it.
    await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: below }, reseller)
    // A /60 contains the router's own /64.
    await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: small })
  })

  test('is closed when no service uses it and its last lease has ended', async () => {
    const pool = await createPool()
    const close = async () =>
      (await query(sql<{ closed: boolean }>`select panel.close_prefix_pool(${pool}) as closed`))[0]?.closed
    const id = await store({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: pool })
    expect(await close()).toBe(false)
    await query(sql`
      insert into pool_prefix (subnet_id, prefix, service_id, leased_until) select id, network(set_masklen(net, 64)), ${id}, now() + interval '1 hour' from subnet where id = ${pool}`)
    await update(id, { framed_ipv6_method: 'none' })
    expect(await close()).toBe(false)
    await query(sql`update pool_prefix set leased_until = now() - interval '1 second' where subnet_id = ${pool}`)
    const uid = await fixture.panel.sql((tx) =>
      createSession(tx, { service_id: id, nas_id: nas, started_at: new Date() }),
    )
    await query(
      sql`update session_live set framed_ipv6 = (select prefix::text from pool_prefix where subnet_id = ${pool}) where uid = ${uid}`,
    )
    expect(await close()).toBe(false)
    await query(sql`delete from session_live where uid = ${uid}`)
    expect(await close()).toBe(true)
    expect(await stateOf(pool)).toEqual({ leased: false, free: 1, share: 0, unit: null })
    expect(await close()).toBe(false)
    // It is opened again by a new service, or one restored from the trash.
    await update(id, { framed_ipv6_method: 'pool', framed_ipv6_subnet_id: pool })
    await master('DELETE', `/network/service/${id}/destroy`)
    expect(await close()).toBe(true)
    expect((await master('PUT', `/network/service/${id}/recover`)).status).toBe(200)
    expect((await stateOf(pool))?.leased).toBe(true)
  })
})

describe('a change of a running session', () => {
  test('sends a Disconnect-Request', async () => {
    const id = await store({})
    await fixture.panel.sql((tx) => createSession(tx, { service_id: id, nas_id: nas, started_at: new Date() }))
    const requests = async () =>
      (await master('GET', `/network/coa/index?search=service_id:${id}`)).body.data.map(
        ({ reason }: { reason: string }) => reason,
      )
    await update(id, { framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'one' })
    await update(id, { framed_ipv6_pool: 'two' })
    await update(id, { framed_ipv6_pool: 'two' })
    await update(id, { delegated_ipv6_method: 'static', ipv6_subnet_id: sites })
    expect(await requests()).toEqual(['address', 'address', 'address'])
  })
})

describe('an IPv4 pool', () => {
  test('is required if an address must come from one', async () => {
    const none = replied('nas.without_pool')
    const nowhere = replied('nas.no_pool')
    expect(fields(await post({ ipv4_method: 'pool' }))).toEqual({ subnet_id: nowhere })
    expect(fields(await post({ ipv4_method: 'pool', nas_id: nas }))).toEqual({ subnet_id: none })
    // Without a method, the default is one that is possible.
    const id = await store({})
    expect((await show(id)).ipv4_method).toBe('nas-decides')
    expect(fields(await update(id, { ipv4_method: 'pool' }))).toEqual({ subnet_id: nowhere })
    expect((await update(id, { ipv4_method: 'pool', subnet_id: ipv4 })).status).toBe(200)
    expect(fields(await update(id, { subnet_id: null }))).toEqual({ subnet_id: nowhere })

    const pooled = await created(master, 'nas', { name: 'Pooled', address: '192.0.2.9', pool_ids: [ipv4] })
    expect((await show(await store({}))).ipv4_method).toBe('pool')
    expect((await update(id, { subnet_id: null })).body.data).toMatchObject({ ipv4_method: 'pool', subnet_id: null })
    expect((await update(id, { nas_id: pooled })).status).toBe(200)
    expect(fields(await update(id, { nas_id: nas }))).toEqual({ subnet_id: none })
    // A dial-up uses a VPN NAS, an IPoE service one for IPoE.
    const dialup = { tariff_id: tariff, username: 'pool-dial', password: 'secret', ipv4_method: 'pool' }
    expect(fields(await master('POST', '/network/vpn-dialup/store', dialup))).toEqual({ subnet_id: nowhere })
    expect(
      fields(
        await post({
          username: undefined,
          password: undefined,
          auth_method: 'mac',
          mac: '02:00:5e:00:00:01',
          ipv4_method: 'pool',
        }),
      ),
    ).toEqual({
      subnet_id: nowhere,
    })
    // Changes of other fields do not check it: the pool may have been removed from the NAS since.
    await master('PUT', `/network/nas/${pooled}/update`, { pool_ids: [] })
    expect((await update(id, { name: 'Renamed' })).status).toBe(200)
  })
})
