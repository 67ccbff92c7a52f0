import { message } from '@trunkline/contract/errors'
import { randomBytes } from 'node:crypto'
import type { Body, Query } from '@trunkline/contract/endpoint'
import { incomingOf, placeOf, protocolsOf, ruleOf, type Incoming, type Weighed } from '@trunkline/contract/port-forward'
import { ruleMark, type firewall, type NatRule, type PortForward } from '@trunkline/contract/resources/firewall'
import type { Step } from '../../devices/devices.ts'
import { conflict, invalid } from '../../errors.ts'
import type { AddressErrors } from '../lan/addresses.ts'
import { throwErrors, checkNotDynamic, type Draft } from '../lan/draft.ts'
import {
  checkActive,
  checkComment,
  checkForward,
  checkIncoming,
  describeForward,
  forwardLabel,
  managementConflict,
  ruleMessage,
  ruleName,
} from './check-forward.ts'
import type { FirewallContext } from './firewall-context.ts'

export const natMenu = 'ip/firewall/nat'

const markedComment = (mark: string | null, text: string | null | undefined): string =>
  mark === null ? (text ?? '') : [`${ruleMark}${mark}`, ...(text ? [text] : [])].join(' ')

const notRead = () => conflict('firewall.rule_gone')

/** The rule, and the rows that the panel created with it. @throws AppError conflict */
function rowsOf(context: FirewallContext, id: string): { row: NatRule; group: NatRule[] } {
  const rules = context.nat ?? []
  const row = rules.find((one) => one.id === id)
  if (row === undefined) throw notRead()
  checkNotDynamic(row)
  // A copy made on the router has the marker of its original: only the rule of the other protocol belongs to it.
  const twin =
    row.mark && row.forward?.protocol === 'tcp-udp'
      ? rules.find(
          (one) => one.mark === row.mark && one.forward?.protocol === 'tcp-udp' && one.protocol !== row.protocol,
        )
      : undefined
  const group = twin === undefined ? [row] : [row, twin].toSorted((a, b) => a.position - b.position)
  return { row, group }
}

const others = (context: FirewallContext, group: readonly NatRule[]) =>
  (context.nat ?? []).filter((rule) => !group.some(({ id }) => id === rule.id))

/** Properties compared before a row is written, because its id may have been reused for another row. */
const identityOf = (rule: NatRule): Record<string, string> => ({
  chain: rule.chain,
  action: rule.action,
  comment: markedComment(rule.mark, rule.comment),
})

const fields: readonly (readonly [field: keyof NatRule | keyof PortForward, property: string])[] = [
  ['chain', 'chain'],
  ['action', 'action'],
  ['protocol', 'protocol'],
  ['dst_port', 'dst-port'],
  ['src_address', 'src-address'],
  ['dst_address', 'dst-address'],
  ['in_interface', 'in-interface'],
  ['to_addresses', 'to-addresses'],
  ['disabled', 'disabled'],
  // The equivalent fields of a simple forward.
  ['outside', 'dst-port'],
  ['from', 'src-address'],
  ['to_address', 'to-addresses'],
]

/** The row that the caller saw, as RouterOS properties that must be unchanged. */
function seenOf(rule: NatRule, seen: Record<string, unknown> | undefined): Record<string, string> {
  const expected = identityOf(rule)
  for (const [field, property] of fields) {
    const value = seen?.[field]
    if (value === undefined || (value !== null && typeof value === 'object')) continue
    // A forward of both protocols has one rule for each.
    if (value !== 'tcp-udp') expected[property] = String(value ?? '')
  }
  // Omitted if they equal the outside ports.
  const ports = seen?.['to_ports']
  if (typeof ports === 'string') expected['to-ports'] = ports
  else if (ports === null) expected['to-ports'] = rule.to_ports === rule.dst_port ? (rule.to_ports ?? '') : ''
  const comment = seen?.['comment']
  if (typeof comment === 'string' || comment === null) expected['comment'] = markedComment(rule.mark, comment)
  return expected
}

const forwardOfBody = (body: Body<typeof firewall.addForward>): PortForward => ({
  protocol: body.protocol,
  outside: body.outside,
  to_address: body.to_address,
  to_ports: body.to_ports || null,
  in_interface: body.in_interface || null,
  dst_address: body.dst_address || null,
  from: body.from || null,
})

