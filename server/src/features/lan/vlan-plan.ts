import {
  vlanIdsOf,
  writeVlanIds,
  type BridgeVlanRow,
  type NetworkTables,
} from '../../devices/readings/network-tables.ts'
import type { Step } from '../../devices/devices.ts'

const menu = 'interface/bridge/vlan'
const portMenu = 'interface/bridge/port'

export type Membership = 'tagged' | 'untagged' | 'none'

interface PlannedRow {
  ids: number[]
  tagged: Set<string>
  untagged: Set<string>
  disabled: boolean
  /** The row as read from the device; undefined for a new one. */
  was: BridgeVlanRow | undefined
}

/**
 * The planned VLAN table of one bridge: changes are collected and written as one step per row. A VLAN that shares a row
 * with others is moved to its own row before it changes.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/28606465/Bridge+VLAN+Table
 */
export class VlanPlan {
  readonly bridge: string
  private readonly home: number
  private readonly rows: PlannedRow[]
  private readonly ports: NetworkTables['ports']
  private readonly wanted = new Map<string, { pvid: number; tagged_only: boolean }>()

  constructor(tables: NetworkTables, bridge: string) {
    this.bridge = bridge
    this.home = tables.bridges.find((one) => one.name === bridge)?.pvid ?? 1
    this.ports = tables.ports.filter((one) => one.bridge === bridge)
    this.rows = tables.bridge_vlans
      .filter((row) => row.bridge === bridge && !row.dynamic)
      .map((row) => ({
        ids: vlanIdsOf(row.vlan_ids),
        tagged: new Set(row.tagged),
        untagged: new Set(row.untagged),
        disabled: row.disabled,
        was: row,
      }))
  }

  /** Whether a row of the device lists the VLAN. */
  has(vlan_id: number): boolean {
    return this.rows.some((row) => row.ids.includes(vlan_id))
  }

  stateOf(vlan_id: number, port: string): Membership {
    const row = this.rows.find((one) => one.ids.includes(vlan_id) && !one.disabled)
    const { pvid, tagged_only } = this.portOf(port)
    if (row?.untagged.has(port) === true || (pvid === vlan_id && !tagged_only)) return 'untagged'
    return row?.tagged.has(port) === true ? 'tagged' : 'none'
  }

  /** VLANs that are tagged on the port. */
  taggedOf(port: string): number[] {
    return this.rows.filter((row) => row.tagged.has(port) && !row.disabled).flatMap((row) => row.ids)
  }

  /** Adds the bridge itself as a tagged member, which the VLAN interface of the router needs. */
  addBridge(vlan_id: number): void {
    this.own(vlan_id).tagged.add(this.bridge)
  }

  /** @returns false if not possible: a port is always in the bridge's own VLAN unless it is in another one untagged */
  put(vlan_id: number, port: string, state: Membership): boolean {
    const now = this.portOf(port)
    if (state === 'untagged') {
      if (now.pvid !== vlan_id) this.leave(now.pvid, port)
      this.wanted.set(port, { pvid: vlan_id, tagged_only: false })
      // RouterOS adds members of the bridge's own VLAN dynamically, unless a static row lists them.
      if (vlan_id === this.home && !this.has(vlan_id)) return true
      const row = this.own(vlan_id)
      row.untagged.add(port)
      row.tagged.delete(port)
      return true
    }
    if (now.pvid === vlan_id && !now.tagged_only) {
      if (vlan_id === this.home) return false
      this.put(this.home, port, 'untagged')
    }
    this.leave(vlan_id, port)
    if (state === 'tagged') this.own(vlan_id).tagged.add(port)
    return true
  }

  /** Admits only tagged frames on the port. */
  tagOnly(port: string): void {
    const now = this.portOf(port)
    this.leave(now.pvid, port)
    this.wanted.set(port, { pvid: this.home, tagged_only: true })
  }

  /** Removes a port from all rows, for a port that leaves the bridge. */
  forget(port: string): void {
    for (const row of this.rows) {
      row.tagged.delete(port)
      row.untagged.delete(port)
    }
    this.wanted.delete(port)
  }

