import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { filtering, setupNetworkDevice, office } from '../../testing/devices/network-device.ts'
import type { ApiCall } from '../../testing/panel.ts'

// A change of many steps is slow on a busy machine: routers roll back after seven seconds.
const fixture = await setupPanelWithDevices({ confirmMs: 5000 })
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

const place = (of?: SimulatorOptions, prepare?: (sim: Simulator) => void) =>
  setupNetworkDevice(fixture, master, of, prepare)

const stacks: [name: string, options: SimulatorOptions, prepare?: (sim: Simulator) => void][] = [
  ['a bridge that filters', {}, filtering],
  ['a switch', { personality: 'switch' }],
  ['version 6', { personality: 'v6-capsman' }, filtering],
]

describe.each(stacks)('on %s', (_name, options, prepare) => {
  test('a network is added, changed and removed on the router', async () => {
    const { sim, call, end, named, row } = await place(options, prepare)
    const added = await end('POST', 'network/store', office)
    expect(added, added.detail?.message).toMatchObject({ state: 'done', target: 'network', verb: 'add', guarded: true })
    expect(row('interface/vlan', { name: 'office' })).toMatchObject({
      'vlan-id': '30',
      interface: 'bridge',
      comment: 'Second floor',
    })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '30' })).toMatchObject({
      tagged: 'bridge,ether2',
      untagged: 'ether5',
    })
    expect(row('interface/bridge/port', { interface: 'ether5' })).toMatchObject({ pvid: '30' })
    expect(row('ip/dhcp-server', { name: 'office' })).toMatchObject({ interface: 'office', 'address-pool': 'office' })
    const created = await named('office')
    expect(created).toMatchObject({
      model: 'vlan-filtering',
      vlan_id: 30,
      bridge: 'bridge',
      address: '10.30.0.1/24',
      tagged: ['ether2'],
      untagged: ['ether5'],
      isolated: true,
      is_management: false,
      locked: null,
      comment: 'Second floor',
      dhcp: {
        start: '10.30.0.100',
        end: '10.30.0.199',
        gateway: '10.30.0.1',
        dns: ['9.9.9.9'],
        lease_seconds: 3600,
        is_enabled: true,
      },
    })
    const forward = sim.table('ip/firewall/filter').filter((one) => one['chain'] === 'forward')
    expect(forward.filter((one) => one['comment']?.startsWith('trunkline:'))).toHaveLength(2)

    const changed = await end('PUT', 'network/update', {
      id: created.id,
      name: 'upstairs',
      vlan_id: 31,
      address: '10.31.0.1/24',
      dhcp: { start: '10.31.0.50', end: '10.31.0.60', dns: [] },
      tagged: ['ether2', 'ether4'],
      untagged: [],
      isolated: false,
      comment: null,
      seen: created,
    })
    expect(changed, changed.detail?.message).toMatchObject({ state: 'done', verb: 'set' })
    const after = await named('upstairs')
    expect(after).toMatchObject({
      id: created.id,
      vlan_id: 31,
      address: '10.31.0.1/24',
      tagged: ['ether2', 'ether4'],
      untagged: [],
      isolated: false,
      comment: null,
      dhcp: { start: '10.31.0.50', end: '10.31.0.60', gateway: '10.31.0.1', dns: [], lease_seconds: 3600 },
    })
    expect(row('interface/bridge/vlan', { 'vlan-ids': '30', dynamic: 'false' })).toBeUndefined()
    expect(row('interface/bridge/port', { interface: 'ether5' })).toMatchObject({ pvid: '1' })

    const stale = await call('PUT', 'network/update', { id: created.id, comment: 'Mine', seen: created })
    expect([stale.status, stale.body.error?.code], stale.text).toEqual([409, 'stale_version'])
    expect(stale.body.error.details.fields).toContainEqual({ field: 'name', seen: 'office', now: 'upstairs' })

    const before = { pools: sim.table('ip/pool').length, servers: sim.table('ip/dhcp-server').length }
    const removed = await end('DELETE', `network/destroy?id=${encodeURIComponent(created.id)}`)
    expect(removed, removed.detail?.message).toMatchObject({ state: 'done', verb: 'remove' })
    expect(await named('upstairs')).toBeUndefined()
    expect(row('ip/address', { address: '10.31.0.1/24' })).toBeUndefined()
    expect(row('interface/bridge/vlan', { 'vlan-ids': '31', dynamic: 'false' })).toBeUndefined()
    expect([sim.table('ip/pool').length, sim.table('ip/dhcp-server').length]).toEqual([
      before.pools - 1,
      before.servers - 1,
    ])
  }, 60_000)
})
