import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SwitchPort, SwitchPorts } from '@trunkline/contract/resources/control-network'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

// A change of many steps is slow on a busy machine: routers roll back after seven seconds.
const fixture = await setupPanelWithDevices({ confirmMs: 5000 })
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

const managed: SimulatorOptions = {
  personality: 'switch',
  managementPort: 'ether5',
  tables: { 'ip/address': [{ address: '127.0.0.1/24', network: '127.0.0.0', interface: 'bridge' }] },
}

async function place(of: SimulatorOptions, prepare: (sim: Simulator) => void = () => {}) {
  const sim = await fixture.router({ speed: 3, ...of })
  prepare(sim)
  const id = await fixture.device({ router: sim })
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    master(method, `/hardware/control/${id}/${path}`, body)
  const read = async (): Promise<SwitchPorts> => {
    const reply = await call('GET', 'switch-port/index')
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data
  }
  const port = async (name: string) => (await read()).ports.find((one) => one.name === name) as SwitchPort
  // The management port is known only after the first login.
  await read()
  await read()
  return {
    sim,
    call,
    read,
    port,
    set: (body: object) => call('PUT', 'switch-port/update', body),
    end: async (body: object) => fixture.end(master, id, await call('PUT', 'switch-port/update', body)),
    row: (menu: string, by: Record<string, string>) =>
      sim.table(menu).find((one) => Object.entries(by).every(([property, value]) => one[property] === value)),
    runCommand: async (path: string, body: object) => fixture.end(master, id, await call('POST', path, body)),
  }
}

describe('switch ports', () => {
  test('list their tagged and untagged networks', async () => {
    const { read } = await place(managed)
    const { ports, bridges, vlans } = await read()
    const named = (name: string) => ports.find((one) => one.name === name)
    expect(bridges).toEqual([{ name: 'bridge', vlan_filtering: true }])
    expect(named('ether3')).toMatchObject({ bridge: 'bridge', untagged: 10, tagged: [], locked: null })
    expect(named('ether7')).toMatchObject({ untagged: 1, tagged: [20] })
    expect(named('sfp-sfpplus1')).toMatchObject({ untagged: 1, tagged: [10, 20] })
    expect(named('ether1')).toMatchObject({ bridge: null, bridge_port_id: null, untagged: null, tagged: [] })
    expect(ports.filter((one) => one.is_management).map(({ name }) => name)).toEqual(['ether5'])
    expect(vlans.map(({ vlan_id, name }) => [vlan_id, name])).toEqual([
      [1, 'bridge'],
      [10, 'office'],
      [20, 'guests'],
    ])
  })

  test('get tagged and untagged networks, and a VLAN in a shared row gets its own row', async () => {
    const { sim, end, port, row } = await place(managed, (one) => {
      const shared = one.table('interface/bridge/vlan').find((vlan) => vlan['vlan-ids'] === '20')
      one.change('interface/bridge/vlan', shared?.['.id'] as string, { 'vlan-ids': '20-22,30' })
    })
    const before = await port('ether8')
    const done = await end({ id: before.id, untagged: 10, tagged: [21, 40], comment: 'Desk', seen: before })
    expect(done, done.detail?.message).toMatchObject({ state: 'done', guarded: true, target: 'switch-port' })
    expect(await port('ether8')).toMatchObject({ untagged: 10, tagged: [21, 40], comment: 'Desk' })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '20,22,30' })).toMatchObject({
      tagged: 'bridge,sfp-sfpplus1,ether7',
    })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '21' })).toMatchObject({
      tagged: 'bridge,sfp-sfpplus1,ether7,ether8',
    })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '40' })).toMatchObject({ tagged: 'ether8' })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '10' })).toMatchObject({ untagged: 'ether3,ether4,ether8' })
    const back = await end({ id: before.id, untagged: null, tagged: [40] })
    expect(back.state, back.detail?.message).toBe('done')
    expect(await port('ether8')).toMatchObject({ untagged: null, tagged: [40] })
    expect(sim.table('interface/bridge/port').find((one) => one['interface'] === 'ether8')).toMatchObject({
      pvid: '1',
      'frame-types': 'admit-only-vlan-tagged',
    })
  }, 30_000)

  test('join and leave a bridge, are enabled and disabled, and turn PoE on and off', async () => {
    const { end, port, row } = await place(managed)
    const out = await end({ id: (await port('ether3')).id, bridge: null })
    expect(out.state, out.detail?.message).toBe('done')
    expect(row('interface/bridge/port', { interface: 'ether3' })).toBeUndefined()
    expect(row('interface/bridge/vlan', { 'vlan-ids': '10' })).toMatchObject({ untagged: 'ether4' })
    const back = await end({ id: (await port('ether3')).id, bridge: 'bridge', untagged: 10 })
    expect(back.state, back.detail?.message).toBe('done')
    expect(await port('ether3')).toMatchObject({ bridge: 'bridge', untagged: 10 })
    const off = await end({ id: (await port('ether9')).id, disabled: true, poe: 'off' })
    expect(off.state, off.detail?.message).toBe('done')
    expect(await port('ether9')).toMatchObject({ disabled: true, poe: { out: 'off' } })
    const comment = await end({ id: (await port('ether9')).id, comment: 'Spare' })
    expect(comment).toMatchObject({ state: 'done', guarded: false })
  }, 30_000)

  test('are power-cycled', async () => {
    const { sim, call, runCommand } = await place(managed)
    const { data } = (await call('GET', 'interface/ethernet/index')).body
    const fed = data.find((one: { poe: { status: string } | null }) => one.poe?.status === 'powered-on')
    const end = await runCommand('interface/ethernet/power-cycle', { id: fed.id, seconds: 5 })
    expect(end, end.detail?.message).toMatchObject({ state: 'done', verb: 'power-cycle' })
    expect(sim.table('log').some((one) => one['message'] === `poe power cycle of ${fed.name}`)).toBe(true)
  })
})

