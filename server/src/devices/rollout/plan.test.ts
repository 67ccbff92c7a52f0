import { expect, test } from 'vitest'
import { edgeFirst, feedersLast, placesOf, poweredBy, wavesOf, type TopologyDevice } from './order.ts'
import type { Uplink } from '../topology/uplinks.ts'
import { compareVersions } from './version.ts'
import { isWindowOpen } from './window.ts'

const mac = (id: number) => `00:00:00:00:00:0${id}`
/** A device whose neighbours are `links`, one on each port. */
const device = (id: number, links: number[], port?: string): TopologyDevice => ({
  hardware_id: id,
  name: `Router ${id}`,
  interfaces: [{ mac: mac(id) }],
  ports: null,
  neighbours: links.map((other) => ({
    interface: port ?? `ether${other}`,
    mac: mac(other),
    identity: null,
    address: null,
  })),
})

const uplink = (hardware_id: number, upstream_id: number, is_backup = false): Uplink => ({
  hardware_id,
  upstream_id,
  is_backup,
})

test('the farthest devices come first, and know the path to the uplink', () => {
  // 1 is the uplink, 2 and 3 are behind it, 4 is behind 3, and has a backup; 5 has no neighbours.
  const network = [1, 2, 3, 4, 5].map((id) => device(id, []))
  const places = placesOf(network, [uplink(2, 1), uplink(3, 1), uplink(4, 3), uplink(4, 1, true)])
  expect(places.get(4)).toEqual({ distance: 2, upstream_ids: [3, 1] })
  expect(places.get(5)).toEqual({ distance: null, upstream_ids: [] })
  expect(edgeFirst(network, places).map(({ hardware_id }) => hardware_id)).toEqual([4, 2, 3, 1, 5])
})

const port = (name: string, status: string) => ({
  name,
  poe: { out: 'auto-on', status, volts: null, milliamperes: null, watts: null },
})

test('a device that powers another over PoE comes after it, and the others keep their order', () => {
  // 2 is behind 1, and powers it: a radio with the uplink on a mast.
  const network: TopologyDevice[] = [
    device(1, [2]),
    { ...device(2, [1, 3]), ports: [port('ether1', 'powered-on'), port('ether3', 'waiting-for-load')] },
    device(3, [2]),
  ]
  const powered = poweredBy(network)
  expect([...powered].map(([id, others]) => [id, ...others])).toEqual([[1], [2, 1], [3]])
  const order = edgeFirst(network, placesOf(network, [uplink(2, 1), uplink(3, 2)]))
  expect(order.map(({ hardware_id }) => hardware_id)).toEqual([3, 2, 1])
  expect(feedersLast(order, powered).map(({ hardware_id }) => hardware_id)).toEqual([3, 1, 2])
})

test('every neighbour on a powered port counts, and devices that power each other come to an end', () => {
  const network: TopologyDevice[] = [
    { ...device(1, [2, 3], 'ether1'), ports: [port('ether1', 'powered-on')] },
    { ...device(2, [1]), ports: [port('ether1', 'powered-on')] },
    device(3, []),
  ]
  const powered = poweredBy(network)
  expect([...(powered.get(1) ?? [])]).toEqual([2, 3])
  expect(feedersLast(network, powered).map(({ hardware_id }) => hardware_id)).toHaveLength(3)
})

test('an unknown network is ordered by name, and so is a circle of uplinks', () => {
  const network = [device(10, []), device(2, []), device(3, [])]
  const places = placesOf(network, [uplink(2, 3), uplink(3, 2)])
  expect([...places.values()].every(({ distance }) => distance === null)).toBe(true)
  expect(edgeFirst(network, places).map(({ name }) => name)).toEqual(['Router 2', 'Router 3', 'Router 10'])
})

test('each model and version has its canaries; the others fill the waves', () => {
  const rows = ['a', 'a', 'b', 'a', 'b', 'a'].map((model) => ({ model, version: '7.20.4' }))
  expect(wavesOf(rows, { canaries: 1, wave_size: 3 }).map(({ wave }) => wave)).toEqual([0, 1, 0, 1, 1, 2])
})

test('a window follows the time zone of the site, midnight and daylight saving time', () => {
  const night = { days: ['mon' as const], from: '22:00', until: '04:00' }
  const open = (text: string, zone = 'UTC') => isWindowOpen(night, zone, new Date(text))
  expect(open('2026-01-05T23:00:00Z')).toBe(true)
  expect(open('2026-01-06T03:59:00Z')).toBe(true)
  expect(open('2026-01-06T04:00:00Z')).toBe(false)
  expect(open('2026-01-05T03:00:00Z')).toBe(false)
  expect(open('2026-01-05T21:30:00Z', 'Europe/Berlin')).toBe(true)
  // 02:30 does not exist in Berlin on 29 March 2026: the clock goes from 02:00 to 03:00.
  const skipped = { days: ['sun' as const], from: '02:00', until: '03:00' }
  const minutes = Array.from({ length: 180 }, (_, at) => new Date(Date.parse('2026-03-29T00:00:00Z') + at * 60_000))
  expect(minutes.some((at) => isWindowOpen(skipped, 'Europe/Berlin', at))).toBe(false)
  expect(isWindowOpen(skipped, 'Europe/Berlin', new Date('2026-04-05T00:30:00Z'))).toBe(true)
  expect(isWindowOpen(null, 'UTC', new Date())).toBe(true)
})

test('versions are compared by number, pre-releases before their release', () => {
  const sorted = ['7.9', '7.10', '7.21beta2', '7.21rc1', '7.21', '7.21.1']
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted)
})
