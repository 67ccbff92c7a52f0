import type { Fault, Simulator } from '@trunkline/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** Routers tested concurrently: each mostly waits. */
const concurrency = 8

/** What can fail during a write. */
const errors: [name: string, error: Fault][] = [
  ['slow', { kind: 'slow', ms: 300 }],
  ['cut off before it', { kind: 'cut', afterBytes: 0, does: false }],
  ['cut off after it', { kind: 'cut', midReply: true }],
  ['refused', { kind: 'refuse', message: 'failure: not now', category: 4 }],
  ['a lie', { kind: 'lie' }],
  ['half of it', { kind: 'halfApply' }],
  ['a restart before it', { kind: 'reboot', does: false }],
  ['a restart after it', { kind: 'reboot' }],
]
const menus = [
  'interface/vlan',
  'interface/bridge/vlan',
  'ip/address',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
]
const cases = errors.flatMap(([name, error]) => menus.map((menu) => ({ name, menu, error: error })))

type Place = Awaited<ReturnType<typeof setupNetworkDevice>>

const other = { address: '10.31.0.1/24', start: '10.31.0.50', end: '10.31.0.60' }

/** The three writes of a network, and whether each was applied completely. */
const acts = [
  {
    verb: 'add',
    runCommand: ({ end }: Place) => end('POST', 'network/store', office),
    isWhole: async ({ named }: Place) => {
      const created = await named('office')
      return (
        created?.dhcp?.start === office.dhcp.start &&
        created.address === office.address &&
        created.tagged.includes('ether2')
      )
    },
  },
  {
    verb: 'set',
    runCommand: async ({ end, named }: Place) => {
      const seen = await named('office')
      const { address, ...dhcp } = other
      return end('PUT', 'network/update', { id: seen.id, vlan_id: 31, address, dhcp: { ...dhcp, dns: [] }, seen })
    },
    isWhole: async ({ named }: Place) => {
      const now = await named('office')
      return now?.vlan_id === 31 && now.address === other.address && now.dhcp?.end === other.end
    },
  },
  {
    verb: 'remove',
    runCommand: async ({ end, named }: Place) =>
      end('DELETE', `network/destroy?id=${encodeURIComponent((await named('office')).id)}`),
    isWhole: async ({ named, row }: Place) =>
      (await named('office')) === undefined && row('ip/address', { address: office.address }) === undefined,
  },
]

/** Rows of a network, without dynamic rows and their ids. */
const rowsOf = (sim: Simulator) =>
  JSON.stringify(
    menus.map((menu) => sim.table(menu).flatMap((row) => (row['dynamic'] === 'true' ? [] : [{ ...row, '.id': '' }]))),
  )

test.each(acts)(
  'a failure at any step of a network change ($verb): done only if all of it is applied, otherwise rolled back, or reported as unknown or differing',
  async ({ verb, runCommand, isWhole }) => {
    const wrong: string[] = []
    const ends: Record<string, number> = {}
    const left = [...cases]
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let one = left.pop(); one !== undefined; one = left.pop()) {
          const place = await setupNetworkDevice(fixture, master, { speed: 3 }, filtering)
          const { sim, end } = place
          if (verb !== 'add') expect((await end('POST', 'network/store', office)).state).toBe('done')
          const before = rowsOf(sim)
          sim.faults.add({ ...one.error, menu: one.menu, verb, nth: 1 })
          const { state, detail } = await runCommand(place)
          sim.faults.clear()
          ends[state] = (ends[state] ?? 0) + 1
          if (
            state === 'done'
              ? !(await isWhole(place))
              : state !== 'unknown' && state !== 'differs' && rowsOf(sim) !== before
          )
            wrong.push(`${one.name} at ${one.menu}: ${state} ${JSON.stringify(detail)}`)
        }
      }),
    )
    console.log(`${verb} with a fault at each row: ${JSON.stringify(ends)}`)
    expect(wrong).toEqual([])
    // Otherwise the write was not attempted.
    expect(ends['done']).toBeGreaterThan(0)
    expect(cases.length - (ends['done'] ?? 0)).toBeGreaterThan(cases.length / 3)
  },
  240_000,
)
