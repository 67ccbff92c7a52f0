import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import type { Rule } from './rule.ts'
import { Trap } from './trap.ts'
import { formatDateTime, parseDuration, parsePrefix } from './values.ts'

const interfaceReference = { menu: '/interface', also: ['all-ethernet', 'all-wireless', 'all-vlan', 'all-ppp'] }
const interfaceListReference = { menu: '/interface/list', also: ['all', 'none', 'dynamic', 'static'] }

const matchers = {
  'in-interface': interfaceReference,
  'out-interface': interfaceReference,
  'in-interface-list': interfaceListReference,
  'out-interface-list': interfaceListReference,
} as const

const natActions = new Set(
  'accept add-dst-to-address-list add-src-to-address-list dst-nat endpoint-independent-nat jump log masquerade netmap passthrough redirect return same src-nat'.split(
    ' ',
  ),
)

const filterActions = new Set(
  'accept add-dst-to-address-list add-src-to-address-list drop fasttrack-connection jump log passthrough reject return tarpit'.split(
    ' ',
  ),
)

const rightSource: Readonly<Record<string, string>> = {
  masquerade: 'srcnat',
  'src-nat': 'srcnat',
  'dst-nat': 'dstnat',
  redirect: 'dstnat',
}

function checkMatchers(row: Row): void {
  for (const name of ['src-port', 'dst-port', 'to-ports', 'port']) {
    const value = row[name]
    if (value === undefined) continue
    if (!/^!?\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/.test(value))
      throw new Trap(`invalid value for argument ${name}`, 1)
    if (name !== 'to-ports' && !/^(6|17|33|132|tcp|udp|dccp|sctp|udp-lite|tcp-udp)$/.test(row['protocol'] ?? '')) {
      throw new Trap('failure: ports can be specified if proto is tcp,udp,udp-lite,dccp,sctp')
    }
  }
  for (const name of ['src-address', 'dst-address']) {
    const value = row[name]?.replace(/^!/, '')
    if (value === undefined) continue
    const [first = '', last] = value.split('-')
    if (!parsePrefix(first) || (last !== undefined && !parsePrefix(last))) {
      throw new Trap(`invalid value for argument ${name}`, 1)
    }
  }
}

function checkNat(_router: RouterState, row: Row): void {
  const action = row['action'] ?? 'accept'
  if (!natActions.has(action)) throw new Trap('input does not match any value of action', 1)
  const chain = rightSource[action]
  if (chain !== undefined && (row['chain'] === 'srcnat' || row['chain'] === 'dstnat') && row['chain'] !== chain) {
    throw new Trap(`failure: ${action} action must be used in ${chain} chain`)
  }
  checkMatchers(row)
}

function checkFilter(_router: RouterState, row: Row): void {
  if (!filterActions.has(row['action'] ?? 'accept')) throw new Trap('input does not match any value of action', 1)
  checkMatchers(row)
}

const flags: Row = {
  log: 'false',
  'log-prefix': '',
  bytes: '0',
  packets: '0',
  invalid: 'false',
  dynamic: 'false',
  disabled: 'false',
}

/** NAT, filter and address lists. */
export const firewallRules: Readonly<Record<string, Rule>> = {
  '/ip/firewall/nat': {
    defaults: { action: 'accept', ...flags },
    required: ['chain'],
    references: matchers,
    check: checkNat,
  },
  '/ip/firewall/filter': {
    defaults: { action: 'accept', ...flags },
    required: ['chain'],
    references: matchers,
    check: checkFilter,
  },
  '/ipv6/firewall/filter': {
    defaults: { action: 'accept', ...flags },
    required: ['chain'],
    references: matchers,
  },
  '/ip/firewall/address-list': {
    defaults: { disabled: 'false', dynamic: 'false' },
    required: ['list', 'address'],
    dropsDynamic: true,
    unique: [{ fields: ['list', 'address'], message: 'failure: already have such entry', withDynamic: true }],
    check: (router, row, { before, given }) => {
      const address = row['address'] ?? ''
      const [first = '', last] = address.split('-')
      if (parsePrefix(first)?.length === 32) row['address'] = address.replace(/\/32$/, '')
      else if (last === undefined && !parsePrefix(first) && !/^[A-Za-z0-9_.:/-]+$/.test(address)) {
        throw new Trap('invalid value for argument address', 1)
      }
      if (before === undefined) row['creation-time'] = formatDateTime(router.version, router.now())
      if (!given.has('timeout')) return
      const timeout = parseDuration(row['timeout'] ?? '')
      if (timeout === undefined || timeout === 0) delete row['timeout']
      else row['dynamic'] = 'true'
      router.notes.set(`timeout ${row['list']} ${row['address']}`, router.monotonic() + (timeout ?? 0))
    },
  },
}
