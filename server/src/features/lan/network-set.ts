import { message } from '@trunkline/contract/errors'
import { formatAddress } from '@trunkline/contract/net'
import type { Body } from '@trunkline/contract/endpoint'
import type { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { dhcpNetworkOf, type NetworksRead, type ReadNetwork } from '../../devices/readings/networks.ts'
import type { Step } from '../../devices/devices.ts'
import { conflict, invalid } from '../../errors.ts'
import { withExpected } from './address.ts'
import type { AddressErrors } from './addresses.ts'
import { throwErrors, type Draft } from './draft.ts'
import { isolationSteps } from './network-isolation.ts'
import { dhcpSteps, networkReads, type Dhcp } from './network-add.ts'
import { ownBlock, allocateBlock } from './network-block.ts'
import {
  checkDns,
  checkName,
  checkOverlap,
  checkPorts,
  checkManagementPort,
  isNetwork,
  networkText,
  ownOf,
  planPorts,
  rangeText,
  readRouterAddress,
  readRange,
  vlanError,
  managementMembership,
  type RouterAddress,
} from './network-checks.ts'
import {
  isManagementNetwork,
  lastNetworks,
  networkOf,
  type NetworkContext,
  type ManagementAccess,
} from './network-context.ts'
import { dropDhcpSteps } from './network-remove.ts'
import { duration, durationText, expectedOf, flag, joined, plain, type Properties } from './properties.ts'
import { VlanPlan } from './vlan-plan.ts'

type NetworkChange = Omit<Body<typeof siteNetworksControl.setNetwork>, 'id' | 'seen'>
type Seen = Record<string, unknown> | undefined

const interfaceMenus: Record<string, string> = {
  vlan: 'interface/vlan',
  bridge: 'interface/bridge',
  ether: 'interface/ethernet',
}

const interfaceProperties: Properties = {
  name: plain('name'),
  vlan_id: { name: 'vlan-id', write: (value: number) => value },
  comment: plain('comment'),
}
const poolProperties: Properties = { ranges: plain('ranges') }
const serverProperties: Properties = { lease_seconds: duration('lease-time'), is_enabled: flag('disabled') }
const reportedProperties: Properties = { dns: joined('dns-server') }

/** The interface: name, VLAN and comment. */
function interfaceSteps(
  errors: AddressErrors,
  read: NetworksRead,
  network: ReadNetwork,
  body: NetworkChange,
  seen: Seen,
): Step[] {
  const own = read.tables.interfaces.find((one) => one.id === network.id)
  const vlan = read.tables.vlans.find((one) => one.id === network.id)
  const menu = interfaceMenus[own?.type ?? '']
  const values: NonNullable<Step['values']> = {}
  if (body.name !== undefined && body.name !== network.name) {
    checkName(errors, body.name, read.tables)
    values['name'] = body.name
  }
  if (body.comment !== undefined && (body.comment ?? '') !== (network.comment ?? ''))
    values['comment'] = body.comment ?? ''
  if (vlan !== undefined && body.vlan_id !== undefined && body.vlan_id !== vlan.vlan_id)
    values['vlan-id'] = body.vlan_id
  if (vlan !== undefined && body.disabled !== undefined && body.disabled !== vlan.disabled)
    values['disabled'] = body.disabled
  if (Object.keys(values).length === 0) return []
  if (menu === undefined) {
    for (const name of Object.keys(values)) errors[name] = message('lan.change_on_device', { name: network.name })
    return []
  }
  const expected = {
    name: network.name,
    ...expectedOf(interfaceProperties, vlan === undefined ? omit(seen, 'vlan_id') : seen),
  }
  return [{ menu, verb: 'set', id: network.id, values, expected }]
}

const omit = (seen: Seen, field: string): Seen => seen && { ...seen, [field]: undefined }

/** VLAN and ports on a bridge with VLAN filtering. */
function planSteps(
  errors: AddressErrors,
  read: NetworksRead,
  network: ReadNetwork,
  management: ManagementAccess,
  body: NetworkChange,
): Step[] {
  const { tables } = read
  const vlan = tables.vlans.find((one) => one.id === network.id)
  const { bridge } = network
  const vlan_id = body.vlan_id ?? network.vlan_id
  const renumbers = body.vlan_id !== undefined && body.vlan_id !== network.vlan_id
  if (renumbers) {
    const same = vlanError(read, bridge ?? network.name, body.vlan_id as number, network.name)
    if (vlan === undefined) errors['vlan_id'] = message('lan.no_own_vlan', { name: network.name })
    else if (same !== undefined) errors['vlan_id'] = same
    else if (isManagementNetwork(network, management.addresses))
      errors['vlan_id'] = message('lan.management_address', { address: network.address ?? '' })
  }
  const ports = { tagged: body.tagged ?? network.tagged, untagged: body.untagged ?? network.untagged }
  const names = body.tagged !== undefined || body.untagged !== undefined
  if (network.model !== 'vlan-filtering' || bridge === null || vlan_id === null) {
    for (const field of ['tagged', 'untagged'] as const)
      if (body[field] !== undefined && !sameNames(body[field], network[field]))
        errors[field] = message('lan.no_vlan_filtering', { bridge: bridge ?? network.name })
    return []
  }
  if (names) checkPorts(errors, ports, tables, bridge)
  if (Object.keys(errors).length > 0 || !(names || renumbers)) return []
  const plan = new VlanPlan(tables, bridge)
  const before = managementMembership(plan, management)
  if (renumbers && plan.has(vlan_id)) {
    errors['vlan_id'] = message('lan.bridge_has_vlan', { bridge, vlan: vlan_id })
    return []
  }
  if (renumbers) plan.renumber(network.vlan_id as number, vlan_id)
  if (names) {
    planPorts(errors, plan, vlan_id, ports, network)
    checkManagementPort(errors, body.untagged === undefined ? 'tagged' : 'untagged', plan, management, before)
  }
  return plan.steps()
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

function addressSteps(
  network: ReadNetwork,
  name: string,
  own: RouterAddress | undefined,
  disabled: boolean | undefined,
  seen: Seen,
): Step[] {
  const values: NonNullable<Step['values']> = {}
  if (own !== undefined && own.text !== network.address) values['address'] = own.text
  if (disabled !== undefined) values['disabled'] = disabled
  if (Object.keys(values).length === 0) return []
  const menu = 'ip/address'
  if (network.address_id === null)
    return [
      {
        menu,
        verb: 'add',
        values: { ...values, interface: name },
        identifies: { address: own?.text ?? '', interface: name },
      },
    ]
  const was = seen?.['address']
  const expected = {
    address: typeof was === 'string' ? was : (network.address as string),
    interface: network.name,
  }
  return [{ menu, verb: 'set', id: network.address_id, values, expected }]
}

/** Moves DHCP to a new address: pool, server and options. */
function changeDhcp(
  errors: AddressErrors,
  read: NetworksRead,
  network: ReadNetwork,
  of: { own: RouterAddress; dhcp: Dhcp; seen: Seen; moved: boolean },
): Step[] {
  const { own, dhcp, moved } = of
  const has = network.dhcp as NonNullable<ReadNetwork['dhcp']>
  const seen = of.seen?.['dhcp'] as Seen
  checkDns(errors, dhcp.dns)
  const steps: Step[] = []
  const start = dhcp.start === undefined ? has.start : dhcp.start
  const end = dhcp.end === undefined ? has.end : dhcp.end
  if (start !== has.start || end !== has.end || moved) {
    if (has.several_ranges) errors['dhcp.start'] = message('lan.pool_several_ranges', { name: has.name })
    else if (has.pool_id === null) errors['dhcp.start'] = message('lan.server_without_pool', { server: has.name })
    const range = Object.keys(errors).length > 0 ? undefined : readRange(errors, { start, end }, own)
    if (range !== undefined && (start !== has.start || end !== has.end)) {
      const was = seen?.['start'] == null ? undefined : { ranges: rangesOf(seen) }
      steps.push({
        menu: 'ip/pool',
        verb: 'set',
        id: has.pool_id,
        values: { ranges: rangeText(range) },
        ...withExpected(expectedOf(poolProperties, was) ?? { ranges: rangesOf(has) }),
      })
    }
  }
  const reported = dhcpNetworkOf(read.tables, network.address ?? undefined)
  const values: NonNullable<Step['values']> = {}
  if (dhcp.dns !== undefined && dhcp.dns.join() !== has.dns.join()) values['dns-server'] = dhcp.dns.join(',')
  if (moved) {
    if (reported === undefined || !isNetwork(reported.address, own)) values['address'] = networkText(own)
    values['gateway'] = formatAddress({ family: 4, value: own.value })
  }
  if (Object.keys(values).length > 0) {
    const menu = 'ip/dhcp-server/network'
    steps.push(
      reported === undefined
        ? {
            menu,
            verb: 'add',
            values: { address: networkText(own), gateway: formatAddress({ family: 4, value: own.value }), ...values },
            identifies: { address: networkText(own) },
          }
        : {
            menu,
            verb: 'set',
            id: reported.id,
            values,
            expected: { address: reported.address, ...expectedOf(reportedProperties, seen) },
          },
    )
  }
  if (dhcp.lease_seconds !== undefined && dhcp.lease_seconds !== has.lease_seconds)
    steps.push({
      menu: 'ip/dhcp-server',
      verb: 'set',
      id: has.server_id,
      values: { 'lease-time': durationText(dhcp.lease_seconds) },
      expected: { name: has.name, ...expectedOf(serverProperties, omit(seen, 'is_enabled')) },
    })
  return steps
}

const rangesOf = (of: { start?: unknown; end?: unknown }) =>
  of.start === of.end || of.end == null ? String(of.start ?? '') : `${String(of.start)}-${String(of.end)}`

/** Changes a network as one commit-confirmed write: the router rolls back unless the panel confirms. */
export async function setNetwork(
  context: NetworkContext,
  { id, seen, ...body }: Body<typeof siteNetworksControl.setNetwork>,
): Promise<Draft> {
  const { read, management } = await lastNetworks(context)
  const { tables } = read
  const network = networkOf(read, id)
  const managed = isManagementNetwork(network, management.addresses)
  const errors: AddressErrors = {}
  if (body.bridge !== undefined && body.bridge !== (network.bridge ?? network.name))
    errors['bridge'] = message('lan.network_fixed_bridge')
  if (managed && body.disabled === true) throw conflict('lan.management_address', { address: network.address ?? '' })
  if (body.subnet_id != null && body.address != null) errors['address'] = message('lan.address_or_block')
  if (body.subnet_id == null && body.prefix != null) errors['prefix'] = message('lan.prefix_without_block')
  const given =
    body.address == null || body.address === network.address
      ? undefined
      : readRouterAddress(errors, body.address, tables, network.address_id)
  const isVlan = tables.vlans.some((one) => one.id === id)
  const own = given ?? (network.address === null ? undefined : ownOf(network.address))
  const about = interfaceSteps(errors, read, network, body, seen)
  const vlan = planSteps(errors, read, network, management, body)

  /** DHCP steps for the router address `at`. */
  const dhcpOf = (at: RouterAddress | undefined): Step[] => {
    if (body.dhcp === null) return dropDhcpSteps(tables, network)
    const moved = at !== undefined && at.text !== network.address
    if (body.dhcp === undefined && (network.dhcp === null || !moved)) return []
    if (at === undefined) {
      errors['address'] = message('lan.address_required')
      return []
    }
    const dhcp = body.dhcp ?? {}
    return network.dhcp === null
      ? (dhcpSteps(errors, tables, { name: body.name ?? network.name, own: at, dhcp }) ?? [])
      : changeDhcp(errors, read, network, { own: at, dhcp, seen, moved })
  }
  if (body.subnet_id == null) dhcpOf(own)
  throwErrors(errors)

  const left =
    body.subnet_id != null || given !== undefined
      ? await ownBlock(context.tx, context.device, network.address)
      : undefined
  const block =
    body.subnet_id == null
      ? undefined
      : await allocateBlock(context.tx, context.device, {
          subnet_id: body.subnet_id,
          prefix: body.prefix ?? undefined,
          name: body.name ?? network.name,
          vlan_id: body.vlan_id ?? network.vlan_id,
        })
  const at = block?.own ?? own
  if (block !== undefined) checkOverlap(errors, 'subnet_id', block.own, tables, network.address_id)
  const dhcp = dhcpOf(at)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const called = body.name ?? network.name
  const isolated =
    body.isolated === undefined || body.isolated === network.isolated
      ? []
      : isolationSteps(
          read,
          network.name,
          body.isolated,
          read.networks.map(({ name }) => name),
          called,
        )
  // A VLAN is disabled at its interface; any other network at its address.
  const off = isVlan || body.disabled === undefined || body.disabled === network.disabled ? undefined : body.disabled
  // The new name is written first: the following steps refer to it.
  const steps = [
    ...about,
    ...vlan,
    ...addressSteps(network, called, block?.own ?? given, off, seen),
    ...dhcp,
    ...isolated,
  ]
  if (steps.length === 0) throw conflict('lan.unchanged')
  // The subnet is retained if it contains the new address.
  const moves =
    left !== undefined &&
    at !== undefined &&
    network.address !== null &&
    networkText(at) !== networkText(ownOf(network.address))
  return {
    verb: 'set',
    label: at === undefined ? called : `${called}, ${at.text}`,
    guarded: true,
    ...((block !== undefined || moves) && {
      input: { ...(block !== undefined && { block_taken: block.id }), ...(moves && { block_left: left }) },
    }),
    change: { steps, reads: networkReads },
  }
}
