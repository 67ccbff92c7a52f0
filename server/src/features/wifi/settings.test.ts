import { message } from '@trunkline/contract/errors'
import { replied } from '../../testing/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { wifiMenus } from '../../devices/wifi/shapes.ts'
import { open } from '../../secrets.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { testKey } from '../../testing/devices/create-device.ts'
import {
  createReading,
  createWifiReading,
  sampleNetwork,
  sampleAccessPoint,
  sampleSystem,
} from '../../testing/devices/create-wifi-reading.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, sibling: ApiCall, reader: ApiCall
let site: number, controller: number, old: number, elsewhere: number, unread: number

const secret = 'a secret of many words'
const digest = passphraseDigest(testKey, secret)

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  reader = await fixture.as('client', 'read-only')
  const { sql: asOwner } = fixture.panel
  site = (await master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  controller = await fixture.device({ site_id: site, name: 'Controller', address: '10.0.0.1' })
  old = await fixture.device({ site_id: site, name: 'Old one', address: '10.0.0.2' })
  unread = await fixture.device({ site_id: site, name: 'Unread', address: '10.0.0.3' })
  elsewhere = await fixture.device({ name: 'Elsewhere', address: '10.0.0.4' })
  await asOwner(async (tx) => {
    await createWifiReading(tx, controller, [
      sampleSystem('wifi-capsman', {
        networks: [
          sampleNetwork('Home', { passphrase_digest: digest, interfaces: ['cap-wifi1', 'cap-wifi2'] }),
          sampleNetwork('Lobby', { encryption: 'open', has_passphrase: false, vlan_id: 30 }),
        ],
        access_points: [
          sampleAccessPoint(1, { profile: 'Home', clients: 3 }),
          sampleAccessPoint(2, { profile: 'Home', clients: 4 }),
          sampleAccessPoint(3, { profile: 'Lobby' }),
        ],
      }),
    ])
    await createWifiReading(tx, old, [sampleSystem('caps-man')])
    await createWifiReading(tx, elsewhere, [sampleSystem('caps-man')])
  })
})
afterAll(() => fixture.stop())

const path = (rest: string) => `/site/${site}/wifi/setting/${rest}`
const index = async (call = master) => (await call('GET', path('index'))).body
const store = (body: object, call = master) => call('POST', path('store'), body)
const show = async (id: number) => (await master('GET', path(`${id}/show`))).body.data
const fresh = () => ({
  hardware_id: controller,
  stack: 'wifi-capsman',
  ssid: 'Guests',
  encryption: 'wpa2',
  passphrase: secret,
})
const commands = () =>
  fixture.panel.sql((tx) =>
    sql<{ kind: string; verb: string; label: string; input: object; hardware_id: number }>`
      select kind, verb, label, input, hardware_id from device_command order by id`
      .execute(tx)
      .then(({ rows }) => rows),
  )
const stored = (id: number) =>
  fixture.panel.sql((tx) =>
    sql<Record<string, unknown>>`select * from wifi_setting where id = ${id}`.execute(tx).then(({ rows }) => rows[0]),
  )
const forget = () => fixture.panel.sql((tx) => sql`delete from device_command`.execute(tx))

