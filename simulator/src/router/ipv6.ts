import { isIPv6 } from 'node:net'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import type { Rule } from './rule.ts'
import { Trap } from './trap.ts'

/** The eight groups of an address; undefined for other text. */
function groupsOf(address: string): number[] | undefined {
  if (!isIPv6(address) || address.includes('.') || address.includes('%')) return undefined
  const [head = '', tail] = address.split('::')
  const read = (text: string | undefined): number[] =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/** The canonical text of an address (RFC 5952): the longest run of zeros is `::`. */
function textOf(groups: readonly number[]): string {
  const runs = [
    ...groups
      .map((group) => (group === 0 ? '0' : '1'))
      .join('')
      .matchAll(/0{2,}/g),
  ]
  const zeros = runs.sort((one, other) => other[0].length - one[0].length)[0]
  const write = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':')
  if (!zeros) return write(groups)
  return `${write(groups.slice(0, zeros.index))}::${write(groups.slice(zeros.index + zeros[0].length))}`
}

/** The network of `2001:db8::1/64`. */
function networkOf(address: string, length: number): string {
  const groups = groupsOf(address) ?? []
  const masked = groups.map((group, index) => {
    const bits = Math.min(16, Math.max(0, length - index * 16))
    return group & (0xffff << (16 - bits)) & 0xffff
  })
  return `${textOf(masked)}/${length}`
}

/** The link-local address of an interface (RFC 4291, EUI-64). */
export function linkLocal(mac: string): string {
  const bytes = mac.split(':').map((part) => Number.parseInt(part, 16))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes
  const groups = [0xfe80, 0, 0, 0, ((a ^ 2) << 8) | b, (c << 8) | 0xff, 0xfe00 | d, (e << 8) | f]
  return textOf(groups)
}

const isRunning = (router: RouterState, name: string | undefined): boolean => {
  const row = router.interfaceNamed(name ?? '')?.row
  return row !== undefined && row['disabled'] !== 'true' && row['running'] !== 'false'
}

/** Dynamic rows have ids behind those of the stored ones. */
const dynamicId = (index: number): string => `*8000${(index + 1).toString(16).padStart(4, '0').toUpperCase()}`

const flags = { advertise: 'false', 'eui-64': 'false', 'no-dad': 'false', invalid: 'false', disabled: 'false' }

/** `/ipv6/address`: the stored rows, and the link-local address of each running port that is not in a bridge. */
export function ipv6Addresses(router: RouterState): Row[] {
  const stored = router.table('/ipv6/address').rows.map((row): Row => ({
    ...row,
    'actual-interface': row['interface'] ?? '',
    dynamic: 'false',
    global: String(!(row['address'] ?? '').startsWith('fe80:')),
    'link-local': String((row['address'] ?? '').startsWith('fe80:')),
  }))
  const bridged = new Set(router.table('/interface/bridge/port').rows.map((row) => row['interface']))
  const ports = ['/interface/ethernet', '/interface/bridge'].flatMap((menu) => router.table(menu).rows)
  const local = ports
    .filter((row) => row['mac-address'] !== undefined && !bridged.has(row['name']) && isRunning(router, row['name']))
    .map((row, index) => ({
      '.id': dynamicId(index),
      address: `${linkLocal(row['mac-address'] ?? '')}/64`,
      'from-pool': '',
      interface: row['name'] ?? '',
      'actual-interface': row['name'] ?? '',
      ...flags,
      dynamic: 'true',
      global: 'false',
      'link-local': 'true',
    }))
  return [...stored, ...local]
}

/** `/ipv6/route`: the stored rows, and the networks of the addresses of running interfaces. */
export function ipv6Routes(router: RouterState): Row[] {
  const local = ipv6Addresses(router).filter((row) => row['disabled'] !== 'true' && isRunning(router, row['interface']))
  const networks = local.map((row) => {
    const [address = '', length = '64'] = (row['address'] ?? '').split('/')
    return { network: networkOf(address, Number(length)), on: row['interface'] ?? '' }
  })
  const isReached = (row: Row): boolean => {
    const [address = '', on] = (row['gateway'] ?? '').split('%')
    if (on !== undefined || !isIPv6(address)) return isRunning(router, on ?? address)
    return networks.some(({ network }) => networkOf(address, Number(network.split('/')[1])) === network)
  }
  const stored = router.table('/ipv6/route').rows.map((row): Row => {
    const isActive = row['disabled'] !== 'true' && isReached(row)
    return { ...row, static: 'true', active: String(isActive), inactive: String(!isActive) }
  })
  const connected = networks.map(({ network, on }, index): Row => ({
    '.id': dynamicId(index),
    'dst-address': network,
    gateway: on,
    'immediate-gw': on,
    distance: '0',
    scope: '10',
    'target-scope': '5',
    'routing-table': 'main',
    dynamic: 'true',
    connect: 'true',
    active: 'true',
    disabled: 'false',
  }))
  return [...stored, ...connected]
}

/** @throws Trap if a property is not an address with an optional prefix length */
function checkPrefix(row: Row, name: string, length: string): void {
  const [address = '', given] = (row[name] ?? '').split('/')
  const groups = groupsOf(address)
  if (!groups || (given !== undefined && !(/^\d{1,3}$/.test(given) && Number(given) <= 128))) {
    throw new Trap(`invalid value for argument ${name}`, 1)
  }
  row[name] = `${textOf(groups)}/${given ?? length}`
}

/** Menus under `/ipv6`. */
export const ipv6Rules: Readonly<Record<string, Rule>> = {
  '/ipv6/address': {
    defaults: { ...flags, advertise: 'true', 'from-pool': '', 'auto-link-local': 'true' },
    explicit: ['from-pool'],
    required: ['address', 'interface'],
    references: { interface: { menu: '/interface' } },
    unique: [{ fields: ['address', 'interface'], message: 'failure: already have such address' }],
    check: (_router, row) => checkPrefix(row, 'address', '64'),
  },
  '/ipv6/route': {
    defaults: {
      'dst-address': '::/0',
      distance: '1',
      scope: '30',
      'target-scope': '10',
      'routing-table': 'main',
      dynamic: 'false',
      disabled: 'false',
    },
    required: ['gateway'],
    references: { 'routing-table': { menu: '/routing/table' } },
    check: (_router, row) => checkPrefix(row, 'dst-address', '128'),
  },
}
