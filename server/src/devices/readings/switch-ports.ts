import type { SwitchPort, SwitchPorts } from '@trunkline/contract/resources/control-network'
import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { Session } from '@trunkline/routeros'
import { readNetworkTables, vlanIdsOf, type NetworkTables } from './network-tables.ts'
import { readPorts } from './ports.ts'

/** A port as the device reports it; whether the panel connects through it is added to the reply. */
export type ReadSwitchPort = Omit<SwitchPort, 'is_management'>

/** The reading `switch-port`. */
export interface SwitchPortsRead extends Omit<SwitchPorts, 'ports'> {
  ports: ReadSwitchPort[]
  tables: NetworkTables
}

/** Ports of a device with the networks that each carries, stored as `switch-port`. */
export async function readSwitchPorts(session: Session): Promise<SwitchPortsRead> {
  const tables = await readNetworkTables(session)
  return composeSwitchPorts(await readPorts(session), tables)
}

export function composeSwitchPorts(ports: readonly EthernetPort[], tables: NetworkTables): SwitchPortsRead {
  return {
    ports: ports.map((port) => switchPortOf(tables, port)),
    bridges: tables.bridges.map(({ name, vlan_filtering }) => ({ name, vlan_filtering })),
    vlans: vlansOf(tables),
    tables,
  }
}

function switchPortOf(tables: NetworkTables, port: EthernetPort): ReadSwitchPort {
  const own = tables.ports.find((row) => row.interface === port.name)
  const bridge = tables.bridges.find((row) => row.name === own?.bridge)
  const rows = tables.bridge_vlans.filter((row) => row.bridge === own?.bridge && !row.dynamic && !row.disabled)
  const tagged = rows.filter((row) => row.tagged.includes(port.name)).flatMap((row) => vlanIdsOf(row.vlan_ids))
  // A VLAN interface directly on the port is tagged there.
  const above = tables.vlans.filter((row) => row.interface === port.name).map((row) => row.vlan_id)
  return {
    ...port,
    bridge_port_id: own?.id ?? null,
    untagged: own === undefined || own.tagged_only ? null : own.pvid,
    tagged: [...new Set([...(bridge?.vlan_filtering === true ? tagged : []), ...above])].toSorted((a, b) => a - b),
    locked: tables.bonded.includes(port.name)
      ? 'bond'
      : tables.switch_ports.includes(port.name)
        ? 'switch-chip'
        : own?.dynamic === true
          ? 'dynamic'
          : own !== undefined && bridge?.vlan_filtering !== true
            ? 'no-filtering'
            : null,
  }
}

/** VLANs that the device knows, each with the name of its interface or the comment of its row. */
function vlansOf(tables: NetworkTables): SwitchPorts['vlans'] {
  const found = new Map<string, SwitchPorts['vlans'][number]>()
  const note = (vlan_id: number, bridge: string | null, name: string | null) => {
    const key = `${bridge} ${vlan_id}`
    const before = found.get(key)
    found.set(key, { vlan_id, bridge, name: before?.name ?? name })
  }
  for (const vlan of tables.vlans) note(vlan.vlan_id, vlan.interface, vlan.name)
  // A trunk's range allows many VLANs; only those that exist are listed.
  for (const row of tables.bridge_vlans)
    if (!row.disabled && vlanIdsOf(row.vlan_ids).length <= 64)
      for (const vlan_id of vlanIdsOf(row.vlan_ids))
        note(vlan_id, row.bridge, row.comment === '' || row.dynamic ? null : row.comment)
  for (const bridge of tables.bridges) if (bridge.vlan_filtering) note(bridge.pvid, bridge.name, bridge.name)
  return [...found.values()].toSorted((one, other) => one.vlan_id - other.vlan_id)
}
