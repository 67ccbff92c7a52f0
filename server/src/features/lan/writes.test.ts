import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, sim: Simulator, id: number

beforeAll(async () => {
  master = await fixture.as('master')
  sim = await fixture.router()
  id = await fixture.device({ router: sim })
})
afterAll(() => fixture.stop())

type Method = 'POST' | 'PUT' | 'DELETE'
const request = (method: Method, path: string, body?: object) => master(method, `/hardware/control/${id}/${path}`, body)
const read = async (path: string) => (await master('GET', `/hardware/control/${id}/${path}/index`)).body.data
/** Enqueues a command, runs it, and returns its result. */
const runCommand = async (method: Method, path: string, body?: object) =>
  fixture.end(master, id, await request(method, path, body))
const row = (menu: string, by: Record<string, string>) =>
  sim.table(menu).find((one) => Object.entries(by).every(([name, value]) => one[name] === value))

interface Menu {
  menu: string
  add: object
  /** Identifies the new row on the router. */
  as: Record<string, string>
  change: object
  /** Expected row on the router after the change. */
  then: Record<string, string>
  target: string
}

const menus: Menu[] = [
  {
    menu: 'ip/address',
    add: { address: '10.77.0.1/24', interface: 'ether5', comment: 'Lab' },
    as: { address: '10.77.0.1/24', interface: 'ether5', comment: 'Lab' },
    change: { address: '10.77.0.2/23', comment: null },
    then: { address: '10.77.0.2/23' },
    target: 'ip/address',
  },
  {
    menu: 'ip/dhcp-server/network',
    add: { address: '10.78.0.0/24', gateway: '10.78.0.1', dns_server: ['9.9.9.9', '1.1.1.1'], domain: 'lab.example' },
    as: { address: '10.78.0.0/24', gateway: '10.78.0.1', 'dns-server': '9.9.9.9,1.1.1.1', domain: 'lab.example' },
    change: { gateway: '10.78.0.254', dns_server: [], netmask: 24 },
    then: { gateway: '10.78.0.254', netmask: '24' },
    target: 'ip/dhcp-server/network',
  },
  {
    menu: 'ip/pool',
    add: { name: 'lab', address_start: '10.78.0.10', address_end: '10.78.0.20', next_pool: 'guests' },
    as: { name: 'lab', ranges: '10.78.0.10-10.78.0.20', 'next-pool': 'guests' },
    change: { address_end: '10.78.0.30', next_pool: null },
    then: { ranges: '10.78.0.10-10.78.0.30' },
    target: 'ip/pool',
  },
  {
    menu: 'ip/dhcp-server/lease',
    add: {
      address: '10.2.0.50',
      mac: '4c5e.0c01.0203',
      server: 'defconf',
      rate_limit: '1M/10M',
      lease_time_seconds: 5400,
    },
    as: {
      address: '10.2.0.50',
      'mac-address': '4C:5E:0C:01:02:03',
      server: 'defconf',
      'rate-limit': '1M/10M',
      'lease-time': '1h30m',
    },
    change: { address: '10.2.0.51', blocked: true, lease_time_seconds: null },
    then: { address: '10.2.0.51', 'block-access': 'true' },
    target: 'ip/dhcp-server/lease',
  },
  {
    menu: 'ip/dhcp-server',
    add: { name: 'lab', interface: 'ether5', address_pool: 'guests', lease_time_seconds: 600 },
    as: { name: 'lab', interface: 'ether5', 'address-pool': 'guests', 'lease-time': '10m' },
    change: { lease_time_seconds: 86_400, disabled: true },
    then: { 'lease-time': '1d', disabled: 'true' },
    target: 'ip/dhcp-server',
  },
]

describe.each(menus)('$menu', ({ menu, add, as, change, then, target }) => {
  test('a row is added, changed and removed on the router', async () => {
    const added = await runCommand('POST', `${menu}/store`, add)
    expect(added, added.detail?.message).toMatchObject({ state: 'done', target, verb: 'add', kind: 'change' })
    const created = row(menu, as)
    expect(created, JSON.stringify(sim.table(menu))).toBeDefined()
    const rowId = created?.['.id'] as string
    expect(added.result).toMatchObject({ id: rowId })

    const seen = (await read(menu)).find((one: { id: string }) => one.id === rowId)
    const changed = await runCommand('PUT', `${menu}/update`, { id: rowId, ...change, seen })
    expect(changed, changed.detail?.message).toMatchObject({ state: 'done', verb: 'set' })
    expect(row(menu, { '.id': rowId })).toMatchObject(then)
    expect(changed.changes.length).toBeGreaterThan(0)

    const stale = await request('PUT', `${menu}/update`, { id: rowId, comment: 'Mine', seen })
    expect([stale.status, stale.body.error?.code], stale.text).toEqual([409, 'stale_version'])
    expect(stale.body.error.reason).toBe('lan.changed_by')

    const removed = await runCommand('DELETE', `${menu}/destroy?id=${encodeURIComponent(rowId)}`)
    expect(removed, removed.detail?.message).toMatchObject({ state: 'done', verb: 'remove' })
    expect(row(menu, { '.id': rowId })).toBeUndefined()
  }, 30_000)
})