describe('a device whose switch ports were never listed', () => {
  const device = async () => {
    const sim = await fixture.router({ speed: 3, ...managed })
    const id = await fixture.device({ router: sim })
    const idOf = (name: string) =>
      sim.table('interface/ethernet').find((one) => one['name'] === name)?.['.id'] as string
    const path = `/hardware/control/${id}/switch-port/update`
    return { sim, id, idOf, set: (body: object) => master('PUT', path, body) }
  }
  const polled = async () => {
    const created = await device()
    const reload = await master('PATCH', `/hardware/${created.id}/reload`)
    expect(await fixture.end(master, created.id, reload)).toMatchObject({ state: 'done' })
    return created
  }

  test('rejects a change while nothing was read of it', async () => {
    const { sim, idOf, set } = await device()
    const reply = await set({ id: idOf('ether8'), untagged: 10, seen: { untagged: 1 } })
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.port_not_read'])
    expect(sim.commands).toEqual([])
  })

  test('has its networks written with what a poll has read', async () => {
    const { sim, id, idOf, set } = await polled()
    const ended = await fixture.end(
      master,
      id,
      await set({ id: idOf('ether8'), untagged: 10, tagged: [20], comment: 'Desk', seen: { untagged: 1, tagged: [] } }),
    )
    expect(ended, ended.detail?.message).toMatchObject({ state: 'done', guarded: true })
    expect(sim.table('interface/bridge/port').find((one) => one['interface'] === 'ether8')?.['pvid']).toBe('10')
    expect(sim.table('interface/ethernet').find((one) => one['name'] === 'ether8')?.['comment']).toBe('Desk')
  }, 30_000)

  test('compares the row seen with the device, and protects the management port', async () => {
    const { id, idOf, set } = await polled()
    const stale = await fixture.end(master, id, await set({ id: idOf('ether8'), untagged: 10, seen: { untagged: 20 } }))
    expect(stale).toMatchObject({
      state: 'refused',
      result: { changed_meanwhile: true, fields: [{ field: 'untagged', seen: 20, now: 1 }] },
    })
    const own = await set({ id: idOf('ether5'), disabled: true })
    expect([own.status, Object.keys(own.body.error.fields)]).toEqual([422, ['disabled']])
    expect((await set({ id: '*FFFF', comment: 'x' })).body.error.reason).toBe('lan.port_not_read')
  }, 30_000)
})

