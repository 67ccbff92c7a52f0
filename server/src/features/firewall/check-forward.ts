import { message, type Message } from '@trunkline/contract/errors'
import {
  blockedBy,
  conflictOf,
  isReachable,
  parsePorts,
  portsError,
  protocolsOf,
  sourceError,
  toPortsError,
  type Incoming,
  type Weighed,
} from '@trunkline/contract/port-forward'
import { ruleMark, type NatRule, type PortForward } from '@trunkline/contract/resources/firewall'
import { readAddress, unusable, type AddressErrors } from '../lan/addresses.ts'
import type { FirewallContext } from './firewall-context.ts'

const host = (address: string) => address.split('/')[0] as string

/** A comment must not start with the marker by which the panel recognises its own rules. */
export function checkComment(errors: AddressErrors, comment: string | null | undefined): void {
  if (comment?.startsWith(ruleMark) === true) errors['comment'] = message('device.comment_reserved')
}

/** Validates a port forward on this router. Conflicts with management ports are checked separately. */
export function checkForward(errors: AddressErrors, forward: PortForward, context: FirewallContext): void {
  const ports = portsError(forward.outside)
  if (ports !== undefined) errors['outside'] = ports
  else if (forward.to_ports !== null) {
    const inside = toPortsError(forward.outside, forward.to_ports)
    if (inside !== undefined) errors['to_ports'] = inside
  }
  const target = readAddress(errors, 'to_address', forward.to_address)
  if (target !== undefined) {
    const error = unusable(target)
    if (error !== undefined) errors['to_address'] = error
    else if (context.addresses.some((row) => host(row.address) === forward.to_address))
      errors['to_address'] = message('firewall.router_address')
  }
  if (forward.from !== null) {
    const error = sourceError(forward.from)
    if (error !== undefined) errors['from'] = error
  }
  if (forward.dst_address !== null) {
    const value = readAddress(errors, 'dst_address', forward.dst_address)
    const error = value === undefined ? undefined : unusable(value)
    if (error !== undefined) errors['dst_address'] = error
  }
}

/**
 * Whether the forward captures the management connection of the panel. A forward at another router address or incoming
 * interface does not, if the router's own addresses show where the panel connects.
 * @returns `hit`: it does; `near`: the same port elsewhere; otherwise undefined
 */
export function managementConflict(
  forward: PortForward,
  { management }: Pick<FirewallContext, 'management'>,
): 'hit' | 'near' | undefined {
  const { port } = management
  const same =
    protocolsOf(forward.protocol).includes('tcp') &&
    (parsePorts(forward.outside) ?? []).some(([first, last]) => first <= port && port <= last)
  if (!same) return undefined
  const known = management.interfaces.length > 0
  if (known && forward.dst_address !== null && !management.addresses.includes(forward.dst_address)) return 'near'
  if (known && forward.in_interface !== null && !management.interfaces.includes(forward.in_interface)) return 'near'
  return 'hit'
}

/** A rule in messages: its position, and its comment if there is one. */
export const ruleMessage = ({ position, comment }: { position: number; comment: string | null }): Message =>
  comment === null
    ? message('firewall.rule', { position })
    : message('firewall.rule_with_comment', { position, comment })

/** A rule in labels: its position and comment, `#3 (camera)`. */
export const ruleName = ({ position, comment }: { position: number; comment: string | null }) =>
  comment === null ? `#${position}` : `#${position} (${comment})`

/** Errors that prevent a forward from working; none for a disabled one. */
export function checkActive(
  errors: AddressErrors,
  weighed: Weighed,
  context: FirewallContext,
  others: readonly NatRule[],
): void {
  const { forward } = weighed
  if (managementConflict(forward, context) === 'hit') {
    errors['outside'] = message('firewall.management_port', { port: context.management.port })
    return
  }
  const same = conflictOf(weighed, others)
  if (same !== undefined) errors['outside'] = message('firewall.port_forwarded', { rule: ruleMessage(same) })
}

const arrow = ({ outside, to_address, to_ports }: PortForward) =>
  `${outside} → ${to_address}${to_ports === null || to_ports === outside ? '' : `:${to_ports}`}`

/** Label of a forward: protocol, ports and target, `TCP 8443 → 192.168.88.10:443`. */
export function forwardLabel(forward: PortForward): string {
  const protocol = forward.protocol === 'tcp-udp' ? 'TCP/UDP' : forward.protocol.toUpperCase()
  return `${protocol} ${arrow(forward)}`
}

/** Label of a forward with warnings, none of which is certain enough to reject it. */
export function describeForward(weighed: Weighed, context: FirewallContext): { label: string; notes: Message[] } {
  const { forward } = weighed
  const notes: Message[] = []
  if (
    !isReachable(
      forward.to_address,
      context.addresses.map(({ address }) => address),
    )
  )
    notes.push(message('command_note.outside_networks'))
  const blocking = blockedBy(weighed, context.filters ?? [])
  if (blocking !== undefined) notes.push(message('command_note.dropped_by', { rule: ruleMessage(blocking) }))
  return { label: forwardLabel(forward), notes }
}

/** Incoming interface or list of a forward; undefined after an error was added to the field. */
export function checkIncoming(errors: AddressErrors, incoming: Incoming | undefined): incoming is Incoming {
  if (incoming === undefined) errors['in_interface'] = message('firewall.uplink_unknown')
  return incoming !== undefined
}
