import { replied } from '../../testing/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wifiMenus } from '../../devices/wifi/shapes.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'
import {
  createReading,
  createWifiReading,
  sampleNetwork,
  sampleAccessPoint,
  sampleRegistration,
  sampleSystem,
} from '../../testing/devices/create-wifi-reading.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sibling: ApiCall
let site: number, controller: number, old: number, upstairs: number, cellar: number

const entry = (mac: string, name: string, action: string, rank: number, enabled = true) =>
  fixture.panel.sql((tx) =>
    sql`insert into access_control (company_id, site_id, mac, name, action, rank, is_enabled)
      values (${fixture.companies.client}, ${site}, ${mac}, ${name}, ${action}, ${rank}, ${enabled})`.execute(tx),
  )

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('client', 'read-only')
  sibling = await fixture.as('sibling')
  const { sql: asOwner } = fixture.panel
  site = (await master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  controller = await fixture.device({ site_id: site, name: 'Controller', address: '10.0.0.1' })
  old = await fixture.device({ site_id: site, name: 'Old one', address: '10.0.0.2' })
  upstairs = await fixture.device({ site_id: site, name: 'Upstairs', address: '10.0.0.3', serial_number: 'hf0123' })
  cellar = await fixture.device({ site_id: site, name: 'Cellar', address: '10.0.0.4' })
  const foreign = await fixture.device({
    company: 'foreign',
    name: 'Foreign',
    address: '10.0.0.5',
    serial_number: 'FOREIGN',
  })
  await asOwner(async (tx) => {
    await sql`update hardware set mac = '4c:5e:0c:aa:00:01' where id = ${cellar}`.execute(tx)
    await sql`update hardware set mac = '4c:5e:0c:aa:00:02' where id = ${foreign}`.execute(tx)
    const cap = (identity: string, serial: string, base_mac: string | null) => ({
      id: '*1',
      identity,
      address: '10.0.0.9',
      board: 'cAP',
      serial,
      base_mac,
      version: '7.16',
      state: 'Ok',
    })
    await createWifiReading(tx, controller, [
      sampleSystem('wifi-capsman', {
        networks: [sampleNetwork('Home', { country: 'US' })],
        remote_caps: [
          cap('ap-up', 'HF0123', null),
          cap('ap-cellar', 'OTHER', '4C:5E:0C:AA:00:01'),
          cap('ap-foreign', 'FOREIGN', '4C:5E:0C:AA:00:02'),
          cap('twin', 'HF0123', null),
          cap('twin', 'OTHER2', '4C:5E:0C:AA:00:01'),
        ],
        access_points: [
          sampleAccessPoint(1, { profile: 'Home', ssid: 'Home', cap: 'ap-up', clients: 2 }),
          sampleAccessPoint(2, {
            cap: 'ap-cellar',
            band: '2ghz',
            frequency: 2437,
            is_enabled: false,
            state: 'disabled',
          }),
          sampleAccessPoint(3, { cap: 'ap-foreign', comment: 'By the pool', state: 'inactive' }),
          sampleAccessPoint(4, { cap: 'twin', dynamic: true }),
          sampleAccessPoint(5, { kind: 'virtual', master: 'cap-wifi1', ssid: 'Guests', cap: 'ap-up' }),
          sampleAccessPoint(6, { controlled_elsewhere: true }),
        ],
      }),
    ])
    await createWifiReading(tx, old, [
      sampleSystem('caps-man', {
        access_points: [sampleAccessPoint(1, { name: 'cap1', menu: 'caps-man/interface', band: '2ghz' })],
      }),
    ])
    await sql`insert into wifi_setting (company_id, hardware_id, stack, profile, ssid, encryption, hidden)
      values (${fixture.companies.client}, ${controller}, 'wifi-capsman', 'Home', 'Home', 'wpa2', true)`.execute(tx)
    await createReading(tx, controller, wifiMenus.registrations, [
      sampleRegistration(1, { cap: 'ap-up', signal: -50 }),
      sampleRegistration(2, { cap: 'ap-up', signal: -62 }),
      sampleRegistration(3, { signal: -70 }),
      sampleRegistration(4, { mac: 'DA:A1:19:00:00:01', signal: -90, ssid: 'Guests' }),
    ])
    await createReading(tx, old, wifiMenus.registrations, [
      sampleRegistration(1, {
        stack: 'caps-man',
        mac: 'A4:B1:97:00:00:01',
        interface: 'cap1',
        signal: null,
        authorized: false,
      }),
    ])
    const place = (id: string, on: string, of: object = {}) => ({
      id,
      interface: on,
      dynamic: false,
      disabled: false,
      ...of,
    })
    await createReading(tx, controller, 'ip/address', [
      place('*1', 'bridge'),
      place('*2', 'vlan20'),
      place('*3', 'vlan20'),
      place('*4', 'ether1', { dynamic: true }),
      place('*5', 'ether9', { disabled: true }),
    ])
    const lease = (mac: string, address: string, of: object) => ({
      id: '*1',
      mac,
      address,
      status: 'bound',
      host_name: null,
      comment: null,
      ...of,
    })
    await createReading(tx, controller, 'ip/dhcp-server/lease', [
      lease('4C:5E:0C:00:00:01', '10.2.0.9', { host_name: 'kims-phone', comment: 'Reception' }),
      lease('4C:5E:0C:00:00:02', '10.2.0.10', { host_name: 'tv' }),
      lease('4C:5E:0C:00:00:03', 'pool1', { host_name: 'printer', status: 'waiting' }),
    ])
  })
  await entry('4c:5e:0c:00:00:01', 'Kim’s telephone', 'block', 1)
  await entry('4c:5e:0c:00:00:01', 'Kim', 'allow', 2)
  await entry('4c:5e:0c:00:00:03', 'Printer', 'allow', 3, false)
})
afterAll(() => fixture.stop())

