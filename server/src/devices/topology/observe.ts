import type { DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import type { PortHosts } from '../readings/bridge-hosts.ts'
import type { Neighbour } from '../readings/neighbours.ts'
import type { TunnelEnd } from '../readings/tunnels.ts'

export type LinkKind = 'ethernet' | 'bridge' | 'wireless' | 'tunnel'

/** What a device outside the panel says about itself, and what it is recognised by. */
export interface UnknownDevice {
  key: string
  mac: string | null
  identity: string | null
  address: string | null
  platform: string | null
}

/** A link as one of its ends reports it. */
export interface Observation {
  kind: LinkKind
  port: string
  other: number | UnknownDevice
  /** Port at the other end as that device announces it; empty if unknown. */
  otherPort: string
  foundBy: string[]
}

/** The readings of a device that contain links; null or absent: never read. */
export interface LinkReadings {
  hardware_id: number
  interfaces: readonly Pick<DeviceInterface, 'name' | 'running'>[] | null
  neighbours: readonly Neighbour[] | null
  hosts: readonly PortHosts[] | null
  registrations: readonly { mac: string; interface: string; cap: string | null }[] | null
  tunnels: readonly TunnelEnd[] | null
}

/** Finds the device that owns something; undefined: none in the panel. */
export interface Owners {
  ofMac(mac: string): number | undefined
  ofAddress(address: string): number | undefined
  ofKey(key: string): number | undefined
}

/** Multicast, broadcast, and the virtual addresses of VRRP (RFC 9568), which several routers share. */
export const namesOneDevice = (mac: string): boolean =>
  /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/i.test(mac) &&
  !/^00:00:5E:00:0[12]:/i.test(mac) &&
  mac !== '00:00:00:00:00:00' &&
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0

const unknownDevice = ({ mac, identity, address, platform, software_id }: Neighbour): UnknownDevice | undefined => {
  const key =
    software_id != null
      ? `software-id ${software_id}`
      : // Each port of a switch may have a MAC address of its own.
        identity !== null && address !== null && !address.startsWith('fe80:')
        ? `identity ${identity} ${address}`
        : mac !== null && namesOneDevice(mac)
          ? `mac ${mac}`
          : undefined
  return key === undefined ? undefined : { key, mac, identity, address, platform: platform ?? null }
}

/**
 * The links that the readings of a device show. Several neighbours on one port are behind a switch: no link, unless one
 * of them alone is known from LLDP, which bridges do not forward (IEEE 802.1D, unlike MNDP and CDP).
 * @returns the links, and the devices of the panel on ports with several neighbours
 */
export function observe(of: LinkReadings, owners: Owners): { links: Observation[]; near: number[] } {
  const running = new Map((of.interfaces ?? []).map((one) => [one.name, one.running]))
  const links: Observation[] = []
  const near = new Set<number>()
  const usedPorts = new Set<string>()

  for (const [port, neighbours] of byPort(of.neighbours ?? [])) {
    if (running.get(port) === false) continue
    const devices = new Map<number | string, { other: number | UnknownDevice; port: string; foundBy: Set<string> }>()
    for (const one of neighbours) {
      const owner = one.mac === null ? undefined : owners.ofMac(one.mac)
      if (owner === of.hardware_id) continue
      const other = owner ?? unknownDevice(one)
      if (other === undefined) continue
      const key = typeof other === 'number' ? other : other.key
      const device = devices.get(key) ?? { other, port: one.port ?? '', foundBy: new Set<string>() }
      devices.set(key, device)
      for (const protocol of one.discovered_by ?? []) device.foundBy.add(protocol)
    }
    const found = [...devices.values()]
    if (found.length > 0) usedPorts.add(port)
    const direct = found.length === 1 ? found : found.filter(({ foundBy }) => foundBy.has('lldp'))
    const link = direct.length === 1 ? direct[0] : undefined
    for (const one of found) if (one !== link && typeof one.other === 'number') near.add(one.other)
    if (link !== undefined)
      links.push({
        kind: 'ethernet',
        port,
        other: link.other,
        otherPort: link.port,
        foundBy: link.foundBy.size === 0 ? ['neighbour'] : [...link.foundBy].toSorted(),
      })
  }

  for (const { interface: port, macs, more } of of.hosts ?? []) {
    if (more || usedPorts.has(port) || running.get(port) === false) continue
    const found = new Set(macs.flatMap((mac) => owners.ofMac(mac) ?? []).filter((id) => id !== of.hardware_id))
    const [only] = found
    if (found.size > 1) for (const id of found) near.add(id)
    else if (only !== undefined)
      links.push({ kind: 'bridge', port, other: only, otherPort: '', foundBy: ['bridge-host'] })
  }

  for (const { mac, interface: port, cap } of of.registrations ?? []) {
    const other = owners.ofMac(mac)
    // The radio is that of another device, which reports the client itself if it is in the panel.
    if (cap !== null || other === undefined || other === of.hardware_id) continue
    links.push({ kind: 'wireless', port, other, otherPort: '', foundBy: ['registration'] })
  }

  for (const { interface: port, kind, running: isUp, remote, mac, peer_key } of of.tunnels ?? []) {
    const other =
      (peer_key === null ? undefined : owners.ofKey(peer_key)) ??
      (mac === null ? undefined : owners.ofMac(mac)) ??
      (remote === null ? undefined : owners.ofAddress(remote))
    if (isUp && other !== undefined && other !== of.hardware_id)
      links.push({ kind: 'tunnel', port, other, otherPort: '', foundBy: [kind] })
  }
  return { links: merged(links), near: [...near].toSorted((a, b) => a - b) }
}

function byPort(neighbours: readonly Neighbour[]): Map<string, Neighbour[]> {
  const ports = new Map<string, Neighbour[]>()
  for (const one of neighbours) ports.set(one.interface, [...(ports.get(one.interface) ?? []), one])
  return ports
}

/** One link for each kind, port and device. */
function merged(links: readonly Observation[]): Observation[] {
  const found = new Map<string, Observation>()
  for (const link of links) {
    const key = `${link.kind} ${link.port} ${typeof link.other === 'number' ? link.other : link.other.key}`
    const before = found.get(key)
    if (before === undefined) found.set(key, link)
    else before.foundBy = [...new Set([...before.foundBy, ...link.foundBy])].toSorted()
  }
  return [...found.values()]
}
