import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, reader: ApiCall, client: ApiCall, sibling: ApiCall
let sim: Simulator, id: number

beforeAll(async () => {
  master = await fixture.as('master')
  reader = await fixture.as('client', 'read-only')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  sim = await fixture.router()
  id = await fixture.device({ router: sim })
})
afterAll(() => fixture.stop())

const get = (call: ApiCall, device: number, path: string) => call('GET', `/hardware/control/${device}/${path}`)
const menus = [
  'ip/address/index',
  'ip/dns/index',
  'ip/dhcp-server/network/index',
  'ip/pool/index',
  'ip/dhcp-server/lease/index',
  'ip/dhcp-server/index',
  'interface/ethernet/index',
  'interface/lte/index',
  'interface/statistic/show',
  'interface/statistic/show?type=onlyTraffic',
]
const cachedOf = (path: string) => `${path}${path.includes('?') ? '&' : '?'}cached=1`

describe('a reading', () => {
  test.each(menus)('of %s comes from the device, and from the cache without a request to the device', async (path) => {
    const live = await get(master, id, path)
    expect(live.status, live.text).toBe(200)
    expect(live.body.cached).toBe(false)
    const queued = sim.commands.length
    const stored = await get(master, id, cachedOf(path))
    expect([stored.status, stored.body.cached, stored.body.read_at]).toEqual([200, true, live.body.read_at])
    expect(stored.body.data).toEqual(live.body.data)
    expect(sim.commands.length).toBe(queued)
  })

  test('contains the configuration of the router', async () => {
    const { data } = (await get(master, id, 'ip/address/index')).body
    expect(data.map(({ address }: { address: string }) => address)).toEqual(
      sim.table('ip/address').map((row) => row['address']),
    )
    expect((await get(master, id, 'ip/dns/index')).body.data.servers.join()).toBe(sim.table('ip/dns')[0]?.['servers'])
    const { interfaces } = (await get(master, id, 'interface/statistic/show')).body.data
    const names = interfaces.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(sim.table('interface/ethernet').map((row) => row['name'])))
  })

  test('of leases can be limited to static or dynamic ones', async () => {
    const dynamic = (rows: { dynamic: boolean }[]) => [...new Set(rows.map((row) => row.dynamic))]
    expect(dynamic((await get(master, id, 'ip/dhcp-server/lease/index?dinamic=0')).body.data)).toEqual([false])
    expect(dynamic((await get(master, id, 'ip/dhcp-server/lease/index?dinamic=1')).body.data)).toEqual([true])
  })

  test('that does not exist is empty, and causes no request to the device', async () => {
    const fresh = await fixture.router()
    const device = await fixture.device({ router: fresh })
    for (const path of menus) {
      const { status, body } = await get(master, device, cachedOf(path))
      expect([status, body.cached], path).toEqual([200, true])
      expect(body.read_at).toMatch(/^\d{4}-/)
    }
    expect((await get(master, device, 'ip/pool/index?cached=1')).body.data).toEqual([])
    expect(fresh.commands).toEqual([])
  })

  test('marks the management address', async () => {
    const own = await fixture.router()
    own.insert('ip/address', { address: '127.0.0.1/32', interface: 'bridge' })
    const device = await fixture.device({ router: own })
    const { data } = (await get(master, device, 'ip/address/index')).body
    expect(
      data
        .filter((row: { is_management: boolean }) => row.is_management)
        .map((row: { address: string }) => row.address),
    ).toEqual(['127.0.0.1/32'])
  })
})

describe('permission to read', () => {
  test('requires permission to see the device', async () => {
    expect((await get(client, id, 'ip/dns/index')).status).toBe(200)
    for (const path of [...menus, ...menus.map(cachedOf)]) {
      const foreign = await get(sibling, id, path)
      const missing = await get(sibling, 4_000_000_000, path)
      expect([foreign.status, foreign.body.error.code]).toEqual([404, missing.body.error.code])
    }
  })

  test('an unmanaged device is a conflict with a message', async () => {
    const device = await fixture.device({})
    await fixture.panel.sql((tx) => sql`update hardware set management_address = null where id = ${device}`.execute(tx))
    const { status, body } = await get(master, device, 'ip/dns/index')
    expect([status, body.error.reason]).toEqual([409, 'device.not_managed'])
  })

  test('IMEI, IMSI and ICCID are masked for users with read permission, also in a cached reading', async () => {
    const lte = await fixture.router({ personality: 'lte' })
    const device = await fixture.device({ router: lte })
    const path = 'interface/lte/index'
    const seen = (await get(master, device, path)).body.data[0]
    expect(seen.imei).toMatch(/^\d{15}$/)
    for (const body of [(await get(reader, device, path)).body, (await get(reader, device, cachedOf(path))).body])
      expect(body.data[0]).toMatchObject({
        name: seen.name,
        operator: seen.operator,
        modem: seen.modem,
        imei: null,
        imsi: null,
        iccid: null,
        subscriber_number: null,
      })
    await lte.stop()
    const silent = await get(reader, device, path)
    expect(silent.status).toBe(504)
    expect(silent.text).not.toContain(seen.imei)
    expect(silent.body.error.details.rows[0]).toMatchObject({ name: seen.name, imei: null })
  })
})

describe('an unreachable device', () => {
  test('is reported with the last reading and its time', async () => {
    const gone = await fixture.router()
    const device = await fixture.device({ router: gone })
    const live = await get(master, device, 'ip/pool/index')
    await gone.stop()
    const { status, body } = await get(master, device, 'ip/pool/index')
    expect([status, body.error.code]).toEqual([504, 'device_unreachable'])
    expect(body.error.details).toMatchObject({
      error: 'unreachable',
      read_at: live.body.read_at,
      rows: live.body.data,
    })
    expect((await get(master, device, 'ip/pool/index?cached=1')).body.data).toEqual(live.body.data)
  })

  test('uses no database connection while the request waits', async () => {
    const silent = await fixture.router()
    const device = await fixture.device({ router: silent })
    silent.faults.add({ kind: 'silent', menu: 'ip/pool' })
    // More than the pool of the test has connections.
    const waiting = Array.from({ length: 10 }, () => get(master, device, 'ip/pool/index'))
    await new Promise((done) => setTimeout(done, 1000))
    const began = performance.now()
    expect((await master('GET', '/hardware/index')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(3000)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`.execute(
        tx,
      ),
    )
    expect(rows[0]?.count).toBe(0)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 504))
  }, 40_000)
})