describe('ip/dns', () => {
  test('is set by both calls, and only the given fields change', async () => {
    const before = sim.table('ip/dns')[0]
    const seen = await read('ip/dns')
    const set = await runCommand('PUT', 'ip/dns/update', {
      servers: ['9.9.9.9', '2620:fe::fe'],
      cache_size_kib: 4096,
      seen,
    })
    expect(set, set.detail?.message).toMatchObject({
      state: 'done',
      label: '9.9.9.9, 2620:fe::fe',
      guarded: false,
    })
    expect(sim.table('ip/dns')[0]).toMatchObject({
      servers: '9.9.9.9,2620:fe::fe',
      'cache-size': '4096KiB',
      'allow-remote-requests': before?.['allow-remote-requests'],
    })
    const store = await runCommand('POST', 'ip/dns/store', {
      allow_remote_requests: false,
      use_doh_server: 'https://dns.example/q',
    })
    expect(store.state, store.detail?.message).toBe('done')
    expect(await read('ip/dns')).toMatchObject({
      allow_remote_requests: false,
      use_doh_server: 'https://dns.example/q',
    })
    const stale = await request('PUT', 'ip/dns/update', { servers: ['1.1.1.1'], seen })
    expect([stale.status, stale.body.error?.code], stale.text).toEqual([409, 'stale_version'])
  })
})

describe('dynamic leases', () => {
  test('become static, with a comment', async () => {
    const lease = (await read('ip/dhcp-server/lease')).find((one: { dynamic: boolean }) => one.dynamic)
    const end = await runCommand('POST', 'ip/dhcp-server/lease/reserve', { id: lease.id, comment: 'Till' })
    expect(end, end.detail?.message).toMatchObject({ state: 'done', verb: 'make-static' })
    const stored = row('ip/dhcp-server/lease', { 'mac-address': lease.mac })
    expect(stored).toMatchObject({ comment: 'Till', address: lease.address })
    expect(stored?.['dynamic']).not.toBe('true')
    const again = await request('POST', 'ip/dhcp-server/lease/reserve', { id: stored?.['.id'] })
    expect([again.status, again.body.error.reason]).toEqual([409, 'lan.already_reserved'])
  })

  test('are made static before they are changed', async () => {
    const lease = (await read('ip/dhcp-server/lease')).find((one: { dynamic: boolean }) => one.dynamic)
    const end = await runCommand('PUT', 'ip/dhcp-server/lease/update', {
      id: lease.id,
      rate_limit: '2M/5M',
      seen: lease,
    })
    expect(end.state, end.detail?.message).toBe('done')
    const stored = row('ip/dhcp-server/lease', { 'mac-address': lease.mac })
    expect(stored).toMatchObject({ 'rate-limit': '2M/5M' })
    expect(stored?.['dynamic']).not.toBe('true')
  })
})

describe('commit-confirmed writes', () => {
  test('are used for an address on the management interface, and not for others', async () => {
    const own = await fixture.router({ managementAddress: '*1' })
    own.insert('ip/address', { address: '127.0.0.1/32', interface: 'bridge' })
    const device = await fixture.device({ router: own })
    const call = (method: Method, path: string, body?: object) =>
      master(method, `/hardware/control/${device}/${path}`, body)
    const { data } = (await call('GET' as Method, 'ip/address/index')).body
    const at = (name: string) =>
      data.find((one: { interface: string; is_management: boolean }) => one.interface === name && !one.is_management).id
    const guarded = async (reply: { body: { data: { job: number } } }) =>
      (await master('GET', `/hardware/command/${reply.body.data.job}/show`)).body.data.guarded
    expect(await guarded(await call('PUT', 'ip/address/update', { id: at('bridge'), comment: 'x' }))).toBe(true)
    expect(await guarded(await call('PUT', 'ip/address/update', { id: at('guests'), comment: 'x' }))).toBe(false)
    expect(await guarded(await call('PUT', 'ip/address/update', { id: at('guests'), interface: 'bridge' }))).toBe(true)
    expect(await guarded(await call('POST', 'ip/address/store', { address: '10.9.0.1/24', interface: 'ether5' }))).toBe(
      false,
    )
    const mine = data.find((one: { is_management: boolean }) => one.is_management).id
    for (const reply of [
      await call('DELETE', `ip/address/destroy?id=${mine}`),
      await call('PUT', 'ip/address/update', { id: mine, disabled: true }),
    ])
      expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.management_address'])
  })

  test('are rolled back by the router after a lock-out, which is reported', async () => {
    const own = await fixture.router()
    const device = await fixture.device({ router: own })
    const [address] = (await master('GET', `/hardware/control/${device}/ip/address/index`)).body.data
    const reply = await master('PUT', `/hardware/control/${device}/ip/address/update`, {
      id: address.id,
      address: '10.99.0.1/24',
    })
    const end = await fixture.end(master, device, reply)
    expect(end, end.detail?.message).toMatchObject({ state: 'reverted', guarded: true })
    expect(own.table('ip/address')[0]?.['address']).toBe(address.address)
  }, 30_000)
})
