import { sql } from 'kysely'
import type { Simulator } from '@trunkline/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sibling: ApiCall
let sim: Simulator, old: Simulator, site: number, other: number, device: number, legacy: number

const menus = { device: 'interface/wifi/access-list', legacy: 'caps-man/access-list' }
let serial = 0
const nextMac = () =>
  `4C:5E:0C:00:${[serial >> 8, serial++ & 255].map((part) => part.toString(16).padStart(2, '0')).join(':')}`.toUpperCase()
const base = (at = site) => `/site/${at}/wifi/access-control`

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('client', 'read-only')
  sibling = await fixture.as('sibling')
  sim = await fixture.router()
  old = await fixture.router({ personality: 'v6-capsman' })
  site = await newSite('Hotel')
  other = await newSite('Office')
  device = await fixture.device({ router: sim, site_id: site, name: 'New' })
  legacy = await fixture.device({ router: old, site_id: site, name: 'Old' })
  // The panel knows a device only after reading it.
  for (const id of [device, legacy]) {
    await master('PUT', '/site/' + site + '/refresh-hardware')
    await fixture.worker.commands.workOff(id)
  }
}, 30_000)
afterEach(() => clear())
afterAll(() => fixture.stop())

const newSite = async (name: string) =>
  (await master('POST', '/site/store', { name, company_id: fixture.companies.client })).body.data.id as number
const store = (of: object = {}, call = master, at = site) =>
  call('POST', `${base(at)}/store`, { mac: nextMac(), name: `Device ${serial}`, action: 'block', ...of })
const created = async (of: object = {}, at = site) => {
  const reply = await store(of, master, at)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id as number
}
const list = async (query = '', call = master, at = site) =>
  (await call('GET', `${base(at)}/index?perPage=200&${query}`)).body.data
const entry = async (id: number) => (await list(`search=id:${id}`))[0]
const workOff = async () => {
  for (const id of [device, legacy]) await fixture.worker.commands.workOff(id)
}
const clear = async () => {
  const ids = (await list()).map(({ id }: { id: number }) => id)
  if (ids.length > 0) expect((await master('DELETE', `${base()}/destroy`, { ids })).status).toBe(200)
  await workOff()
}