const at = (rest: string) => `/site/${site}/wifi/${rest}`
const list = async (what: string, query = '', call = master) => (await call('GET', at(`${what}/index?${query}`))).body
const names = async (what: string, query: string, field = 'name') =>
  (await list(what, query)).data.map((row: Record<string, unknown>) => row[field])
const orders = () =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{
      hardware_id: number
      label: string
      others: number
      verb: string
      input: { change: { steps: object[]; reads: string[] } }
    }>`
      delete from device_command returning hardware_id, label, others, verb, input`.execute(tx)
    return rows.toSorted((a, b) => a.hardware_id - b.hardware_id)
  })
const fields = (reply: { body: { error: { fields: object } } }) => reply.body.error.fields

describe('registered clients of a site', () => {
  test('are listed with their names from access control and DHCP', async () => {
    const { data, meta } = await list('registration')
    expect(meta.pagination).toEqual({ current_page: 1, last_page: 1, per_page: 25, total: 5 })
    const [one, two, three, created, last] = data
    expect(one).toMatchObject({
      id: `${controller}*1`,
      mac: '4C:5E:0C:00:00:01',
      name: 'Kim’s telephone',
      access: 'block',
      address: '10.2.0.9',
      vendor: 'Routerboard.com',
      access_point: 'ap-up',
      grade: 'excellent',
      hardware_name: 'Controller',
      rx_rate: 433.3,
    })
    expect(Date.parse(one.read_at) - Date.parse(one.since)).toBe(3_600_000)
    expect(two).toMatchObject({ name: 'tv', access: null, access_control_id: null, grade: 'good' })
    expect(three).toMatchObject({
      name: 'Printer',
      access: null,
      address: null,
      grade: 'fair',
      access_point: 'Controller',
    })
    expect(three.access_control_id).toEqual(expect.any(Number))
    expect(created).toMatchObject({
      vendor: 'Apple, Inc.',
      grade: 'none',
      signal: null,
      authorized: false,
      hardware_name: 'Old one',
    })
    expect(last).toMatchObject({ vendor: 'random', grade: 'poor', name: null })
  })

  test('are searched, sorted and exported like any list', async () => {
    expect(await names('registration', 'search=kim')).toEqual(['Kim’s telephone'])
    expect(await names('registration', 'search=4C:5E:0C:00:00:02')).toEqual(['tv'])
    expect(await names('registration', 'search=10.2.0.9')).toEqual(['Kim’s telephone'])
    expect(await names('registration', 'search=access:block')).toEqual(['Kim’s telephone'])
    expect(await names('registration', 'search=address:10.2.0.10&searchFields=address:=')).toEqual(['tv'])
    expect(await names('registration', 'search=signal:-65&searchFields=signal:>=', 'signal')).toEqual([-50, -62])
    expect(await names('registration', `search=hardware_id:${old}`, 'hardware_name')).toEqual(['Old one'])
    expect((await names('registration', 'orderBy=authorized&sortedBy=asc', 'authorized'))[0]).toBe(false)
    expect((await names('registration', 'orderBy=access&sortedBy=asc', 'access')).slice(0, 2)).toEqual(['block', null])
    expect((await names('registration', 'orderBy=address&sortedBy=asc', 'address')).slice(0, 2)).toEqual([
      '10.2.0.9',
      '10.2.0.10',
    ])
    expect(await list('registration', 'page=9')).toMatchObject({
      data: [],
      meta: { pagination: { total: 5, current_page: 9 } },
    })
    const csv = await master('GET', at('registration/index?export=csv'))
    expect(csv.text.trim().split('\r\n')).toHaveLength(6)
    expect(csv.text).toContain('"Apple, Inc."')
  })

  test('are disconnected by one command per device, matched by MAC address', async () => {
    const reply = await client('DELETE', at('registration/destroy'), {
      ids: [`${controller}*1`, `${old}*1.c`, `${controller}*2`],
    })
    expect([reply.status, reply.body.data.map((one: { hardware_name: string }) => one.hardware_name)]).toEqual([
      202,
      ['Controller', 'Old one'],
    ])
    const [first, second] = await orders()
    expect(first).toMatchObject({
      hardware_id: controller,
      verb: 'remove',
      label: '4C:5E:0C:00:00:01',
      others: 1,
      input: {
        change: {
          reads: [wifiMenus.registrations],
          steps: [
            {
              menu: 'interface/wifi/registration-table',
              verb: 'remove',
              id: '*1',
              expected: { 'mac-address': '4C:5E:0C:00:00:01' },
            },
            { id: '*2' },
          ],
        },
      },
    })
    expect(second?.input.change.steps).toMatchObject([{ menu: 'caps-man/registration-table', id: '*1' }])
    const gone = await master('DELETE', at('registration/destroy'), { ids: [`${controller}*1`, `${controller}*77`] })
    expect([gone.status, Object.keys(fields(gone))]).toEqual([422, ['ids']])
    expect(await orders()).toEqual([])
    expect((await reader('DELETE', at('registration/destroy'), { ids: [`${controller}*1`] })).status).toBe(403)
  })
})