/** Adds the rules of a forward: one per protocol, adjacent, at a position where they are effective. */
export async function addForward(context: FirewallContext, body: Body<typeof firewall.addForward>): Promise<Draft> {
  const errors: AddressErrors = {}
  const forward = forwardOfBody(body)
  checkForward(errors, forward, context)
  checkComment(errors, body.comment)
  const incoming = incomingOf(forward, context.outside)
  if (!checkIncoming(errors, incoming)) throw invalid(errors)
  const weighed: Weighed = { forward, incoming, outside: context.outside }
  if (errors['outside'] === undefined && body.disabled !== true)
    checkActive(errors, weighed, context, context.nat ?? [])
  throwErrors(errors)
  const mark = `f${randomBytes(5).toString('hex')}`
  return {
    verb: 'add',
    ...describeForward(weighed, context),
    // Without a reading, the effect of the rules in combination is unknown.
    guarded: context.nat === undefined || managementConflict(forward, context) !== undefined,
    change: {
      steps: protocolsOf(forward.protocol).map((protocol) =>
        addStep(
          weighed,
          protocol,
          markedComment(mark, body.comment),
          body.disabled === true,
          placeOf(weighed, context.nat ?? [])?.id,
        ),
      ),
      reads: [natMenu],
    },
  }
}

const addStep = (
  { forward, incoming }: Weighed,
  protocol: 'tcp' | 'udp',
  comment: string,
  disabled: boolean,
  before: string | undefined,
): Step => ({
  menu: natMenu,
  verb: 'add',
  values: { ...ruleOf(forward, protocol, incoming), comment, ...(disabled && { disabled: true }) },
  identifies: { comment, protocol },
  ...(before !== undefined && { before }),
})

type ForwardChange = Omit<Body<typeof firewall.setForward>, 'id' | 'seen'>

/** Changes both rows of a forward of the panel, or the changeable fields of a rule made by the owner of the router. */
export async function setForward(
  context: FirewallContext,
  { id, seen, ...body }: Body<typeof firewall.setForward>,
): Promise<Draft> {
  const { row, group } = rowsOf(context, id)
  const errors: AddressErrors = {}
  checkComment(errors, body.comment)
  const plain = Object.keys(body).every((field) => field === 'disabled' || field === 'comment')
  if (!row.is_ours && !plain) throw conflict('firewall.foreign_rule', { rule: ruleMessage(row) })
  if (!plain && row.forward === null) throw conflict('firewall.not_a_forward')
  const forward = row.forward === null ? undefined : { ...row.forward, ...pickForward(body) }
  if (plain || forward === undefined) return setPlain(context, errors, { row, group, body, seen })

  checkForward(errors, forward, context)
  const stored: Incoming = {
    in_interface: row.in_interface,
    dst_address: row.forward?.dst_address ?? null,
    list: row.more['in-interface-list'] ?? null,
  }
  const moved = body.in_interface !== undefined || body.dst_address !== undefined
  const incoming = moved ? incomingOf(forward, context.outside) : stored
  if (!checkIncoming(errors, incoming)) throw invalid(errors)
  const weighed: Weighed = { forward, incoming, outside: context.outside }
  const disabled = body.disabled ?? row.disabled
  if (errors['outside'] === undefined && !disabled) checkActive(errors, weighed, context, others(context, group))
  throwErrors(errors)
  return {
    verb: 'set',
    ...describeForward(weighed, context),
    guarded: managementConflict(forward, context) !== undefined,
    change: { steps: changeSteps(weighed, { row, group, body, seen, disabled }), reads: [natMenu] },
  }
}

/** Fields of a forward that the body contains; empty ones are null. */
const pickForward = (body: ForwardChange): Partial<PortForward> =>
  Object.fromEntries(
    (['protocol', 'outside', 'to_address', 'to_ports', 'in_interface', 'dst_address', 'from'] as const).flatMap(
      (field) => (body[field] === undefined ? [] : [[field, body[field] || null]]),
    ),
  )

interface Changed {
  row: NatRule
  group: NatRule[]
  body: ForwardChange
  seen: Record<string, unknown> | undefined
}

