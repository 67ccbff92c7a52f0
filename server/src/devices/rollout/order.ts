import type { DeviceInterface, EthernetPort, LanAddress } from '@trunkline/contract/resources/control-shapes'
import type { DefaultRoute } from '../readings/default-route.ts'
import type { Neighbour } from '../readings/neighbours.ts'

/** A device with its stored readings; null: never read. */
export interface TopologyDevice {
  hardware_id: number
  name: string
  neighbours: readonly Neighbour[] | null
  interfaces: readonly Pick<DeviceInterface, 'mac'>[] | null
  addresses: readonly Pick<LanAddress, 'address'>[] | null
  routes: readonly Pick<DefaultRoute, 'gateway'>[] | null
  ports: readonly Pick<EthernetPort, 'name' | 'poe'>[] | null
}

/** The place of a device in the network. */
export interface Place {
  /** Links to the nearest device whose gateway is none of these devices; null: unknown. */
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

/** Links between devices: MAC addresses seen on a port. Several devices on one port are behind a switch: no link. */
function linksOf(devices: readonly TopologyDevice[]): Map<number, Set<number>> {
  const owners = ownersOf(devices)
  const links = new Map<number, Set<number>>(devices.map(({ hardware_id }) => [hardware_id, new Set()]))
  for (const { hardware_id, neighbours } of devices) {
    const ports = new Map<string, Set<string>>()
    for (const { interface: port, mac } of neighbours ?? [])
      ports.set(port, (ports.get(port) ?? new Set()).add(mac ?? ''))
    for (const others of ports.values()) {
      const [only] = others
      const other = others.size === 1 && only !== undefined ? owners.get(only) : undefined
      if (other === undefined || other === hardware_id) continue
      links.get(hardware_id)?.add(other)
      links.get(other)?.add(hardware_id)
    }
  }
  return links
}

/**
 * Distances from the uplink of the network, by breadth-first search from each device whose gateway belongs to none of
 * the devices. Without such a device, or without a link to one, the place is unknown.
 */
export function placesOf(devices: readonly TopologyDevice[]): Map<number, Place> {
  const links = linksOf(devices)
  const own = new Set(devices.flatMap(({ addresses }) => (addresses ?? []).map((one) => one.address.split('/')[0])))
  const places = new Map<number, Place>(
    devices.map(({ hardware_id }) => [hardware_id, { distance: null, upstream_ids: [] }]),
  )
  const queue: number[] = []
  for (const { hardware_id, routes } of devices) {
    const gateway = routes?.[0]?.gateway
    // A router without links is no root of anything.
    if (gateway == null || own.has(gateway) || links.get(hardware_id)?.size === 0) continue
    places.set(hardware_id, { distance: 0, upstream_ids: [] })
    queue.push(hardware_id)
  }
  for (let at = 0; at < queue.length; at++) {
    const from = queue[at] as number
    const { distance, upstream_ids } = places.get(from) as Place
    for (const next of links.get(from) ?? []) {
      if (places.get(next)?.distance !== null) continue
      places.set(next, { distance: (distance ?? 0) + 1, upstream_ids: [from, ...upstream_ids] })
      queue.push(next)
    }
  }
  return places
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