describe('the Wi-Fi of a site', () => {
  test('lists unmanaged networks of the devices, and the capabilities of each', async () => {
    const { data, found, controllers, options } = await index()
    expect(data).toEqual([])
    expect(found.map((one: { profile: string }) => one.profile)).toEqual(['Home', 'Lobby'])
    expect(found[0]).toMatchObject({
      hardware_id: controller,
      has_passphrase: true,
      access_points: 2,
      bands: ['2ghz', '5ghz'],
    })
    expect(JSON.stringify(found)).not.toContain(digest)
    expect(controllers).toMatchObject([
      {
        hardware_name: 'Controller',
        stack: 'wifi-capsman',
        is_enabled: true,
        access_points: 3,
        clients: 7,
        bands: ['2ghz', '5ghz'],
        can_rate: false,
      },
      { hardware_name: 'Old one', stack: 'caps-man', can_rate: true },
    ])
    expect(controllers[0].encryption_options).toContain('wpa3')
    expect(controllers[1].encryption_options).not.toContain('wpa3')
    expect(options.encryptions).toContainEqual({ id: 'owe', name: 'Enhanced open (OWE)' })
  })

  test('a network of a device is adopted unchanged, and its passphrase is read', async () => {
    const reply = await store({ ...fresh(), ssid: 'Home', passphrase: undefined, adopt: 'Home' })
    expect(reply.status).toBe(201)
    const { id, command } = reply.body.data
    expect(command).toMatchObject({ state: 'queued' })
    expect(await commands()).toMatchObject([
      {
        kind: 'wifi',
        verb: 'pull',
        label: 'Home',
        input: { action: 'pull', stack: 'wifi-capsman', setting_id: id },
      },
    ])
    expect(await show(id)).toMatchObject({
      state: 'same',
      differences: [],
      controller_status: 'enabled',
      access_points: 2,
      clients: 7,
      has_passphrase: false,
      actual: { ssid: 'Home', passphrase_same: true },
      last_command: { state: 'queued', verb: 'pull' },
    })
    expect((await index()).found.map((one: { profile: string }) => one.profile)).toEqual(['Lobby'])
    const again = await store({ ...fresh(), ssid: 'Home', adopt: 'Home' })
    expect(again.body.error.messages).toEqual({ adopt: replied('wifi.already_managed') })
    await forget()
  })

  test('a new one is stored with an encrypted passphrase, missing on the device, and written on request', async () => {
    const { id, command } = (await store({ ...fresh(), vlan_id: 20, push: true })).body.data
    expect(command.state).toBe('queued')
    expect(await commands()).toMatchObject([
      {
        verb: 'push',
        label: 'Guests',
        hardware_id: controller,
        input: { action: 'push', setting_id: id },
      },
    ])
    expect(await show(id)).toMatchObject({
      state: 'missing',
      differences: [],
      actual: null,
      has_passphrase: true,
      vlan_id: 20,
    })
    const row = (await stored(id)) as { passphrase: Buffer; passphrase_digest: string }
    expect(open(testKey, row.passphrase, `wifi-setting:${id}`)).toBe(secret)
    expect(row.passphrase_digest).toBe(digest)
    const audits = await fixture.panel.sql((tx) => sql`select * from audit_log`.execute(tx))
    expect(JSON.stringify(audits.rows)).not.toContain(secret)
    expect(JSON.stringify(audits.rows)).not.toContain(digest)
    expect(JSON.stringify(await commands())).not.toContain(secret)
    // A queued command reads the desired settings when it runs: a second one would be redundant.
    const again = await master('PUT', path(`${id}/push`))
    expect([again.status, again.body.data]).toEqual([202, command])
    await forget()
  })

  test('the passphrase is shown to users who may change it, and each access is audited', async () => {
    const { data } = await index()
    const { id } = data.find((one: { ssid: string }) => one.ssid === 'Guests')
    const shown = await client('POST', path(`${id}/passphrase`))
    expect([shown.status, shown.body.data]).toEqual([200, { passphrase: secret }])
    expect((await reader('POST', path(`${id}/passphrase`))).status).toBe(403)
    expect((await sibling('POST', path(`${id}/passphrase`))).status).toBe(404)
    const { rows } = await fixture.panel.sql((tx) =>
      sql`select * from audit_log where subject = 'wifi' and action = 'export'`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain('"shown":"passphrase"')
  })

  test('a changed network differs from the device, field by field', async () => {
    const { id, version } = (await index()).data.find((one: { ssid: string }) => one.ssid === 'Home')
    const changed = await client('PUT', path(String(id)), {
      hidden: true,
      vlan_id: 40,
      passphrase: 'another one',
      version,
    })
    expect([changed.status, changed.body.data]).toEqual([200, { id, command: null }])
    const now = await show(id)
    expect(now.state).toBe('differs')
    expect(now.differences.map((one: { field: string }) => one.field).toSorted()).toEqual([
      'hidden',
      'passphrase',
      'vlan_id',
    ])
    expect(now.actual).toMatchObject({ hidden: false, vlan_id: null, passphrase_same: false })
    expect(now.version).toBe(version + 1)
    const stale = await master('PUT', path(String(id)), { hidden: false, version })
    expect(stale.status).toBe(409)
    expect(stale.body.error.details.current).toMatchObject({ id, hidden: true })
    expect(JSON.stringify(stale.body)).not.toContain('another one')
    const open_ = await master('PUT', path(String(id)), { encryption: 'open' })
    expect(open_.status).toBe(200)
    expect(await stored(id)).toMatchObject({ passphrase: null, passphrase_digest: null })
    const back = await master('PUT', path(String(id)), { encryption: 'wpa2' })
    expect(back.body.error.messages).toEqual({ passphrase: replied('wifi.passphrase_required') })
    await master('PUT', path(String(id)), { encryption: 'wpa2', passphrase: secret, hidden: false, vlan_id: null })
    expect((await show(id)).state).toBe('same')
  })

  test('schedules of guest networks are access list rows: differences are reported, and a separate command writes them', async () => {
    const { id } = (await index()).data.find((one: { ssid: string }) => one.ssid === 'Home')
    await fixture.panel.sql((tx) => createReading(tx, controller, wifiMenus.accessList, []))
    await forget()
    const schedule = { days: ['mon', 'tue'], from: '08:00', until: '18:00' }
    const rejected = await master('PUT', path(String(id)), { schedule })
    expect(rejected.body.error.messages).toEqual({ schedule: replied('wifi.hours_for_guests') })
    expect((await master('PUT', path(String(id)), { schedule, is_guest: true, push: true })).status).toBe(200)
    expect((await commands()).map(({ verb }) => verb)).toEqual(['push', 'access'])
    expect(await show(id)).toMatchObject({
      state: 'differs',
      differences: [{ field: 'schedule', actual: null }],
      actual: { schedule: null },
    })
    await master('PUT', path(String(id)), { is_guest: false })
    expect(await show(id)).toMatchObject({ state: 'same', schedule: null })
    await forget()
  })

  test('the controller is enabled, and access points are provisioned, by commands with their names', async () => {
    const { id } = (await index()).data.find((one: { ssid: string }) => one.ssid === 'Home')
    expect((await client('PUT', path(`${id}/controller-change-status`), { is_enabled: false })).status).toBe(202)
    expect((await master('PUT', path(`${id}/pull`))).status).toBe(202)
    expect((await master('PUT', path(`${id}/re-provision`), { ids: [`${controller}*1`] })).status).toBe(202)
    expect((await master('PUT', path(`${id}/re-provision`), {})).status).toBe(202)
    expect((await commands()).map(({ verb, label, input }) => [verb, label, input])).toEqual([
      ['disable', 'Home', { action: 'controller', stack: 'wifi-capsman', setting_id: id, enabled: false }],
      ['pull', 'Home', { action: 'pull', stack: 'wifi-capsman', setting_id: id }],
      ['provision', 'Home', { action: 'provision', stack: 'wifi-capsman', setting_id: id, ids: ['*1'] }],
      ['provision', 'Home', { action: 'provision', stack: 'wifi-capsman', setting_id: id }],
    ])
    const gone = await master('PUT', path(`${id}/re-provision`), { ids: [`${controller}*99`] })
    expect(Object.keys(gone.body.error.fields)).toEqual(['ids'])
    await forget()
  })

  test('one is removed from the panel only, or from the device too', async () => {
    const all = (await index()).data as { id: number; ssid: string }[]
    const [guests, home] = ['Guests', 'Home'].map((name) => all.find(({ ssid }) => ssid === name)?.id as number)
    expect((await client('DELETE', path(`${guests}/destroy`))).status).toBe(403)
    // It was never written: nothing is removed.
    expect((await master('DELETE', path(`${guests}/destroy?device=1`))).body.data).toEqual({
      id: guests,
      command: null,
    })
    expect((await master('GET', path(`${guests}/show`))).status).toBe(404)
    const queued = (await master('DELETE', path(`${home}/destroy?device=1`))).body.data
    expect(queued.command.state).toBe('queued')
    expect((await show(home as number)).last_command).toMatchObject({ verb: 'remove', state: 'queued' })
    expect((await master('DELETE', path(`${home}/destroy`))).body.data).toEqual({ id: home, command: null })
    expect((await index()).data).toEqual([])
    await forget()
  })

  test('is visible to its company and ancestors only', async () => {
    const { id } = (await store(fresh())).body.data
    for (const [method, rest, body] of [
      ['GET', 'index', undefined],
      ['GET', `${id}/show`, undefined],
      ['PUT', `${id}`, { hidden: true }],
      ['PUT', `${id}/push`, undefined],
      ['PUT', `${id}/pull`, undefined],
      ['PUT', `${id}/re-provision`, {}],
      ['PUT', `${id}/controller-change-status`, { is_enabled: false }],
      ['DELETE', `${id}/destroy`, undefined],
      ['POST', 'store', fresh()],
    ] as const)
      expect([rest, (await sibling(method, path(rest), body)).status]).toEqual([rest, rest === 'store' ? 422 : 404])
    const other = (await master('POST', '/site/store', { name: 'Other', company_id: fixture.companies.client })).body
      .data.id
    expect((await master('GET', `/site/${other}/wifi/setting/${id}/show`)).status).toBe(404)
    expect((await master('PUT', `/site/${other}/wifi/setting/${id}`, { hidden: true })).status).toBe(404)
    expect((await reader('PUT', path(`${id}/push`))).status).toBe(403)
    expect((await client('PUT', path(`${id}/push`))).status).toBe(202)
    await master('DELETE', path(`${id}/destroy`))
    await forget()
  })
})

describe('invalid settings are rejected at their field', () => {
  const on = (stack: string, body: object) => ({
    ...fresh(),
    ssid: 'New',
    hardware_id: stack === 'caps-man' ? old : controller,
    stack,
    ...body,
  })
  test.each<[why: string, body: () => object, field: string]>([
    ['a passphrase of 7 characters', () => on('wifi-capsman', { passphrase: '1234567' }), 'passphrase'],
    ['a passphrase of 64 characters', () => on('wifi-capsman', { passphrase: 'x'.repeat(64) }), 'passphrase'],
    ['a missing passphrase', () => on('wifi-capsman', { passphrase: undefined }), 'passphrase'],
    ['a passphrase for an open network', () => on('wifi-capsman', { encryption: 'open' }), 'passphrase'],
    ['an SSID of 33 bytes', () => on('wifi-capsman', { ssid: 'é'.repeat(16) + 'x' }), 'ssid'],
    ['an SSID of the device', () => on('wifi-capsman', { ssid: 'Lobby' }), 'ssid'],
    ['WPA3 on the old system', () => on('caps-man', { encryption: 'wpa3' }), 'encryption'],
    [
      'enhanced open on the old system',
      () => on('caps-man', { encryption: 'owe', passphrase: undefined }),
      'encryption',
    ],
    ['WPA on the new one', () => on('wifi-capsman', { encryption: 'wpa-wpa2' }), 'encryption'],
    ['a band that no radio has', () => on('wifi-capsman', { bands: ['6ghz'], encryption: 'wpa3' }), 'bands'],
    ['80 MHz at 2.4 GHz', () => on('wifi-capsman', { bands: ['2ghz'], channel_width: 80 }), 'channel_width'],
    ['channel 14 outside of Japan', () => on('wifi-capsman', { frequencies: [2484], country: 'DE' }), 'frequencies'],
    [
      'channel 13 in the United States',
      () => on('wifi-capsman', { frequencies: [2472], country: 'US' }),
      'frequencies',
    ],
    ['channel 149 in Japan', () => on('wifi-capsman', { frequencies: [5745], country: 'JP' }), 'frequencies'],
    ['a frequency of another band', () => on('wifi-capsman', { frequencies: [2412], bands: ['5ghz'] }), 'frequencies'],
    ['a frequency outside all bands', () => on('wifi-capsman', { frequencies: [3000] }), 'frequencies'],
    ['an invalid country', () => on('wifi-capsman', { country: 'ZZ' }), 'country'],
    ['VLAN 4095', () => on('wifi-capsman', { vlan_id: 4095 }), 'vlan_id'],
    [
      'a schedule with equal start and end',
      () => on('wifi-capsman', { is_guest: true, schedule: { days: ['mon'], from: '08:00', until: '08:00' } }),
      'schedule',
    ],
    ['a system that the device lacks', () => on('local-wifi', {}), 'stack'],
    ['a device of another site', () => on('caps-man', { hardware_id: elsewhere }), 'hardware_id'],
    ['a device that was never read', () => on('caps-man', { hardware_id: unread }), 'hardware_id'],
    ['a network that the device lacks', () => on('wifi-capsman', { adopt: 'Attic' }), 'adopt'],
  ])('%s', async (_why, body, field) => {
    const reply = await store(body())
    expect([reply.status, Object.keys(reply.body.error?.fields ?? {})]).toEqual([422, [field]])
    expect((await index()).data).toEqual([])
    expect(await commands()).toEqual([])
    expect(reply.text).not.toContain(secret)
  })

  test('WPA2 at 6 GHz on a device that has it', async () => {
    const radios = [{ id: '*1', mac: '4C:5E:0C:00:00:01', cap: null, bands: ['6ghz' as const], interface: null }]
    await fixture.panel.sql((tx) => createWifiReading(tx, unread, [sampleSystem('wifi-capsman', { radios })]))
    const body = on('wifi-capsman', { hardware_id: unread, bands: ['6ghz'] })
    const reply = await store(body)
    expect(reply.body.error.messages).toEqual({ encryption: replied('wifi.encryption_6ghz') })
    const abroad = await store({ ...body, encryption: 'wpa3', country: 'CN' })
    expect(abroad.body.error.messages).toEqual({
      country: replied('wifi.band_forbidden', { band: '6ghz', country: 'CN' }),
    })
    const upper = await store({ ...body, encryption: 'wpa3', country: 'DE', frequencies: [6435] })
    expect(upper.body.error.messages).toEqual({
      frequencies: replied('wifi.frequency_forbidden', { frequency: 6435, country: 'DE' }),
    })
  })

  test('the same SSID twice on one device, unless they share no band', async () => {
    const one = (await store({ ...fresh(), bands: ['2ghz'] })).body.data.id
    expect((await store(fresh())).body.error.messages).toEqual({ ssid: replied('wifi.ssid_taken') })
    const two = (await store({ ...fresh(), bands: ['5ghz'] })).body.data.id
    const wider = await master('PUT', path(String(two)), { bands: [] })
    expect(Object.keys(wider.body.error.fields)).toEqual(['ssid'])
    for (const id of [one, two]) await master('DELETE', path(`${id}/destroy`))
  })

  test('valid ones are stored', async () => {
    for (const body of [
      { frequencies: [2484], country: 'JP' },
      { frequencies: [2472], country: 'DE' },
      { encryption: 'owe', passphrase: undefined },
      { ssid: 'é'.repeat(16) },
      { is_guest: true, schedule: { days: ['mon'], from: '00:00', until: '00:00' } },
    ]) {
      const reply = await store({ ...fresh(), ...body })
      expect([body, reply.status]).toEqual([body, 201])
      await master('DELETE', path(`${reply.body.data.id}/destroy`))
    }
  })

  test('radios without a controller cannot be switched or provisioned', async () => {
    await fixture.panel.sql((tx) => createWifiReading(tx, unread, [sampleSystem('local-wifi')]))
    const { id } = (await store({ ...fresh(), hardware_id: unread, stack: 'local-wifi' })).body.data
    expect((await show(id)).controller_status).toBe('local')
    for (const [rest, body] of [
      ['controller-change-status', { is_enabled: true }],
      ['re-provision', {}],
    ] as const) {
      const reply = await master('PUT', path(`${id}/${rest}`), body)
      expect([reply.status, reply.body.error]).toMatchObject([409, message('wifi.no_controller', { name: 'Unread' })])
    }
    expect(await commands()).toEqual([])
  })
})