/** Sets `disabled` and the comment on all rows of the forward. */
function setPlain(context: FirewallContext, errors: AddressErrors, { row, group, body, seen }: Changed): Draft {
  const weighed: Weighed | undefined =
    row.forward === null
      ? undefined
      : {
          forward: row.forward,
          incoming: {
            in_interface: row.in_interface,
            dst_address: row.forward.dst_address,
            list: row.more['in-interface-list'] ?? null,
          },
          outside: context.outside,
        }
  const switched = body.disabled !== undefined && body.disabled !== row.disabled
  if (row.is_ours && weighed !== undefined && switched && body.disabled === false) {
    const found: AddressErrors = {}
    checkActive(found, weighed, context, others(context, group))
    if (found['outside'] !== undefined) errors['disabled'] = found['outside']
  }
  throwErrors(errors)
  return {
    verb: 'set',
    ...(weighed === undefined ? { label: `${row.chain} ${ruleName(row)}` } : describeForward(weighed, context)),
    // The effect of an owner's rule is not fully known: it may be the one that admits the panel.
    guarded:
      switched && (!row.is_ours || weighed === undefined || managementConflict(weighed.forward, context) !== undefined),
    change: {
      steps: group.map((one) => ({
        menu: natMenu,
        verb: 'set',
        id: one.id,
        values: {
          ...(body.disabled !== undefined && { disabled: body.disabled }),
          ...(body.comment !== undefined && { comment: markedComment(one.mark, body.comment) }),
        },
        expected: one.id === row.id ? seenOf(one, seen) : identityOf(one),
      })),
      reads: [natMenu],
    },
  }
}

/** Optional properties of a forward, which must be cleared explicitly. */
const cleared = ['in-interface', 'in-interface-list', 'dst-address', 'src-address', 'to-ports'] as const

const has = (rule: NatRule, property: string): boolean => {
  const field = property.replaceAll('-', '_') as keyof NatRule
  return (field in rule ? rule[field] : rule.more[property]) != null
}

/** One row per protocol: existing rows are changed to the desired protocols, others are added or removed. */
function changeSteps(weighed: Weighed, { row, group, body, seen, disabled }: Changed & { disabled: boolean }): Step[] {
  const wanted = protocolsOf(weighed.forward.protocol)
  const spare = [...group].sort((a, b) => Number(a.id !== row.id) - Number(b.id !== row.id))
  const comment = markedComment(row.mark, body.comment === undefined ? row.comment : body.comment)
  const used = new Map<string, NatRule>()
  for (const protocol of wanted) {
    const at = spare.findIndex((one) => one.protocol === protocol)
    if (at >= 0) used.set(protocol, spare.splice(at, 1)[0] as NatRule)
  }
  for (const protocol of wanted) {
    const next = used.has(protocol) ? undefined : spare.shift()
    if (next !== undefined) used.set(protocol, next)
  }
  const steps: Step[] = []
  for (const protocol of wanted) {
    const one = used.get(protocol)
    if (one === undefined) {
      steps.push(addStep(weighed, protocol, comment, disabled, row.id))
      continue
    }
    const rule: Record<string, string | null> = ruleOf(weighed.forward, protocol, weighed.incoming)
    for (const property of cleared) if (rule[property] === undefined && has(one, property)) rule[property] = null
    steps.push({
      menu: natMenu,
      verb: 'set',
      id: one.id,
      values: { ...rule, comment, disabled },
      expected: one.id === row.id ? seenOf(one, seen) : identityOf(one),
    })
  }
  for (const one of spare) steps.push({ menu: natMenu, verb: 'remove', id: one.id, expected: identityOf(one) })
  return steps
}

/** Moves a rule and its related rows before another rule. */
export async function moveNat(context: FirewallContext, { id, before }: Body<typeof firewall.moveNat>): Promise<Draft> {
  const { row, group } = rowsOf(context, id)
  const rules = context.nat ?? []
  let next = before === null ? null : rules.find((one) => one.id === before)
  if (next === undefined) throw notRead()
  if (next !== null && group.some((one) => one.id === next?.id))
    throwErrors({ before: message('device.row_before_itself') })
  if (next !== null) {
    checkNotDynamic(next)
    // Not between two related rows.
    next = rowsOf(context, next.id).group[0] ?? next
  }
  const steps: Step[] = []
  let at = next?.id ?? null
  for (const one of group.toReversed()) {
    steps.push({ menu: natMenu, verb: 'move', id: one.id, before: at })
    at = one.id
  }
  return {
    verb: 'move',
    label: ruleName(row),
    notes: [
      next === null ? message('command_note.to_end') : message('command_note.before', { rule: ruleMessage(next) }),
    ],
    guarded: true,
    change: { steps, reads: [natMenu] },
  }
}

/** Removes all rows of a forward of the panel. */
export async function removeForward(
  context: FirewallContext,
  { id }: Query<typeof firewall.removeForward>,
): Promise<Draft> {
  const { row, group } = rowsOf(context, id)
  if (!row.is_ours) throw conflict('firewall.foreign_rule_kept', { rule: ruleMessage(row) })
  const forward = row.forward
  return {
    verb: 'remove',
    label: forward === null ? ruleName(row) : forwardLabel(forward),
    change: {
      steps: group.map((one) => ({ menu: natMenu, verb: 'remove', id: one.id, expected: identityOf(one) })),
      reads: [natMenu],
    },
  }
}
