import type { AnyMessage } from '@trunkline/contract/errors'
import { contract } from '@trunkline/contract/contract'
import type { Endpoint, ObjectSchema } from '@trunkline/contract/endpoint'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'
import { StaleScenarios } from '../../testing/devices/stale-scenarios.ts'

/**
 * Generated from the contract: each Wi-Fi call that writes to a device, and each field that it can change. Another user
 * changes the field; a caller who saw the previous record then writes, and neither record nor device changes.
 */
const fixture = await setupPanelWithDevices()
let first: ApiCall, second: ApiCall
let sims: Record<number, Simulator>
let site: number, fresh: number, old: number

beforeAll(async () => {
  first = await fixture.as('master')
  second = await fixture.as('client')
  const [newer, older] = [
    await fixture.router({ personality: 'v7-wifi' }),
    await fixture.router({ personality: 'v7-wireless', seed: 5 }),
  ]
  site = (await first('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  fresh = await fixture.device({ router: newer, site_id: site, name: 'New system' })
  old = await fixture.device({ router: older, site_id: site, name: 'Old system' })
  sims = { [fresh]: newer, [old]: older }
  await first('PUT', `/site/${site}/refresh-hardware`)
  for (const id of [fresh, old]) await fixture.worker.commands.workOff(id)
}, 60_000)
afterAll(() => fixture.stop())

const tried = {
  points: [wifi.setAccessPoints, wifi.setNewAccessPoints, wifi.enableAccessPoints, wifi.disableAccessPoints],
  networks: [wifi.update, wifi.push, wifi.pull, wifi.destroy],
  controllers: [wifi.controllerSwitch, wifi.controllerStatus],
  entries: [
    accessControl.update,
    accessControl.move,
    accessControl.enable,
    accessControl.disable,
    accessControl.destroy,
  ],
} as const satisfies Record<string, readonly Endpoint[]>

test('each call that compares a version or a controller seen by the caller is tested', () => {
  const names = new Set(Object.values(tried).flatMap((calls) => calls.map(({ name }): string => name)))
  const calls = Object.values(contract).flatMap((part) => Object.values(part) as Endpoint[])
  const comparing = calls.filter(
    ({ deviceWrite, path }) =>
      deviceWrite === 'version' ||
      deviceWrite === 'versions' ||
      (deviceWrite === 'seen' && !path.startsWith('/hardware/control/{id}/')),
  )
  expect(comparing.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
})

const fieldsOf = ({ body }: Endpoint, without: readonly string[]) =>
  Object.keys((body as ObjectSchema).shape).filter((field) => !without.includes(field))
const at = (rest: string) => `/site/${site}/wifi/${rest}`
const send = (call: ApiCall, { method, path }: Endpoint, body?: object, setting = 0) =>
  call(method, path.replace('{id}', String(site)).replace('{settingId}', String(setting)), body)
const valueOf = (field: string, value: unknown) => (value instanceof StaleScenarios ? value.body : { [field]: value })

/** Results of the commands of a response. */
async function ends(reply: ApiReply, device?: number) {
  expect(reply.status, reply.text).toBe(202)
  const found: { state: string; detail: AnyMessage | null; result: Record<string, unknown> | null }[] = []
  for (const { id, hardware_id } of [reply.body.data].flat()) {
    await fixture.worker.commands.workOff(hardware_id ?? device)
    found.push((await first('GET', `/hardware/command/${id}/show`)).body.data)
  }
  return found
}
const isDone = async (reply: ApiReply, device?: number) => {
  for (const { state, detail } of await ends(reply, device)) expect(state, detail?.reason).toBe('done')
}
const looking = new Set(['print', 'getall', 'login', 'cancel', 'listen', 'monitor', 'quit'])
const writesAt = (device: number) =>
  (sims[device] as Simulator).commands
    .map(({ words }) => words[0] ?? '')
    .filter((word) => !looking.has(word.split('/').at(-1) ?? ''))
const commandCount = () =>
  fixture.panel.sql(
    async (tx) => (await sql<{ n: number }>`select count(*)::int as n from device_command`.execute(tx)).rows[0]?.n,
  )
const reading = (device: number) =>
  fixture.panel.sql(
    async (tx) =>
      (
        await sql<{ rows: string }>`
          select rows::text as rows from hardware_menu where hardware_id = ${device} and menu = 'wifi'`.execute(tx)
      ).rows[0]?.rows as string,
  )
/** Restores an earlier reading: the panel does not know of later changes. */
const forget = (device: number, rows: string) =>
  fixture.panel.sql((tx) =>
    sql`update hardware_menu set rows = ${rows}::jsonb, read_at = clock_timestamp() where hardware_id = ${device} and menu = 'wifi'`.execute(
      tx,
    ),
  )
const staleReply = (reply: ApiReply, name: string) =>
  expect([reply.status, reply.body?.error?.code], `${name}: ${reply.text}`).toEqual([409, 'stale_version'])

const pointFields = [...fieldsOf(wifi.setAccessPoints, ['ids', 'versions']), 'is_enabled']
const pointValues: Record<string, readonly unknown[]> = {
  name: ['pool-a', 'pool-b'],
  comment: ['By the pool', 'Bar'],
  frequency: [5500, 5180],
  channel_width: [40, 20],
  tx_power: [17, 12],
  is_enabled: [false, true],
}

describe.each(['wifi-capsman', 'local-wifi', 'caps-man', 'local-wireless'] as const)('access points of %s', (stack) => {
  const update = stack.includes('wifi') ? wifi.setNewAccessPoints : wifi.setAccessPoints
  let id: string | undefined
  const read = async () => {
    const points: AccessPoint[] = (await first('GET', at('access-point/index?perPage=200'))).body.data
    const found = points.find((one) =>
      id === undefined
        ? one.stack === stack &&
          one.kind === 'radio' &&
          one.band === '5ghz' &&
          !one.controlled_elsewhere &&
          !one.dynamic
        : one.id === id,
    ) as AccessPoint
    id = found.id
    return found
  }
  const writing = (field: string, value: unknown): [Endpoint, object] =>
    field === 'is_enabled'
      ? [value === true ? wifi.enableAccessPoints : wifi.disableAccessPoints, {}]
      : [update, { [field]: value }]

  test.each(pointFields)('%s changed by another user is not overwritten by a stale write', async (field) => {
    const before = await read()
    const ids = [before.id]
    const device = before.hardware_id
    const old = await reading(device)
    // Names are unique within a system of a device.
    const [theirs, mine] = (pointValues[field] as unknown[]).map((value) =>
      field === 'name' ? `${String(value)}-${stack}` : value,
    )
    const [theirCall, theirBody] = writing(field, theirs)
    await isDone(await send(second, theirCall, { ids, ...theirBody }))
    const present = await reading(device)
    const [myCall, myBody] = writing(field, mine)
    const writes = writesAt(device)
    for (const [call, body] of new Map<Endpoint, object>([
      [update, { comment: 'Mine' }],
      [wifi.enableAccessPoints, {}],
      [wifi.disableAccessPoints, {}],
      [myCall, myBody],
    ])) {
      const sent = { ids, ...body, versions: { [before.id]: before.version } }
      staleReply(await send(first, call, sent), call.name)
      await forget(device, old)
      for (const end of await ends(await send(first, call, sent)))
        expect(end, `${call.name}: ${end.detail?.reason}`).toMatchObject({
          state: 'refused',
          result: { changed_meanwhile: true },
        })
      await forget(device, present)
      expect(writesAt(device), call.name).toEqual(writes)
    }
    const current = await read()
    await isDone(await send(first, myCall, { ids, ...myBody, versions: { [current.id]: current.version } }))
  })
})

describe('controllers', () => {
  test.each([
    ['wifi-capsman', () => fresh],
    ['caps-man', () => old],
  ] as const)('%s switched by another user is not switched by a stale write', async (stack, of) => {
    const hardware_id = of()
    const controller = { hardware_id, stack }
    const setting = await adopt(hardware_id, stack)
    const read = async (): Promise<boolean> =>
      (await first('GET', at('setting/index'))).body.controllers.find(
        (one: { hardware_id: number; stack: string }) => one.hardware_id === hardware_id && one.stack === stack,
      ).is_enabled
    const was = await read()
    const before = await reading(hardware_id)
    await isDone(await send(second, wifi.controllerSwitch, { ...controller, is_enabled: !was }), hardware_id)
    const present = await reading(hardware_id)
    const writes = writesAt(hardware_id)
    for (const [call, body] of [
      [wifi.controllerSwitch, controller],
      [wifi.controllerStatus, {}],
    ] as const) {
      const sent = { ...body, is_enabled: was, seen: { is_enabled: was } }
      staleReply(await send(first, call, sent, setting), call.name)
      await forget(hardware_id, before)
      for (const end of await ends(await send(first, call, sent, setting), hardware_id))
        expect(end, end.detail?.reason).toMatchObject({ state: 'refused', result: { changed_meanwhile: true } })
      await forget(hardware_id, present)
      expect(writesAt(hardware_id)).toEqual(writes)
    }
    await isDone(
      await send(first, wifi.controllerStatus, { is_enabled: was, seen: { is_enabled: !was } }, setting),
      hardware_id,
    )
    expect(await read()).toBe(was)
  })
})

/** Id of a network of the device that is managed from now on. */
async function adopt(device: number, stack: string): Promise<number> {
  const { data, found } = (await first('GET', at('setting/index'))).body
  const stored = data.find(
    (one: { hardware_id: number; stack: string }) => one.hardware_id === device && one.stack === stack,
  )
  if (stored !== undefined) return stored.id
  const one = found.find(
    (network: { hardware_id: number; stack: string; ssid: string }) =>
      network.hardware_id === device && network.stack === stack && network.ssid === 'Guests',
  )
  const { hardware_id, ssid, encryption, bands, country, vlan_id, client_isolation, profile } = one
  const reply = await first('POST', at('setting/store'), {
    hardware_id,
    stack,
    ssid,
    encryption,
    bands,
    country,
    vlan_id,
    client_isolation,
    adopt: profile,
  })
  expect(reply.status, reply.text).toBe(201)
  await fixture.worker.commands.workOff(device)
  return reply.body.data.id
}

const hours = (from: string) => ({ days: ['mon'] as const, from, until: '18:00' })
const networkValues: Record<string, readonly unknown[]> = {
  ssid: ['Visitors', 'Lobby'],
  is_enabled: [false, true],
  hidden: [true, false],
  encryption: ['wpa3', 'wpa2', 'wpa2-wpa3'],
  bands: [['5ghz'], ['2ghz']],
  channel_width: [40, 20],
  frequencies: [
    new StaleScenarios({ bands: [], frequencies: [5180] }),
    new StaleScenarios({ bands: [], frequencies: [5200] }),
  ],
  country: ['DE', 'GB'],
  vlan_id: [41, 42],
  client_isolation: [true, false],
  is_guest: [true, false],
  schedule: [
    new StaleScenarios({ is_guest: true, schedule: hours('08:00') }),
    new StaleScenarios({ is_guest: true, schedule: hours('09:00') }),
  ],
  passphrase: ['one-of-them-secrets', 'another-of-them'],
}

describe('managed networks', () => {
  const show = async (id: number) => (await first('GET', at(`setting/${id}/show`))).body.data

  test.each(fieldsOf(wifi.update, ['version', 'push']))(
    '%s changed by another user is not overwritten by a stale write',
    async (field) => {
      const id = await adopt(fresh, 'wifi-capsman')
      const before = await show(id)
      const values = (networkValues[field] as unknown[]).filter(
        (value) => JSON.stringify(value) !== JSON.stringify(before[field]),
      )
      const theirs = values[0]
      const mine = values[1] ?? before[field]
      const changed = await send(second, wifi.update, valueOf(field, theirs), id)
      expect(changed.status, changed.text).toBe(200)
      const present = await show(id)
      const count = await commandCount()
      const { version } = before
      staleReply(await send(first, wifi.update, { ...valueOf(field, mine), version, push: true }, id), 'update')
      staleReply(await send(first, wifi.push, { version }, id), 'push')
      staleReply(await send(first, wifi.pull, { version }, id), 'pull')
      staleReply(await first('DELETE', at(`setting/${id}/destroy?device=1&version=${version}`)), 'destroy')
      expect(await show(id)).toEqual(present)
      expect(await commandCount()).toBe(count)
      const accepted = await send(first, wifi.update, { ...valueOf(field, mine), version: present.version }, id)
      expect(accepted.status, accepted.text).toBe(200)
    },
  )

  test('are not adopted from the device if the panel was changed meanwhile', async () => {
    const id = await adopt(fresh, 'wifi-capsman')
    const { version } = await show(id)
    const pull = await send(first, wifi.pull, { version }, id)
    await send(second, wifi.update, { vlan_id: 77 }, id)
    const [end] = await ends(pull, fresh)
    expect(end).toMatchObject({ state: 'refused', result: { changed_meanwhile: true } })
    expect(await show(id)).toMatchObject({ vlan_id: 77 })
    const again = await show(id)
    await isDone(await send(first, wifi.pull, { version: again.version }, id), fresh)
    expect((await show(id)).vlan_id).not.toBe(77)
  })

  test('are pushed and removed only in the version that the caller saw', async () => {
    const id = await adopt(fresh, 'wifi-capsman')
    await isDone(await send(first, wifi.push, { version: (await show(id)).version }, id), fresh)
    const { version } = await show(id)
    const gone = await first('DELETE', at(`setting/${id}/destroy?version=${version}`))
    expect(gone.status, gone.text).toBe(200)
  })
})

const entryValues: Record<string, readonly unknown[]> = {
  mac: ['4C:5E:0C:00:00:02', '4C:5E:0C:00:00:03'],
  name: ['Till', 'Printer'],
  action: ['allow', 'block'],
  schedule: [hours('08:00'), hours('09:00')],
  rate_down_kbps: [1000, 2000],
  rate_up_kbps: [1000, 2000],
  vlan_id: [20, 30],
  note: ['lost', 'found'],
  is_enabled: [false, true],
  passphrase: ['one-of-them-secrets', null],
}

describe('entries of access control', () => {
  const read = async (id: number) =>
    (await first('GET', at(`access-control/index?search=id:${id}`))).body.data[0] as {
      id: number
      version: number
    } & Record<string, unknown>
  const store = async (mac: string) =>
    (await first('POST', at('access-control/store'), { mac, name: mac, action: 'allow' })).body.data.id as number
  let id: number, other: number
  beforeAll(async () => {
    id = await store('4C:5E:0C:00:00:01')
    other = await store('4C:5E:0C:00:00:11')
  })

  test.each([...fieldsOf(accessControl.update, ['id', 'version']), 'place'])(
    '%s changed by another user is not overwritten by a stale write',
    async (field) => {
      const before = await read(id)
      const [theirs, mine] =
        field === 'place' ? [other, null] : (entryValues[field] as unknown[]).filter((value) => value !== before[field])
      const write = (call: ApiCall, value: unknown, version?: number) =>
        field === 'place'
          ? send(call, accessControl.move, { id, before: value, ...(version !== undefined && { version }) })
          : send(call, accessControl.update, { id, [field]: value, ...(version !== undefined && { version }) })
      if (field === 'place') expect((await write(second, null)).status).toBe(200)
      const seen = field === 'place' ? await read(id) : before
      const changed = await write(second, theirs)
      expect(changed.status, changed.text).toBe(200)
      const present = await read(id)
      const count = await commandCount()
      const { version } = seen
      staleReply(await write(first, mine ?? before[field] ?? null, version), field)
      staleReply(await send(first, accessControl.update, { id, name: 'Mine', version }), 'update')
      staleReply(await send(first, accessControl.move, { id, before: null, version }), 'move')
      for (const call of [accessControl.enable, accessControl.disable, accessControl.destroy])
        staleReply(await send(first, call, { ids: [id, other], versions: { [id]: version } }), call.name)
      expect(await read(id)).toEqual(present)
      expect(await commandCount()).toBe(count)
      const accepted = await write(first, mine ?? before[field] ?? null, present.version)
      expect(accepted.status, accepted.text).toBe(200)
    },
  )

  test('are enabled, disabled and removed only in the versions that the caller saw', async () => {
    for (const call of [accessControl.disable, accessControl.enable, accessControl.destroy]) {
      const reply = await send(first, call, { ids: [id], versions: { [id]: (await read(id)).version } })
      expect(reply.status, reply.text).toBe(200)
    }
    expect(await read(id)).toBeUndefined()
  })
})
