import { message, type Message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import type { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import type { NetworksRead } from '../../devices/readings/networks.ts'
import { composeSwitchPorts, type ReadSwitchPort, type SwitchPortsRead } from '../../devices/readings/switch-ports.ts'
import type { Step } from '../../devices/devices.ts'
import type { AddressErrors } from './addresses.ts'
import { managementAddresses } from './device.ts'
import { conflict } from '../../errors.ts'
import { throwErrors, type Draft, type DraftContext } from './draft.ts'
import { checkManagementPort, managementMembership } from './network-checks.ts'
import { findManagementAccess, type ManagementAccess } from './network-context.ts'
import { expectedOf, plain, type Properties } from './properties.ts'
import { VlanPlan } from './vlan-plan.ts'

type SwitchPortChange = Omit<Body<typeof siteNetworksControl.setSwitchPort>, 'id' | 'seen'>
type Tables = NetworkTables

const portMenu = 'interface/bridge/port'
const seenPort: Properties = { comment: plain('comment'), name: plain('name') }

/** Whether the body changes the bridge or the VLANs of the port. */
const changesVlans = (body: SwitchPortChange) =>
  body.bridge !== undefined || body.untagged !== undefined || body.tagged !== undefined

function checkBridge(errors: AddressErrors, tables: Tables, port: ReadSwitchPort, bridge: string | null): void {
  if (bridge === null || bridge === port.bridge) return
  if (!tables.bridges.some((one) => one.name === bridge)) errors['bridge'] = message('lan.no_bridge', { bridge })
  const address = tables.addresses.find((one) => one.interface === port.name && !one.disabled)
  // RouterOS: a bridge port cannot have addresses of its own; they belong to the bridge.
  if (address !== undefined)
    errors['bridge'] = message('lan.port_has_address', { port: port.name, address: address.address })
}

/** The management port must not be disabled or move to another bridge. */
function checkMove(
  errors: AddressErrors,
  management: ManagementAccess,
  port: ReadSwitchPort,
  body: SwitchPortChange,
): void {
  if (management.port !== port.name) return
  const cut = message('lan.management_port', { port: port.name })
  if (body.disabled === true) errors['disabled'] = cut
  if (body.bridge !== undefined && body.bridge !== port.bridge) errors['bridge'] = cut
}

/** Bridge and VLAN steps of the port, row by row. */
function vlanSteps(
  errors: AddressErrors,
  tables: Tables,
  port: ReadSwitchPort,
  management: ManagementAccess,
  body: SwitchPortChange,
): Step[] {
  const bridge = body.bridge === undefined ? port.bridge : body.bridge
  const own = tables.ports.find((one) => one.id === port.bridge_port_id)
  if (bridge === null) {
    for (const field of ['untagged', 'tagged'] as const)
      if (body[field] != null && !(Array.isArray(body[field]) && body[field].length === 0))
        errors[field] = message('lan.port_without_bridge', { port: port.name })
    if (own === undefined || port.bridge === null) return []
    const left = new VlanPlan(tables, port.bridge)
    left.forget(port.name)
    return [
      ...left.steps(),
      { menu: portMenu, verb: 'remove', id: own.id, expected: { interface: port.name, bridge: port.bridge } },
    ]
  }
  const filters = tables.bridges.some((one) => one.name === bridge && one.vlan_filtering)
  if (!filters) {
    for (const field of ['untagged', 'tagged'] as const) {
      const wanted = body[field]
      if (wanted !== undefined && String(wanted ?? '') !== String(port[field] ?? ''))
        errors[field] = message('lan.no_vlan_filtering', { bridge })
    }
  }
  const moves = bridge !== port.bridge
  const steps: Step[] = []
  if (moves && port.bridge !== null) {
    const left = new VlanPlan(tables, port.bridge)
    left.forget(port.name)
    steps.push(...left.steps())
  }
  // The port after the move: a member of the new bridge, and not yet of any of its VLANs.
  const home = tables.bridges.find((one) => one.name === bridge)?.pvid ?? 1
  const there = moves
    ? {
        ...tables,
        ports: [
          ...tables.ports.filter((one) => one.interface !== port.name),
          { id: '', interface: port.name, bridge, pvid: home, tagged_only: false, dynamic: false, disabled: false },
        ],
      }
    : tables
  const plan = new VlanPlan(there, bridge)
  const before = managementMembership(plan, management)
  if (filters) planVlans(errors, plan, there, port, body, moves)
  if (!moves) checkManagementPort(errors, body.untagged === undefined ? 'tagged' : 'untagged', plan, management, before)
  const planned = plan.steps()
  const rows = planned.filter((step) => step.menu !== portMenu)
  const ports = planned.filter((step) => step.menu === portMenu)
  if (!moves) return [...steps, ...planned]
  // Properties of the port itself are merged into the step that moves it: each row is written once.
  const written = ports.find((step) => step.id === '')?.values ?? {}
  return [
    ...steps,
    own === undefined
      ? {
          menu: portMenu,
          verb: 'add',
          values: { interface: port.name, bridge, ...written },
          identifies: { interface: port.name },
        }
      : {
          menu: portMenu,
          verb: 'set',
          id: own.id,
          values: { bridge, pvid: home, ...written },
          expected: { interface: port.name, bridge: own.bridge, pvid: String(own.pvid) },
        },
    ...rows,
    ...ports.filter((step) => step.id !== ''),
  ]
}

function planVlans(
  errors: AddressErrors,
  plan: VlanPlan,
  tables: Tables,
  port: ReadSwitchPort,
  body: SwitchPortChange,
  moves: boolean,
): void {
  const tagged = body.tagged ?? (moves ? [] : plan.taggedOf(port.name))
  // A tagged network also needs the bridge itself as a member if the router has an interface for it.
  const hasInterface = (vlan_id: number) =>
    tables.vlans.some((one) => one.interface === plan.bridge && one.vlan_id === vlan_id)
  if (body.untagged === null) plan.tagOnly(port.name)
  else if (body.untagged !== undefined) {
    plan.put(body.untagged, port.name, 'untagged')
    if (hasInterface(body.untagged)) plan.addBridge(body.untagged)
  }
  if (body.tagged === undefined) return
  const now = plan.taggedOf(port.name)
  for (const [at, vlan_id] of tagged.entries()) {
    if (tagged.indexOf(vlan_id) < at) errors[`tagged.${at}`] = message('field.duplicate')
    else if (body.untagged === vlan_id) errors[`tagged.${at}`] = message('lan.vlan_untagged_already', { vlan: vlan_id })
    else if (!plan.put(vlan_id, port.name, 'tagged'))
      errors[`tagged.${at}`] = message('lan.port_needs_network', { port: port.name })
    else if (hasInterface(vlan_id)) plan.addBridge(vlan_id)
  }
  for (const vlan_id of now)
    if (!tagged.includes(vlan_id) && vlan_id !== body.untagged) plan.put(vlan_id, port.name, 'none')
}

function ethernetSteps(
  errors: AddressErrors,
  tables: Tables,
  port: ReadSwitchPort,
  body: SwitchPortChange,
  seen: Record<string, unknown> | undefined,
): Step[] {
  const values: NonNullable<Step['values']> = {}
  if (body.disabled !== undefined && body.disabled !== port.disabled) values['disabled'] = body.disabled
  if (body.comment !== undefined && (body.comment ?? '') !== (port.comment ?? ''))
    values['comment'] = body.comment ?? ''
  const steps: Step[] =
    Object.keys(values).length === 0
      ? []
      : [
          {
            menu: 'interface/ethernet',
            verb: 'set',
            id: port.id,
            values,
            expected: { name: port.name, ...expectedOf(seenPort, seen) },
          },
        ]
  if (body.poe !== undefined && body.poe !== port.poe?.out) {
    const poe = tables.poe.find((one) => one.name === port.name)
    if (port.poe === null || poe === undefined) errors['poe'] = message('lan.port_no_poe', { port: port.name })
    else
      steps.push({
        menu: 'interface/ethernet/poe',
        verb: 'set',
        id: poe.id,
        values: { 'poe-out': body.poe },
        expected: { name: port.name },
      })
  }
  return steps
}

/** The last reading of the ports. Before the first one: composed of what a poll reads, ports and networks. */
async function lastSwitchPorts(context: DraftContext): Promise<SwitchPortsRead | undefined> {
  const read = (await context.last('switch-port')) as unknown as SwitchPortsRead | undefined
  if (read !== undefined) return read
  const ports = await context.last<EthernetPort>('interface/ethernet')
  const networks = (await context.last('network')) as unknown as NetworksRead | undefined
  return ports && networks && composeSwitchPorts(ports, networks.tables)
}

/**
 * Assigns networks to a port, or turns the port or its PoE on or off. A change of bridge or VLANs is a commit-confirmed
 * write; one that is known to cut off the panel is rejected.
 */
export async function setSwitchPort(
  context: DraftContext,
  { id, seen, ...body }: Body<typeof siteNetworksControl.setSwitchPort>,
): Promise<Draft> {
  const read = await lastSwitchPorts(context)
  const port = read?.ports.find((one) => one.id === id)
  if (read === undefined || port === undefined) throw conflict('lan.port_not_read')
  const { tables } = read
  const management = findManagementAccess(tables, await managementAddresses(context.tx, context.device))
  if (changesVlans(body) && port.locked !== null && port.locked !== 'no-filtering')
    throw conflict('lan.port_locked', { port: port.name, cause: port.locked })
  const errors: AddressErrors = {}
  if (body.bridge !== undefined) checkBridge(errors, tables, port, body.bridge)
  checkMove(errors, management, port, body)
  const vlans =
    changesVlans(body) && Object.keys(errors).length === 0 ? vlanSteps(errors, tables, port, management, body) : []
  const steps = [...vlans, ...ethernetSteps(errors, tables, port, body, seen)]
  throwErrors(errors)
  if (steps.length === 0) throw conflict('lan.unchanged')
  return {
    verb: 'set',
    label: port.name,
    notes: notesOf(body),
    guarded: vlans.length > 0 || body.disabled === true,
    change: { steps, reads: ['switch-port', 'network', 'interface/ethernet'] },
  }
}

/** What a change of a port sets. */
const notesOf = ({ bridge, untagged, tagged, disabled, poe }: SwitchPortChange): Message[] => [
  ...(bridge === undefined
    ? []
    : [bridge === null ? message('command_note.no_bridge') : message('command_note.bridge', { bridge })]),
  ...(untagged === undefined
    ? []
    : [
        untagged === null
          ? message('command_note.nothing_untagged')
          : message('command_note.untagged', { vlan: untagged }),
      ]),
  ...(tagged === undefined
    ? []
    : [
        tagged.length === 0
          ? message('command_note.nothing_tagged')
          : message('command_note.tagged', { vlans: tagged }),
      ]),
  ...(disabled === undefined ? [] : [message('command_note.switched', { on: !disabled })]),
  ...(poe === undefined ? [] : [message('command_note.poe', { mode: poe })]),
]