describe('the list of a site', () => {
  test('is written to its controllers of both systems, with its state on each', async () => {
    const reply = await store({ mac: '4c5e.0cff.0001', name: 'Kim’s telephone', note: 'lost' }, client)
    expect(reply.status, reply.text).toBe(201)
    const { id, commands } = reply.body.data
    expect(commands).toMatchObject([
      { hardware_id: device, hardware_name: 'New', state: 'queued' },
      { hardware_id: legacy, hardware_name: 'Old', state: 'queued' },
    ])
    const before = await entry(id)
    expect(before).toMatchObject({
      mac: '4C:5E:0C:FF:00:01',
      position: 1,
      vendor: 'Routerboard.com',
      has_passphrase: false,
      site_name: 'Hotel',
      is_registered: false,
      state: 'missing',
    })
    expect(before.applied.map(({ stack, state }: { stack: string; state: string }) => [stack, state])).toEqual([
      ['wifi-capsman', 'missing'],
      ['caps-man', 'missing'],
      ['local-wireless', 'missing'],
    ])
    await workOff()
    expect(await entry(id)).toMatchObject({
      state: 'same',
      applied: [{ state: 'same' }, { state: 'same' }, { state: 'same' }],
    })
    expect(sim.table(menus.device)[0]).toMatchObject({ 'mac-address': '4C:5E:0C:FF:00:01', action: 'reject' })
    expect(old.table(menus.legacy)[0]).toMatchObject({ 'mac-address': '4C:5E:0C:FF:00:01', action: 'reject' })
    // Two changes while a command is queued result in one command.
    const [one, two] = [await store(), await store()]
    expect(two.body.data.commands).toEqual(one.body.data.commands)
    await workOff()
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['same', 'same', 'same'])
    await clear()
    expect(sim.table(menus.device).some((row) => row['comment']?.startsWith('trunkline:'))).toBe(false)
  })

  test('is sorted by its state on the devices, also in exports, what is missing first', async () => {
    const names = async (query: string, at = base()) => {
      const reply = await master('GET', `${at}/index?${query}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data.map(({ name }: { name: string }) => name)
    }
    await created({ name: 'B same' })
    await created({ name: 'A changed' })
    await workOff()
    const row = sim.table(menus.device).find(({ comment }) => comment?.includes('A changed'))!
    sim.change(menus.device, row['.id']!, { action: 'accept' })
    await master('GET', `/hardware/control/${device}/caps-man/access-list/index`)
    await created({ name: 'C missing' })
    const order = ['C missing', 'A changed', 'B same']
    expect(await names('orderBy=state;name&sortedBy=asc;asc')).toEqual(order)
    expect(await names('orderBy=state&sortedBy=desc')).toEqual(order.toReversed())
    expect(await names(`orderBy=state&sortedBy=asc&search=site_id:${site}`, '/wifi/access-control')).toEqual(order)
    const file = await master('GET', `${base()}/index?export=csv&orderBy=state&sortedBy=asc`)
    expect(order.map((name) => file.text.indexOf(name))).toEqual(
      order.map((name) => file.text.indexOf(name)).toSorted((a, b) => a - b),
    )
  })

  test('with many entries is sorted by state only once it is narrowed', async () => {
    await fixture.panel.sql((tx) =>
      sql`insert into access_control (site_id, company_id, mac, name, action, rank)
        select ${other}, ${fixture.companies.client}, ('0a:00:00:00:' || to_hex(16 + i / 256) || ':' || lpad(to_hex(i % 256), 2, '0'))::macaddr, 'Entry ' || i, 'block', i
        from generate_series(1, 2001) i`.execute(tx),
    )
    const sorted = (query: string) => master('GET', `${base(other)}/index?orderBy=state${query}`)
    const reply = await sorted('')
    const narrowed = await sorted('&search=name:Entry 1999&searchFields=name:=')
    await fixture.panel.sql((tx) => sql`delete from access_control where site_id = ${other}`.execute(tx))
    expect(reply.status).toBe(422)
    expect(reply.body.error.messages.orderBy).toMatchObject({ reason: 'list.too_many_to_sort', params: { max: 2000 } })
    expect(narrowed.body.data).toHaveLength(1)
  })

  test('reports changes made on a device, and what a system does not support', async () => {
    const id = await created({
      action: 'allow',
      rate_down_kbps: 4000,
      vlan_id: 30,
      passphrase: 'only-for-cameras',
      schedule: { days: ['mon', 'fri'], from: '22:00', until: '06:00' },
    })
    await workOff()
    expect(await entry(id)).toMatchObject({
      state: 'same',
      has_passphrase: true,
      applied: [
        { hardware_id: device, left_out: ['rate_down_kbps'] },
        { hardware_id: legacy, stack: 'caps-man', left_out: [] },
        { hardware_id: legacy, stack: 'local-wireless', left_out: [] },
      ],
    })
    expect(old.table(menus.legacy)[0]).toMatchObject({ 'ap-tx-limit': '4000000', 'vlan-mode': 'use-tag' })
    const row = sim.table(menus.device)[0]!
    sim.change(menus.device, row['.id']!, { action: 'reject', 'vlan-id': '31', passphrase: 'another-one' })
    await master('GET', `/hardware/control/${device}/caps-man/access-list/index`)
    const [applied] = (await entry(id)).applied
    expect(applied).toMatchObject({
      state: 'differs',
      differences: [
        { field: 'action', wanted: 'allow', actual: 'block' },
        { field: 'vlan_id', wanted: '30', actual: '31' },
        { field: 'passphrase', wanted: '••••••••', actual: '••••••••' },
      ],
    })
    const reported = async () => (await master('GET', `/site/${site}/summary`)).body.data.wifi.access
    expect(await reported()).toEqual({ entries: 1, differing: 1 })
    const reply = await master('PUT', `${base()}/apply`)
    expect([reply.status, reply.body.data.length]).toEqual([202, 2])
    await workOff()
    expect((await entry(id)).state).toBe('same')
    expect(await reported()).toEqual({ entries: 1, differing: 0 })
  })

  test('is reordered, and the devices follow', async () => {
    const ids = [await created(), await created(), await created()]
    await workOff()
    expect((await master('PUT', `${base()}/move`, { id: ids[2], before: ids[0] })).status).toBe(200)
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[0], ids[1]])
    expect((await entry(ids[2]!)).position).toBe(1)
    expect((await entry(ids[2]!)).state).toBe('differs')
    await workOff()
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['same', 'same', 'same'])
    expect((await master('PUT', `${base()}/move`, { id: ids[2], before: null })).status).toBe(200)
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[1], ids[2]])
    // If no number is left between two ranks, the list is renumbered.
    await fixture.panel.sql((tx) =>
      sql`update access_control set rank = 1 + 1e-7 * array_position(${ids}::bigint[], id) where id = any (${ids}::bigint[])`.execute(
        tx,
      ),
    )
    expect((await master('PUT', `${base()}/move`, { id: ids[2], before: ids[1] })).status).toBe(200)
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[2], ids[1]])
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ rank: number }>`select rank from access_control where site_id = ${site} order by rank`.execute(tx),
    )
    expect(rows.map(({ rank }) => rank)).toEqual([1024, 1536, 2048])
  })

  test('is enabled, disabled and deleted in bulk, all or none', async () => {
    const ids = [await created(), await created(), await created()]
    const foreign = await created({}, other)
    for (const call of ['enable', 'disable', 'destroy'] as const) {
      const reply = await master(call === 'destroy' ? 'DELETE' : 'PUT', `${base()}/${call}`, { ids: [...ids, foreign] })
      expect(reply.status, reply.text).toBe(404)
    }
    expect((await list()).every((row: { is_enabled: boolean }) => row.is_enabled)).toBe(true)
    expect((await master('PUT', `${base()}/disable`, { ids })).body.data.ids).toEqual(ids)
    await workOff()
    expect(
      sim
        .table(menus.device)
        .slice(0, 3)
        .map((row) => row['disabled']),
    ).toEqual(['true', 'true', 'true'])
    expect((await master('PUT', `${base()}/enable`, { ids: ids.slice(1) })).status).toBe(200)
    expect((await list()).map((row: { is_enabled: boolean }) => row.is_enabled)).toEqual([false, true, true])
    await clear()
    expect(await list('', master, other)).toHaveLength(1)
  })
})

describe('invalid changes are rejected at their field, and nothing is stored or enqueued', () => {
  const rejected = async (field: string, of: object) => {
    const before = await list()
    const reply = await store(of)
    expect([reply.status, Object.keys(reply.body.error?.fields ?? {})], reply.text).toEqual([422, [field]])
    expect((await list()).length).toBe(before.length)
    return reply.body.error.messages[field] as object
  }

  test('in a new entry', async () => {
    await rejected('mac', { mac: '4C:5E:0C' })
    await rejected('mac', { mac: '01:00:5E:00:00:01' })
    await rejected('mac', { mac: '00:00:00:00:00:00' })
    await rejected('name', { name: '' })
    await rejected('passphrase', { action: 'allow', passphrase: 'seven77' })
    await rejected('passphrase', { action: 'allow', passphrase: 'x'.repeat(64) })
    expect(await rejected('passphrase', { passphrase: 'long-enough' })).toMatchObject({
      reason: 'access_list.only_allowed',
    })
    await rejected('vlan_id', { vlan_id: 30 })
    await rejected('vlan_id', { action: 'allow', vlan_id: 4095 })
    await rejected('rate_up_kbps', { action: 'allow', rate_up_kbps: 7 })
    await rejected('schedule.from', { schedule: { days: ['mon'], from: '24:00', until: '06:00' } })
    await rejected('schedule.days', { schedule: { days: [], from: '08:00', until: '09:00' } })
  })

  test('for a MAC address already in the list in any notation, unless at other hours', async () => {
    const mac = nextMac()
    const hours = (from: string, until: string) => ({ days: ['mon'], from, until })
    const first = await created({ mac, name: 'First', action: 'allow', schedule: hours('08:00', '09:00') })
    expect(
      await rejected('mac', { mac: mac.toLowerCase().replaceAll(':', '-'), schedule: hours('08:00', '09:00') }),
    ).toMatchObject({ reason: 'access_list.hours_taken', params: { name: 'First' } })
    const always = await created({ mac, name: 'Else' })
    expect(await rejected('mac', { mac: mac.replaceAll(':', ''), schedule: hours('10:00', '11:00') })).toMatchObject({
      params: { name: 'Else' },
    })
    await rejected('mac', { mac })
    const move = await master('PUT', `${base()}/move`, { id: always, before: first })
    expect([move.status, Object.keys(move.body.error.fields)]).toEqual([422, ['before']])
    const update = await master('PUT', `${base()}/update`, { id: first, schedule: null })
    expect([update.status, Object.keys(update.body.error.fields)]).toEqual([422, ['schedule']])
    const used = await master('PUT', `${base()}/update`, { id: await created(), mac })
    expect([used.status, Object.keys(used.body.error.fields)]).toEqual([422, ['mac']])
    await created({ mac }, other)
  })

  test('for a caller with a stale entry, who gets the current one', async () => {
    const id = await created({ name: 'Once' })
    const { version } = await entry(id)
    expect((await master('PUT', `${base()}/update`, { id, name: 'Twice', version })).status).toBe(200)
    const reply = await master('PUT', `${base()}/update`, { id, name: 'Thrice', version })
    expect([reply.status, reply.body.error.code]).toEqual([409, 'stale_version'])
    expect(reply.body.error.details.current).toMatchObject({ id, name: 'Twice', position: 1 })
  })
})

describe('permissions', () => {
  test('a company and its ancestors; its client users manage their own list on all their sites', async () => {
    const id = await created({ name: 'Ours' })
    const [theirs] = (await client('GET', '/wifi/access-control/index?search=Ours')).body.data
    expect(theirs).toMatchObject({ id, site_id: site, site_name: 'Hotel', company_name: 'Client', position: 1 })
    expect((await client('PUT', `${base()}/disable`, { ids: [id] })).status).toBe(200)
    expect((await client('PUT', `${base()}/update`, { id, name: 'Mine' })).status).toBe(200)
    expect((await reader('GET', '/wifi/access-control/index')).body.data.length).toBeGreaterThan(0)
    for (const [method, path, body] of [
      ['POST', 'store', { mac: nextMac(), name: 'x', action: 'block' }],
      ['PUT', 'update', { id, name: 'x' }],
      ['PUT', 'move', { id, before: null }],
      ['PUT', 'enable', { ids: [id] }],
      ['DELETE', 'destroy', { ids: [id] }],
      ['PUT', 'apply', undefined],
    ] as const) {
      expect((await reader(method, `${base()}/${path}`, body)).status, path).toBe(403)
      // A row that is not visible is reported as not found, in the path and in a body.
      expect([404, 422], path).toContain((await sibling(method, `${base()}/${path}`, body)).status)
    }
    expect((await sibling('GET', `${base()}/index`)).status).toBe(404)
    expect((await sibling('GET', '/wifi/access-control/index')).body.data).toEqual([])
    expect(await entry(id)).toMatchObject({ name: 'Mine', is_enabled: false })
    expect((await client('DELETE', `${base()}/destroy`, { ids: [id] })).status).toBe(200)
  })

  test('changes are audited without passphrases', async () => {
    const id = await created({ name: 'Camera', action: 'allow', passphrase: 'only-for-cameras' })
    await master('PUT', `${base()}/update`, { id, passphrase: 'another-passphrase' })
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{
        all: string
      }>`select coalesce(string_agg(a::text, ' '), '') as all from audit_log a where subject = 'access-control'`.execute(
        tx,
      ),
    )
    expect(rows[0]!.all).toContain('Camera')
    const stored = await fixture.panel.sql((tx) =>
      sql<{ all: string }>`select string_agg(c::text, ' ') as all from device_command c`.execute(tx),
    )
    for (const text of [rows[0]!.all, stored.rows[0]!.all, JSON.stringify(await list())])
      expect(text).not.toMatch(/only-for-cameras|another-passphrase/)
  })
})

test('lists are searched, sorted, paged and exported', async () => {
  const camera = await created({ name: 'Camera of the yard', action: 'allow', note: 'north' })
  const printer = await created({ name: 'Printer' })
  const { mac } = await entry(camera)
  const found = async (query: string) =>
    (await master('GET', `/wifi/access-control/index?${query}`)).body.data.map(({ id }: { id: number }) => id)
  for (const words of ['yard', 'north', mac, mac.toLowerCase().replaceAll(':', '-'), mac.replaceAll(':', '').slice(-8)])
    expect(await found(`search=${encodeURIComponent(words)}`), words).toContain(camera)
  expect(await found('search=hotel')).toEqual(expect.arrayContaining([camera, printer]))
  expect(await found(`search=mac:${encodeURIComponent(mac.replaceAll(':', '\\:'))}&searchFields=mac:=`)).toEqual([
    camera,
  ])
  expect(await found('search=action:allow')).toEqual([camera])
  expect(await found(`search=site_id:${site}&orderBy=name&sortedBy=desc`)).toEqual([printer, camera])
  expect(await found('search=nobodyhasthis')).toEqual([])
  const csv = await master('GET', `${base()}/index?export=csv`)
  expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  expect(csv.text).toContain('Camera of the yard')
})
