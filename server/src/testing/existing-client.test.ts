import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from './devices/panel-with-devices.ts'
import type { ApiCall } from './panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, provider: ApiCall, clientUser: ApiCall
let router: Simulator, device: number

/** Calls like clients of the specification: without the `Prefer` header, waiting for the reply. */
const existing =
  (call: ApiCall): ApiCall =>
  (method, path, body, headers) =>
    call(method, path, body, { prefer: '', ...headers })

beforeAll(async () => {
  master = existing(await fixture.as('master'))
  provider = existing(await fixture.as('provider'))
  clientUser = existing(await fixture.as('client'))
  router = await fixture.router()
  device = await fixture.device({ router })
})
afterAll(() => fixture.stop())

/** Makes calls while a worker runs the commands queued for the device. */
async function withWorker(
  reply: ReturnType<ApiCall>,
  of = device,
): Promise<Awaited<ReturnType<ApiCall>> & { ms: number }> {
  const began = performance.now()
  let ended = false
  void reply.finally(() => (ended = true))
  while (!ended) {
    await fixture.worker.commands.workOff(of)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { ...(await reply), ms: performance.now() - began }
}
const control = (path: string, of = device) => `/hardware/control/${of}/${path}`

describe('options next to data and meta', () => {
  test.each([
    ['/network/tariff/index', ['companies', 'currencies', 'priorities']],
    ['/network/nas/index', ['companies', 'pools', 'purposes', 'regions']],
    ['/network/service/index', ['ipv4_assignment_methods', 'payment_periods', 'statuses']],
    ['/network/vpn-dialup/index', ['ipv4_assignment_methods', 'payment_periods', 'statuses']],
    ['/user/index', ['countries', 'roles', 'statuses']],
    ['/user/invite/index', ['roles', 'statuses']],
  ])('come with %s', async (path, names) => {
    const { status, body } = await master('GET', path)
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['data', 'meta', 'options'])
    expect(body.meta.pagination).toMatchObject({ current_page: 1, per_page: 25 })
    expect(Object.keys(body.options).toSorted()).toEqual(names)
    for (const choices of Object.values<unknown[]>(body.options))
      for (const choice of choices)
        expect(choice).toMatchObject({ id: expect.anything(), name: expect.stringMatching(/./) })
  })

  test('of invitations contain every status that a row can have, in the language of the user', async () => {
    const { options } = (await master('GET', '/user/invite/index')).body
    expect(options.statuses).toEqual([
      { id: 'pending', name: 'Pending' },
      { id: 'accepted', name: 'Accepted' },
      { id: 'expired', name: 'Expired' },
      { id: 'cancelled', name: 'Cancelled' },
    ])
  })

  test('are the same as those of the separate option lists', async () => {
    const { options } = (await master('GET', '/network/service/index')).body
    for (const [name, path] of [
      ['statuses', 'statuses'],
      ['payment_periods', 'payment-periods'],
      ['ipv4_assignment_methods', 'ipv4-assignment-methods'],
    ] as const)
      expect(options[name]).toEqual((await master('GET', `/network/service/${path}/list`)).body.data)
    const tariff = (await master('GET', '/network/tariff/index')).body.options
    expect(tariff.priorities).toEqual((await master('GET', '/network/tariff/priorities/list')).body.data)
  })

  test('contain the companies and pools of the caller and its descendants only', async () => {
    const subnet = async (call: ApiCall, body: object): Promise<number> => {
      const reply = await call('POST', '/network/subnet/store', body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id
    }
    const { sibling, master: self, reseller, client } = fixture.companies
    const foreign = await subnet(provider, { type: 'container', net: '10.64.0.0/16', company_id: sibling })
    await subnet(provider, { type: 'pool', net: '10.64.1.0/24', parent_id: foreign, company_id: sibling })
    const block = await subnet(provider, { type: 'container', net: '10.65.0.0/16', company_id: self })
    const own = await subnet(master, { type: 'pool', net: '10.65.1.0/24', parent_id: block })
    const { companies, pools } = (await master('GET', '/network/nas/index')).body.options
    expect(companies.map(({ id }: { id: number }) => id).toSorted()).toEqual([self, reseller, client].toSorted())
    expect(pools.map(({ id }: { id: number }) => id)).toEqual([own])
  })

  test('are omitted from an export', async () => {
    const csv = await master('GET', '/network/tariff/index?export=csv')
    expect(csv.status).toBe(200)
    expect(csv.text).not.toContain('priorities')
  })

  test('are available to a user of a client for its services, too', async () => {
    const { status, body } = await clientUser('GET', '/network/service/index')
    expect([status, body.options.statuses.length > 0]).toEqual([200, true])
  })
})

describe('a store of LAN settings', () => {
  test.each([
    ['ip/address', { address: '10.91.0.1/24', interface: 'ether5' }],
    ['ip/dhcp-server/network', { address: '10.91.0.0/24', gateway: '10.91.0.1', dns_server: '9.9.9.9, 1.1.1.1' }],
    ['ip/pool', { name: 'existing', address_start: '10.91.0.10', address_end: '10.91.0.20' }],
    ['ip/dhcp-server/lease', { address: '10.91.0.11', mac: '4C:5E:0C:09:09:01' }],
  ])('of %s answers the id of the row once the device has it, and the command beside it', async (menu, body) => {
    const reply = await withWorker(master('POST', control(`${menu}/store`), body))
    expect(reply.status, reply.text).toBe(202)
    const { id, job, state } = reply.body.data
    expect(state).toBe('done')
    expect(router.table(menu).map((row) => row['.id'])).toContain(id)
    const index = (await master('GET', control(`${menu}/index`))).body.data
    expect(index.map((row: { id: string }) => row.id)).toContain(id)
    expect((await master('GET', `/hardware/command/${job}/show`)).body.data).toMatchObject({
      state: 'done',
      result: { id },
    })
  })

  test('of DNS, which is a singleton, returns the id of its row', async () => {
    const reply = await withWorker(master('POST', control('ip/dns/store'), { servers: ['9.9.9.9'] }))
    expect(reply.body.data).toEqual({ id: '*0', job: expect.any(Number), state: 'done' })
  })

  test('can be repeated with its key: one row, the same reply', async () => {
    const body = { name: 'once', address_start: '10.91.1.10', address_end: '10.91.1.20' }
    const key = { 'idempotency-key': 'existing-once' }
    const first = await withWorker(master('POST', control('ip/pool/store'), body, key))
    const second = await withWorker(master('POST', control('ip/pool/store'), body, key))
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(router.table('ip/pool').filter((row) => row['name'] === 'once')).toHaveLength(1)
  })

  test('that the device rejects is an error with its message, never a success without an id', async () => {
    const reply = await withWorker(
      master('POST', control('ip/address/store'), { address: '10.92.0.1/24', interface: 'no-such-port' }),
    )
    expect([reply.status, reply.body.error.code]).toEqual([502, 'device_refused'])
    expect(reply.body.error.details).toMatchObject({ job: expect.any(Number), state: 'refused' })
    expect(reply.body.error.message).toMatch(/interface/i)
  })

  test('of an unreachable device is an error too', async () => {
    const away = await fixture.device({ router })
    await fixture.panel.sql((tx) =>
      tx.updateTable('hardware').set({ management_port: 1 }).where('id', '=', away).execute(),
    )
    const reply = await withWorker(
      master('POST', control('ip/pool/store', away), {
        name: 'away',
        address_start: '10.91.0.10',
        address_end: '10.91.0.20',
      }),
      away,
    )
    expect([reply.status, reply.body.error.code]).toEqual([504, 'device_unreachable'])
  }, 30_000)

  test('of a caller that prefers not to wait returns immediately, without the id', async () => {
    const reply = await master(
      'POST',
      control('ip/pool/store'),
      { name: 'later', address_start: '10.91.2.10', address_end: '10.91.2.20' },
      { prefer: 'handling=lenient, respond-async' },
    )
    expect([reply.status, reply.body.data.id, reply.body.data.state]).toEqual([202, null, 'queued'])
  })

  test('accepts the DNS servers of a DHCP network as a string or as a list', async () => {
    const sent = (dns_server: unknown, address: string) =>
      withWorker(master('POST', control('ip/dhcp-server/network/store'), { address, dns_server }))
    const row = (address: string) => router.table('ip/dhcp-server/network').find((one) => one['address'] === address)
    const text = await sent('9.9.9.9,149.112.112.112', '10.93.0.0/24')
    expect(text.status, text.text).toBe(202)
    expect(row('10.93.0.0/24')?.['dns-server']).toBe('9.9.9.9,149.112.112.112')
    expect((await sent(['9.9.9.9'], '10.94.0.0/24')).status).toBe(202)
    const changed = await master('PUT', control('ip/dhcp-server/network/update'), {
      id: text.body.data.id,
      dns_server: '1.1.1.1',
    })
    expect((await fixture.end(master, device, changed)).state).toBe('done')
    expect(row('10.93.0.0/24')?.['dns-server']).toBe('1.1.1.1')
    for (const bad of ['9.9.9', 'dns.example', '9.9.9.9,9.9.9.9', '9.9.9.9;1.1.1.1', 7]) {
      const reply = await sent(bad, '10.95.0.0/24')
      expect(reply.status, `${String(bad)}: ${reply.text}`).toBe(422)
      expect(Object.keys(reply.body.error.fields), String(bad)).toEqual(['dns_server'])
    }
  }, 30_000)
})

test('data.traffic is a list of interfaces, and its time is next to it', async () => {
  for (const query of ['', '&cached=1']) {
    const { body } = await master('GET', control(`interface/statistic/show?type=onlyTraffic${query}`))
    expect(Object.keys(body.data)).toEqual(['traffic'])
    expect(Array.isArray(body.data.traffic)).toBe(true)
    expect(body.data.traffic[0]).toEqual({
      name: expect.any(String),
      rx_bps: expect.any(Number),
      tx_bps: expect.any(Number),
      rx_pps: expect.any(Number),
      tx_pps: expect.any(Number),
    })
    expect(Date.parse(body.read_at)).toBeGreaterThan(0)
  }
  expect((await master('GET', control('interface/statistic/show'))).body.data).toHaveProperty('interfaces.0.name')
})

test('licences created in bulk are all in the reply', async () => {
  const sent = { company_id: fixture.companies.master, category: 'wifi', type: 'perpetual' }
  const { status, body } = await provider('POST', '/licence/store', { ...sent, amount: 25 })
  expect(status).toBe(201)
  const { id, ids } = body.data
  expect([ids.length, new Set(ids).size, ids[0]]).toEqual([25, 25, id])
  for (const one of [ids[0], ids[24]])
    expect((await provider('GET', `/licence/${one}/show`)).body.data).toMatchObject({ category: 'wifi' })
  const single = (await provider('POST', '/licence/store', sent)).body.data
  expect(single.ids).toEqual([single.id])
})