describe('invalid changes', () => {
  test.each<[why: string, name: string, body: object, field: string]>([
    ['no such bridge', 'ether8', { bridge: 'bridge2' }, 'bridge'],
    ['a network on a port without a bridge', 'ether1', { untagged: 10 }, 'untagged'],
    ['tagged networks on a port without a bridge', 'ether1', { tagged: [10] }, 'tagged'],
    ['a network tagged and untagged', 'ether8', { untagged: 10, tagged: [10] }, 'tagged.0'],
    ['a network twice', 'ether8', { tagged: [10, 10] }, 'tagged.1'],
    ['only the native VLAN, tagged', 'ether8', { tagged: [1] }, 'tagged.0'],
    ['VLAN 4095', 'ether8', { untagged: 4095 }, 'untagged'],
    ['PoE on a port without it', 'sfp-sfpplus2', { poe: 'off' }, 'poe'],
    ['the management port disabled', 'ether5', { disabled: true }, 'disabled'],
    ['the management port out of its bridge', 'ether5', { bridge: null }, 'bridge'],
    ['the management port in another network', 'ether5', { untagged: 10 }, 'untagged'],
    ['the management port without untagged network', 'ether5', { untagged: null }, 'untagged'],
  ])('%s', async (_why, name, body, field) => {
    const { port, set } = await refusing()
    const reply = await set({ id: (await port(name)).id, ...body })
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toEqual([field])
  })
  let shared: Promise<Awaited<ReturnType<typeof place>>> | undefined
  const refusing = () => (shared ??= place(managed))

  test('networks on ports of a bridge without VLAN filtering are rejected', async () => {
    const { set, port } = await place({ tables: managed.tables ?? {} })
    const plain = await port('ether2')
    expect(plain.locked).toBe('no-filtering')
    const reply = await set({ id: plain.id, untagged: 10, tagged: [20] })
    expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['untagged', 'tagged']])
    expect((await set({ id: '*FFFF', comment: 'x' })).status).toBe(409)
  })

  test('ports with VLANs of the switch chip are read-only', async () => {
    const { set, port } = await place({ ...managed, managementPort: 'ether3' }, (sim) => {
      const chip = sim.table('interface/ethernet/switch/port').find((one) => one['name'] === 'ether6')
      sim.change('interface/ethernet/switch/port', chip?.['.id'] as string, { 'vlan-mode': 'secure' })
    })
    const stored = await port('ether6')
    expect(stored.locked).toBe('switch-chip')
    const reply = await set({ id: stored.id, untagged: 10 })
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.port_locked'])
  })

  test('the device rolls back a change that unexpectedly cuts the panel off', async () => {
    // Several ports carry the panel's network, and the device does not report which one the panel uses.
    const { sim, end, read, port } = await place({ ...managed, managementPort: 'sfp-sfpplus1' }, (one) => {
      one.faults.add({
        kind: 'refuse',
        menu: 'interface/bridge/host',
        verb: 'print',
        message: 'no such command',
      } as never)
    })
    expect((await read()).ports.some((one) => one.is_management)).toBe(false)
    const result = await end({ id: (await port('sfp-sfpplus1')).id, untagged: 10 })
    expect(result, result.detail?.message).toMatchObject({ state: 'reverted', guarded: true })
    expect(sim.table('interface/bridge/port').find((one) => one['interface'] === 'sfp-sfpplus1')?.['pvid']).toBe('1')
  }, 30_000)
})
