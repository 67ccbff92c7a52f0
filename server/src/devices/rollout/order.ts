import type { DeviceInterface, EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { Neighbour } from '../readings/neighbours.ts'
import type { Uplink } from '../topology/uplinks.ts'

/** A device with its stored readings; null: never read. */
export interface TopologyDevice {
  hardware_id: number
  name: string
  neighbours: readonly Neighbour[] | null
  interfaces: readonly Pick<DeviceInterface, 'mac'>[] | null
  ports: readonly Pick<EthernetPort, 'name' | 'poe'>[] | null
}

/** The place of a device in the network. */
export interface Place {
  /** Uplinks to the nearest device at the top of the network; null: unknown. */
  distance: number | null
  /** The devices on one shortest path, nearest first. */
  upstream_ids: number[]
}

/** The devices by the MAC addresses of their interfaces, in upper case. */
function ownersOf(devices: readonly TopologyDevice[]): Map<string, number> {
  const owners = new Map<string, number>()
  for (const { hardware_id, interfaces } of devices)
    for (const { mac } of interfaces ?? []) if (mac !== null) owners.set(mac.toUpperCase(), hardware_id)
  return owners
}

/**
 * Distances from the top of the network along the uplinks, by breadth-first search from each device that has none. A
 * device without uplinks and without devices behind it, or without a path to the top, has an unknown place.
 */
export function placesOf(
  devices: readonly Pick<TopologyDevice, 'hardware_id'>[],
  uplinks: readonly Uplink[],
): Map<number, Place> {
  const below = new Map<number, number[]>()
  const isTop = new Map<number, boolean>()
  for (const { hardware_id, upstream_id, is_backup } of uplinks) {
    isTop.set(hardware_id, false)
    if (!isTop.has(upstream_id)) isTop.set(upstream_id, true)
    if (!is_backup) below.set(upstream_id, [...(below.get(upstream_id) ?? []), hardware_id])
  }
  const places = new Map<number, Place>()
  const queue: number[] = []
  for (const [id, top] of isTop)
    if (top) {
      places.set(id, { distance: 0, upstream_ids: [] })
      queue.push(id)
    }
  for (let at = 0; at < queue.length; at++) {
    const from = queue[at] as number
    const { distance, upstream_ids } = places.get(from) as Place
    for (const next of below.get(from) ?? []) {
      if (places.has(next)) continue
      places.set(next, { distance: (distance ?? 0) + 1, upstream_ids: [from, ...upstream_ids] })
      queue.push(next)
    }
  }
  return new Map(
    devices.map(({ hardware_id }) => [hardware_id, places.get(hardware_id) ?? { distance: null, upstream_ids: [] }]),
  )
}

/**
 * The devices that each device powers over PoE: the neighbours on its ports whose status is `powered-on`. Where a port has
 * several neighbours, any of them may be the one.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/19136769/PoE-Out
 */
export function poweredBy(devices: readonly TopologyDevice[]): Map<number, Set<number>> {
  const owners = ownersOf(devices)
  return new Map(
    devices.map(({ hardware_id, ports, neighbours }) => {
      const on = new Set((ports ?? []).filter(({ poe }) => poe?.status === 'powered-on').map(({ name }) => name))
      const powered = (neighbours ?? []).flatMap(({ interface: port, mac }) =>
        mac !== null && on.has(port) ? (owners.get(mac.toUpperCase()) ?? []) : [],
      )
      return [hardware_id, new Set(powered.filter((id) => id !== hardware_id))]
    }),
  )
}

/** Moves each device that powers others behind the last one of them; otherwise the order stays. */
export function feedersLast<T extends Pick<TopologyDevice, 'hardware_id'>>(
  order: readonly T[],
  powered: ReadonlyMap<number, ReadonlySet<number>>,
): T[] {
  const reversed = order.toReversed()
  const seen = new Set<number>()
  const result: T[] = []
  const place = (device: T) => {
    if (seen.has(device.hardware_id)) return
    seen.add(device.hardware_id)
    for (const feeder of reversed) if (powered.get(feeder.hardware_id)?.has(device.hardware_id) === true) place(feeder)
    result.push(device)
  }
  for (const device of reversed) place(device)
  return result.reverse()
}

/** The order of an upgrade: farthest from the uplink first, then those of unknown place; by name within a distance. */
export function edgeFirst<T extends Pick<TopologyDevice, 'hardware_id' | 'name'>>(
  devices: readonly T[],
  places: ReadonlyMap<number, Place>,
): T[] {
  const rank = ({ hardware_id }: T) => places.get(hardware_id)?.distance ?? 0
  return devices.toSorted(
    (a, b) =>
      rank(b) - rank(a) || a.name.localeCompare(b.name, 'en', { numeric: true }) || a.hardware_id - b.hardware_id,
  )
}

/**
 * Divides devices in their order into waves: wave 0 are the canaries, the first ones of each model and version.
 * @returns the wave of each device
 */
export function wavesOf<T extends { model: string; version: string | null }>(
  devices: readonly T[],
  { canaries, wave_size }: { canaries: number; wave_size: number },
): { device: T; wave: number; is_canary: boolean }[] {
  const chosen = new Map<string, number>()
  let others = 0
  return devices.map((device) => {
    const key = `${device.model} ${device.version}`
    const count = chosen.get(key) ?? 0
    if (device.version !== null && count < canaries) {
      chosen.set(key, count + 1)
      return { device, wave: 0, is_canary: true }
    }
    return { device, wave: 1 + Math.floor(others++ / wave_size), is_canary: false }
  })
}
