import { sql } from 'kysely'
import type { AddressLists, FilterRule, NatRule } from '@trunkline/contract/resources/firewall'
import type { DeviceInterface, LanAddress } from '@trunkline/contract/resources/control-shapes'
import { outsideOf, type Incoming } from '@trunkline/contract/port-forward'
import type { Devices } from '../../devices/devices.ts'
import { uplinkName, type DefaultRoute } from '../../devices/readings/default-route.ts'
import { uplinkOf } from '../../devices/readings/interfaces.ts'
import { portOf } from '../../devices/settings.ts'
import type { Tx } from '../../db/pool.ts'
import { managementAddresses, type LiveDevice } from '../lan/device.ts'

/** What firewall commands are validated against: the last readings of the device. The device itself is not queried. */
export interface FirewallContext {
  /** Undefined if the menu was never read. */
  nat: NatRule[] | undefined
  filters: FilterRule[] | undefined
  lists: AddressLists | undefined
  addresses: LanAddress[]
  /** WAN interface or list, if it can be determined. */
  outside: Incoming | undefined
  /** How the panel connects. */
  management: {
    port: number
    addresses: string[]
    /** Interfaces with a management address; empty for a host name, a NAT address or a tunnel. */
    interfaces: string[]
  }
}

export async function readFirewallContext(
  devices: Pick<Devices, 'last'>,
  tx: Tx,
  device: LiveDevice,
): Promise<FirewallContext> {
  const last = async <T>(menu: string) => (await devices.last(tx, device.id, menu))?.rows as T | undefined
  const nat = await last<NatRule[]>('ip/firewall/nat')
  const addresses = (await last<LanAddress[]>('ip/address')) ?? []
  const interfaces = (await last<DeviceInterface[]>('interface')) ?? []
  const routes = await last<DefaultRoute[]>('ip/route')
  const { rows } = await sql<{ port: number | null; protocol: 'api' | 'api-ssl' | 'rest' }>`
    select management_port as port, management_protocol as protocol from hardware where id = ${device.id}`.execute(tx)
  const own = await managementAddresses(tx, device)
  return {
    nat,
    filters: await last<FilterRule[]>('ip/firewall/filter'),
    lists: await last<AddressLists>('ip/firewall/address-list'),
    addresses,
    outside: outsideOf(nat ?? [], uplinkOf(interfaces, uplinkName(routes, addresses))?.name),
    management: {
      port: portOf(rows[0] ?? { port: null, protocol: 'api-ssl' }),
      addresses: own,
      interfaces: addresses
        .filter((row) => own.includes(row.address.split('/')[0] as string))
        .flatMap((row) => [row.interface, ...(row.actual_interface === null ? [] : [row.actual_interface])]),
    },
  }
}
