import type { LanAddress } from '@trunkline/contract/resources/control-shapes'
import { detectWifi, type Session } from '@trunkline/routeros'
import type { Keys } from '../secrets.ts'
import { toDeviceError } from './faults.ts'
import type { ReadOutcome, State } from './save-outcomes.ts'
import { readBridgeHosts } from './readings/bridge-hosts.ts'
import { readCells } from './readings/cells.ts'
import { readFilters, readLists, readNat } from './readings/firewall.ts'
import { readBoard, readSensors, readPackages, readResource } from './readings/identity.ts'
import { readDefaultRoutes, uplinkAddress, uplinkName, type DefaultRoute } from './readings/default-route.ts'
import { readInterfaces, uplinkOf } from './readings/interfaces.ts'
import { readAddresses, readDns, readLeases, readNetworks, readPools, readServers } from './readings/lan.ts'
import { readSiteNetworks } from './readings/networks.ts'
import { readNeighbours } from './readings/neighbours.ts'
import { readPorts } from './readings/ports.ts'
import { readSwitchPorts } from './readings/switch-ports.ts'
import { readTunnels } from './readings/tunnels.ts'
import { readRegistrations } from './wifi/read-registrations.ts'
import { readWifi } from './wifi/read-wifi.ts'
import { hostOf, type DeviceSettings } from './settings.ts'
import { readAccessList } from './wifi/access-menus.ts'
import { wifiMenus } from './wifi/shapes.ts'

/** What readers need besides the session: the device's connection settings, and the keys for digests of secrets. */
export interface ReadContext {
  of: DeviceSettings
  keys: Keys
}

type Reader = (session: Session, context: ReadContext) => Promise<unknown>

/** The reader of each menu, by the key of the stored reading. */
export const readers: Readonly<Record<string, Reader>> = {
  interface: readInterfaces,
  'interface/ethernet': readPorts,
  'interface/lte': readCells,
  'ip/address': (session, { of }) => readAddresses(session, hostOf(of)),
  'ip/neighbor': readNeighbours,
  'interface/bridge/host': readBridgeHosts,
  tunnel: readTunnels,
  'ip/route': readDefaultRoutes,
  'ip/dns': readDns,
  'ip/pool': readPools,
  'ip/dhcp-server': readServers,
  'ip/dhcp-server/network': readNetworks,
  'ip/dhcp-server/lease': readLeases,
  network: readSiteNetworks,
  'switch-port': readSwitchPorts,
  'ip/firewall/nat': readNat,
  'ip/firewall/filter': readFilters,
  'ip/firewall/address-list': readLists,
  [wifiMenus.state]: readWifi,
  [wifiMenus.registrations]: readRegistrations,
  [wifiMenus.accessList]: readAccessList,
}

/**
 * Reads a menu; a menu that a device lacks, or does not return completely, is omitted.
 * @throws RouterError if the connection is lost
 */
async function read(session: Session, context: ReadContext, menu: string): Promise<[string, unknown] | undefined> {
  const reader = readers[menu]
  if (reader === undefined) return undefined
  try {
    return [menu, await reader(session, context)]
  } catch (error) {
    if (toDeviceError(error).error === 'refused') return undefined
    throw error
  }
}

/**
 * Reads these menus sequentially.
 * @throws RouterError
 */
export async function readMenus(
  session: Session,
  context: ReadContext,
  menus: readonly string[],
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const menu of menus) {
    const one = await read(session, context, menu)
    if (one !== undefined) found[one[0]] = one[1]
  }
  return found
}

/**
 * Reads slowly changing menus.
 * @throws RouterError
 */
export async function readSlow(session: Session): Promise<State> {
  const board = await readBoard(session)
  const health = await readSensors(session)
  return {
    identity: board.identity,
    serial_number: board.serial_number,
    firmware: board.firmware,
    upgrade_firmware: board.upgrade_firmware,
    temperature: health.temperature,
    voltage: health.voltage,
    sensors: health.values,
    packages: await readPackages(session),
    wifi_stacks: await detectWifi(session),
  }
}

/**
 * Slowly changing menus that the poller reads. Ports are included, because their links show what is plugged in;
 * neighbours, bridge hosts and tunnels, because the topology is derived from them.
 */
export const slowMenus = [
  'ip/address',
  'ip/neighbor',
  'interface/bridge/host',
  'tunnel',
  'ip/route',
  'ip/dns',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'ip/dhcp-server/lease',
  'interface/ethernet',
  'interface/lte',
  'network',
] as const

/** The menus of a device, including those that apply only with Wi-Fi. */
export const slowMenusOf = (state: State): readonly string[] =>
  (state.wifi_stacks ?? []).length === 0 ? slowMenus : [...slowMenus, ...Object.values(wifiMenus)]

/**
 * Everything that the panel stores about a device.
 * @throws DeviceError
 */
export async function readEverything(session: Session, context: ReadContext): Promise<ReadOutcome> {
  try {
    const resource = await readResource(session)
    const slow = await readSlow(session)
    const menus = await readMenus(session, context, ['interface', ...slowMenusOf(slow)])
    const wan = wanAddress(menus)
    return {
      hardware_id: context.of.id,
      at: new Date(),
      error: null,
      state: { ...resource, ...slow, ...(wan !== undefined && { wan_address: wan }) },
      menus,
      certificate: session.fingerprint ?? null,
    }
  } catch (error) {
    throw toDeviceError(error)
  }
}

/** The address of the uplink interface, without prefix length; undefined if unknown. */
export function wanAddress(menus: Readonly<Record<string, unknown>>): string | undefined {
  const interfaces = menus['interface'] as Parameters<typeof uplinkOf>[0] | undefined
  const addresses = (menus['ip/address'] ?? []) as LanAddress[]
  const routes = menus['ip/route'] as DefaultRoute[] | undefined
  const routed = uplinkName(routes, addresses)
  return uplinkAddress(routes, addresses, routed ?? (interfaces && uplinkOf(interfaces, routed))?.name)
}
