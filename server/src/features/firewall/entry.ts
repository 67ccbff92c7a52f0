import { message, type Message } from '@trunkline/contract/errors'
import type { Body, Query } from '@trunkline/contract/endpoint'
import { errorOf, formatAddress, parseAddress, parsePrefix, tryAddress, tryPrefix } from '@trunkline/contract/net'
import { addressesOf } from '@trunkline/contract/port-forward'
import type { firewall, ListEntry } from '@trunkline/contract/resources/firewall'
import type { AddressErrors } from '../lan/addresses.ts'
import { throwErrors, checkNotDynamic, type Draft } from '../lan/draft.ts'
import { duration, expectedOf, flag, newValuesOf, plain, valuesOf, type Properties } from '../lan/properties.ts'
import type { FirewallContext } from './firewall-context.ts'

export const listMenu = 'ip/firewall/address-list'
const properties: Properties = {
  list: plain('list'),
  address: plain('address'),
  timeout_seconds: duration('timeout'),
  disabled: flag('disabled'),
  comment: plain('comment'),
}

/**
 * An IPv4 address, prefix, range or host name as RouterOS stores it; undefined after an error was added to the field.
 * IPv6 has separate address lists. https://help.mikrotik.com/docs/spaces/ROS/pages/130220135/Address-lists
 */
function readListAddress(errors: AddressErrors, text: string): string | undefined {
  const fail = (reason: Message): undefined => void (errors['address'] = reason)
  if (text.includes(':')) return fail(message('firewall.list_ipv4_only'))
  if (!/^[\d./-]+$/.test(text)) {
    // RFC 1123, 2.1: labels of letters, digits and hyphens, at most 63 characters each.
    const isName = text.split('.').every((part) => /^[0-9a-z_](?:[0-9a-z_-]{0,61}[0-9a-z_])?$/i.test(part))
    return isName ? text.toLowerCase() : fail(message('firewall.list_address_format'))
  }
  if (text.includes('-')) {
    const found = addressesOf(text)
    if (found === undefined) return fail(message('firewall.range_format'))
    return found[1] < found[0] ? fail(message('firewall.range_order')) : text
  }
  if (text.includes('/')) {
    const error = errorOf(() => parsePrefix(text))
    if (error !== undefined) return fail(error)
    return tryPrefix(text)?.length === 32 ? text.replace('/32', '') : text
  }
  const error = errorOf(() => parseAddress(text))
  const address = tryAddress(text)
  return address === undefined ? fail(error ?? message('field.required')) : formatAddress(address)
}

/**
 * Whether a list is used, or may be used, to filter traffic to the router itself: by rules of the chain `input`, of raw
 * and NAT, and of custom chains, whose jump rules are unknown.
 */
function mayLockOut({ lists, filters }: FirewallContext, names: readonly (string | undefined)[]): boolean {
  if (lists === undefined) return true
  return lists.uses.some(({ list, menu, rule_id, disabled }) => {
    if (disabled || !names.includes(list) || menu === 'mangle') return false
    if (menu !== 'filter') return true
    const chain = filters?.find((rule) => rule.id === rule_id)?.chain
    return chain !== 'forward' && chain !== 'output'
  })
}

const label = (of: { list?: string | undefined; address?: string | undefined }, id: string) =>
  of.address === undefined ? id : [of.address, of.list].filter(Boolean).join(', ')

function check(
  errors: AddressErrors,
  of: { list: string | undefined; address: string | undefined },
  others: readonly ListEntry[],
): void {
  if (of.list !== undefined && /[\s,!"]/.test(of.list)) errors['list'] = message('firewall.list_name')
  // RouterOS: "failure: already have such entry".
  const same = others.find((entry) => entry.list === of.list && entry.address === of.address)
  if (same !== undefined && errors['address'] === undefined)
    errors['address'] = message('firewall.entry_taken', { list: same.list })
}

const fading = ['timeout'] as const

export async function addEntry(context: FirewallContext, body: Body<typeof firewall.addEntry>): Promise<Draft> {
  const errors: AddressErrors = {}
  const address = readListAddress(errors, body.address)
  check(errors, { list: body.list, address }, context.lists?.entries ?? [])
  throwErrors(errors)
  return {
    verb: 'add',
    label: label({ list: body.list, address }, ''),
    guarded: mayLockOut(context, [body.list]),
    change: {
      steps: [
        {
          menu: listMenu,
          verb: 'add',
          values: newValuesOf(properties, { ...body, address }),
          identifies: { list: body.list, address: address as string },
          fading,
        },
      ],
      reads: [listMenu],
    },
  }
}

export async function setEntry(
  context: FirewallContext,
  { id, seen, ...body }: Body<typeof firewall.setEntry>,
): Promise<Draft> {
  const entries = context.lists?.entries ?? []
  const before = entries.find((entry) => entry.id === id)
  checkNotDynamic(before)
  const errors: AddressErrors = {}
  const address = body.address === undefined ? undefined : readListAddress(errors, body.address)
  const list = body.list ?? before?.list
  if (body.list !== undefined || address !== undefined)
    check(
      errors,
      { list, address: address ?? before?.address },
      entries.filter((entry) => entry.id !== id),
    )
  throwErrors(errors)
  const { timeout_seconds, ...rest } = body
  // A permanent entry has no timeout to reset.
  const sent = {
    ...rest,
    ...(address !== undefined && { address }),
    ...(timeout_seconds != null && { timeout_seconds }),
  }
  const expected = expectedOf(properties, seen) ?? (before && { list: before.list, address: before.address })
  return {
    verb: 'set',
    label: label({ list, address: address ?? before?.address }, id),
    guarded: before === undefined || mayLockOut(context, [before.list, body.list]),
    change: {
      steps: [
        {
          menu: listMenu,
          verb: 'set',
          id,
          values: valuesOf(properties, sent),
          ...(expected !== undefined && { expected }),
          fading,
        },
      ],
      reads: [listMenu],
    },
  }
}

export async function removeEntry(
  context: FirewallContext,
  { id }: Query<typeof firewall.removeEntry>,
): Promise<Draft> {
  const before = context.lists?.entries.find((entry) => entry.id === id)
  return {
    verb: 'remove',
    label: label(before ?? {}, id),
    guarded: before === undefined || mayLockOut(context, [before.list]),
    change: {
      steps: [
        {
          menu: listMenu,
          verb: 'remove',
          id,
          ...(before && { expected: { list: before.list, address: before.address } }),
        },
      ],
      reads: [listMenu],
    },
  }
}
