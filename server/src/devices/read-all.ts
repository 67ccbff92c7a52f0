import { detectWifi, RouterError, type Session } from '@trunkline/routeros'
import type { Keys } from '../secrets.ts'
import { toDeviceError } from './faults.ts'
import type { ReadOutcome, State } from './save-outcomes.ts'
import { readCells } from './readings/cells.ts'
import { readFilters, readLists, readNat } from './readings/firewall.ts'
import { readBoard, readSensors, readPackages, readResource } from './readings/identity.ts'
import { readInterfaces, uplinkOf } from './readings/interfaces.ts'
import { readAddresses, readDns, readLeases, readNetworks, readPools, readServers } from './readings/lan.ts'
import { readSiteNetworks } from './readings/networks.ts'
import { readPorts } from './readings/ports.ts'
import { readSwitchPorts } from './readings/switch-ports.ts'
import { readRegistrations } from './wifi/read-registrations.ts'
import { readWifi } from './wifi/read-wifi.ts'
import { hostOf, type DeviceSettings } from './settings.ts'
import { readAccessList } from './wifi/access-menus.ts'
import { wifiMenus } from './wifi/shapes.ts'

/** What readers need beside the session: how the device is reached, and the keys that tell secrets apart. */
export interface ReadContext {
  of: DeviceSettings
  keys: Keys
}

type Reader = (session: Session, context: ReadContext) => Promise<unknown>

/** How each menu is read, by the key under which the panel keeps it. */
export const readers: Readonly<Record<string, Reader>> = {
  interface: readInterfaces,
  'interface/ethernet': readPorts,
  'interface/lte': readCells,
  'ip/address': (session, { of }) => readAddresses(session, hostOf(of)),
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

/** A menu that a device lacks is left out; so is one that it can't read now. @throws RouterError where the connection is lost */
async function read(session: Session, context: ReadContext, menu: string): Promise<[string, unknown] | undefined> {
  const reader = readers[menu]
  if (reader === undefined) return undefined
  try {
    return [menu, await reader(session, context)]
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return undefined
    throw error
  }
}

/** These menus, one after the other. @throws RouterError */
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

/** What changes slowly. @throws RouterError */
export async function readSlow(session: Session): Promise<State> {
  const board = await readBoard(session)
  const health = await readSensors(session)
  return {
    identity: board.identity,
    serial_number: board.serial_number,
    firmware: board.firmware,
    upgrade_firmware: board.upgrade_firmware,
    ...health,
    packages: await readPackages(session),
    wifi_stacks: await detectWifi(session),
  }
}

/** Menus that the poller keeps current by itself; ports are read with the rest, as their links tell who is plugged in. */
export const slowMenus = [
  'ip/address',
  'ip/dns',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'ip/dhcp-server/lease',
  'interface/ethernet',
  'interface/lte',
  'network',
] as const

/** The same for a device, with what is asked only where there is Wi-Fi. */
export const slowMenusOf = (state: State): readonly string[] =>
  (state.wifi_stacks ?? []).length === 0 ? slowMenus : [...slowMenus, ...Object.values(wifiMenus)]

/** Everything that the panel keeps of a device. @throws DeviceError */
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

/** The first address on the interface that leads outside, without its length; undefined where it can't be told. */
export function wanAddress(menus: Readonly<Record<string, unknown>>): string | undefined {
  const interfaces = menus['interface'] as Parameters<typeof uplinkOf>[0] | undefined
  const addresses = menus['ip/address'] as { address: string; interface: string; disabled: boolean }[] | undefined
  const uplink = interfaces === undefined ? undefined : uplinkOf(interfaces)
  return addresses?.find((one) => one.interface === uplink?.name && !one.disabled)?.address.split('/')[0]
}