describe('access points of a site', () => {
  test('are listed with their device, which is matched by serial number or MAC address only', async () => {
    const { data } = await list('access-point')
    const of = (name: string) => data.find((one: { name: string }) => one.name === name)
    expect(data).toHaveLength(7)
    expect(of('cap-wifi1')).toMatchObject({
      id: `${controller}*1`,
      stack: 'wifi-capsman',
      cap: 'ap-up',
      cap_hardware_id: upstairs,
      cap_version: '7.16',
      clients: 2,
      setting_id: expect.any(Number),
      state: 'running',
    })
    expect(of('cap-wifi2')).toMatchObject({ cap_hardware_id: cellar, state: 'disabled', is_enabled: false })
    // Devices of other tenants are not matched, and a name that two devices have does not identify one.
    expect(of('cap-wifi3')).toMatchObject({ cap_hardware_id: null, cap_version: '7.16' })
    expect(of('cap-wifi4')).toMatchObject({ cap_hardware_id: null, cap_version: null })
    expect(of('cap-wifi6')).toMatchObject({ cap: null, cap_hardware_id: null })
    expect(of('cap1')).toMatchObject({ stack: 'caps-man', hardware_name: 'Old one' })
    expect(await names('access-point', 'search=pool')).toEqual(['cap-wifi3'])
    expect(await names('access-point', 'search=stack:caps-man')).toEqual(['cap1'])
    expect((await names('access-point', 'orderBy=clients&sortedBy=desc'))[0]).toBe('cap-wifi1')
    expect((await names('access-point', 'orderBy=is_enabled&sortedBy=asc', 'is_enabled'))[0]).toBe(false)
    expect((await sibling('GET', at('access-point/index'))).status).toBe(404)
    expect((await sibling('GET', at('registration/index'))).status).toBe(404)
  })

  test('are enabled and disabled by one command per device', async () => {
    const reply = await client('PUT', at('access-point/disable'), { ids: [`${controller}*1`, `${old}*1.c`] })
    expect([reply.status, reply.body.data.length]).toEqual([202, 2])
    expect((await orders()).map(({ verb, label, input }) => [verb, label, input.change])).toEqual([
      [
        'disable',
        'cap-wifi1',
        {
          reads: ['wifi'],
          steps: [
            {
              menu: 'interface/wifi',
              verb: 'set',
              id: '*1',
              values: { disabled: true },
              expected: { name: 'cap-wifi1', 'mac-address': '4C:5E:0C:10:00:01' },
            },
          ],
        },
      ],
      [
        'disable',
        'cap1',
        {
          reads: ['wifi'],
          steps: [
            {
              menu: 'caps-man/interface',
              verb: 'set',
              id: '*1',
              values: { disabled: true },
              expected: { name: 'cap1', 'mac-address': '4C:5E:0C:10:00:01' },
            },
          ],
        },
      ],
    ])
    expect((await client('PUT', at('access-point/enable'), { ids: [`${controller}*2`] })).status).toBe(202)
    expect((await orders())[0]?.input.change.steps).toMatchObject([{ values: { disabled: false } }])
  })

  test.each<[why: string, which: 'old' | 'new', row: () => string, body: object, field: string]>([
    ['an old-system row in the new call', 'new', () => `${old}*1.c`, { comment: 'x' }, 'ids'],
    ['a new-system row in the old call', 'old', () => `${controller}*1`, { comment: 'x' }, 'ids'],
    ['a dynamic one', 'new', () => `${controller}*4`, { comment: 'x' }, 'ids'],
    ['one controlled by another device', 'new', () => `${controller}*6`, { comment: 'x' }, 'ids'],
    ['a missing one', 'new', () => `${controller}*66`, { comment: 'x' }, 'ids'],
    ['an empty change', 'new', () => `${controller}*1`, {}, 'ids'],
    ['a name in use', 'new', () => `${controller}*1`, { name: 'cap-wifi2' }, 'name'],
    ['a channel for one without a radio', 'new', () => `${controller}*5`, { frequency: 5180 }, 'frequency'],
    ['a channel of another band', 'new', () => `${controller}*2`, { frequency: 5180 }, 'frequency'],
    ['an invalid frequency', 'new', () => `${controller}*2`, { frequency: 3000 }, 'frequency'],
    ['80 MHz at 2.4 GHz', 'old', () => `${old}*1.c`, { channel_width: 80 }, 'channel_width'],
    ['too much power', 'new', () => `${controller}*1`, { tx_power: 41 }, 'tx_power'],
  ])('rejects %s without a command', async (_why, which, row, body, field) => {
    const reply = await master('PUT', at(`${which === 'new' ? 'new-' : ''}access-point/update`), {
      ids: [row()],
      ...body,
    })
    expect([reply.status, Object.keys(fields(reply))]).toEqual([422, [field]])
    expect(await orders()).toEqual([])
  })

  test('accepts a name for one access point only, and a partly invalid selection enqueues nothing', async () => {
    const both = [`${controller}*1`, `${controller}*2`]
    expect(
      Object.keys(fields(await master('PUT', at('new-access-point/update'), { ids: both, name: 'Pool' }))),
    ).toEqual(['name'])
    const half = await master('PUT', at('access-point/disable'), { ids: [`${old}*1.c`, `${controller}*6`] })
    expect(half.body.error.messages).toEqual({ ids: replied('wifi.controlled_elsewhere', { name: 'cap-wifi6' }) })
    expect(await orders()).toEqual([])
  })

  test('are changed with the properties of each system', async () => {
    const body = { name: 'Pool', comment: null, frequency: 5500, channel_width: 40, tx_power: 17 }
    expect((await client('PUT', at('new-access-point/update'), { ids: [`${controller}*1`], ...body })).status).toBe(202)
    expect((await orders())[0]?.input.change.steps).toMatchObject([
      {
        values: {
          name: 'Pool',
          comment: '',
          'channel.frequency': 5500,
          'channel.width': '20/40mhz',
          'configuration.tx-power': 17,
        },
      },
    ])
    const older = { frequency: null, channel_width: 40, tx_power: 10 }
    expect((await client('PUT', at('access-point/update'), { ids: [`${old}*1.c`], ...older })).status).toBe(202)
    expect((await orders())[0]?.input.change.steps).toMatchObject([
      {
        values: {
          'channel.frequency': null,
          'channel.control-channel-width': '20mhz',
          'channel.extension-channel': 'XX',
          'channel.tx-power': 10,
        },
      },
    ])
  })
})

test('the site page contains Wi-Fi statistics', async () => {
  const { data } = (await client('GET', `/site/${site}/summary`)).body
  expect(data.wifi).toEqual({
    settings: 1,
    differing: 1,
    controllers: 2,
    access_points: 5,
    access_points_down: 1,
    clients: 5,
    access: { entries: 3, differing: 0 },
  })
  expect(data.live.networks).toBe(2)
})