  /** Changes the id of a VLAN and of all its members. */
  renumber(from: number, to: number): void {
    const untagged = this.ports.filter((one) => this.portOf(one.interface).pvid === from)
    if (this.has(from)) this.own(from).ids = [to]
    for (const port of untagged) this.wanted.set(port.interface, { ...this.portOf(port.interface), pvid: to })
  }

  /** Removes the VLAN from all rows. Its untagged ports keep their PVID; the VLAN then leads to no router interface. */
  drop(vlan_id: number): void {
    for (const row of this.rows) row.ids = row.ids.filter((one) => one !== vlan_id)
  }

  /** One step per changed row, with the row as it was read. */
  steps(): Step[] {
    const changed: Step[] = []
    const added: Step[] = []
    for (const row of this.rows) {
      const values = {
        'vlan-ids': writeVlanIds(row.ids),
        tagged: [...row.tagged].join(','),
        untagged: [...row.untagged].join(','),
      }
      const { was } = row
      if (was === undefined) {
        if (row.ids.length > 0)
          added.push({
            menu,
            verb: 'add',
            values: {
              bridge: this.bridge,
              ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
            },
            identifies: { bridge: this.bridge, 'vlan-ids': values['vlan-ids'] },
          })
        continue
      }
      const expected = {
        bridge: this.bridge,
        'vlan-ids': was.vlan_ids,
        tagged: was.tagged.join(','),
        untagged: was.untagged.join(','),
      }
      if (row.ids.length === 0) {
        changed.unshift({ menu, verb: 'remove', id: was.id, expected })
        continue
      }
      const written: NonNullable<Step['values']> = {}
      if (!sameSet(row.ids, vlanIdsOf(was.vlan_ids))) written['vlan-ids'] = values['vlan-ids']
      if (!sameSet([...row.tagged], was.tagged)) written['tagged'] = values.tagged
      if (!sameSet([...row.untagged], was.untagged)) written['untagged'] = values.untagged
      if (row.disabled !== was.disabled) written['disabled'] = row.disabled
      if (Object.keys(written).length > 0) changed.push({ menu, verb: 'set', id: was.id, values: written, expected })
    }
    return [...changed, ...added, ...this.portSteps()]
  }

  private portSteps(): Step[] {
    return this.ports.flatMap((port) => {
      const { pvid, tagged_only } = this.portOf(port.interface)
      const values: NonNullable<Step['values']> = {}
      if (pvid !== port.pvid) values['pvid'] = pvid
      if (tagged_only !== port.tagged_only) values['frame-types'] = tagged_only ? 'admit-only-vlan-tagged' : 'admit-all'
      if (Object.keys(values).length === 0) return []
      const expected = { interface: port.interface, bridge: port.bridge, pvid: String(port.pvid) }
      return [{ menu: portMenu, verb: 'set' as const, id: port.id, values, expected }]
    })
  }

  private portOf(port: string): { pvid: number; tagged_only: boolean } {
    const own = this.ports.find((one) => one.interface === port)
    return this.wanted.get(port) ?? { pvid: own?.pvid ?? this.home, tagged_only: own?.tagged_only ?? false }
  }

  private leave(vlan_id: number, port: string): void {
    const row = this.rows.find((one) => one.ids.includes(vlan_id))
    if (row === undefined || !(row.tagged.has(port) || row.untagged.has(port))) return
    const own = this.own(vlan_id)
    own.tagged.delete(port)
    own.untagged.delete(port)
  }

  /** The row of this VLAN alone; created if the VLAN shares one. */
  private own(vlan_id: number): PlannedRow {
    const row = this.rows.find((one) => one.ids.includes(vlan_id))
    if (row?.ids.length === 1) {
      row.disabled = false
      return row
    }
    const own: PlannedRow = {
      ids: [vlan_id],
      tagged: new Set(row?.tagged),
      untagged: new Set(row?.untagged),
      disabled: false,
      was: undefined,
    }
    if (row !== undefined) row.ids = row.ids.filter((one) => one !== vlan_id)
    this.rows.push(own)
    return own
  }
}

const sameSet = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === other.length && one.every((part) => other.includes(part))
