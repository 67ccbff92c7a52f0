import type { RouterState } from '../router/router-state.ts'
import { listHolds } from '../router/values.ts'
import type { Row } from '../tables/table.ts'

/** Management connections to a simulated router come from this machine. */
const peer = '127.0.0.1'

/** Supported matchers; a rule with any other matcher never matches. */
const understood = new Set([
  'protocol',
  'dst-port',
  'src-port',
  'src-address',
  'in-interface',
  'in-interface-list',
  'connection-state',
])

const settings = new Set([
  '.id',
  'chain',
  'action',
  'log',
  'log-prefix',
  'bytes',
  'packets',
  'invalid',
  'dynamic',
  'disabled',
  'comment',
  'reject-with',
])

/** A value that may be negated by a leading `!`. */
function fits(value: string | undefined, holds: (wanted: string) => boolean): boolean {
  if (value === undefined || value === '') return true
  return value.startsWith('!') ? !holds(value.slice(1)) : holds(value)
}

function hasPort(list: string, port: number): boolean {
  return list.split(',').some((part) => {
    const [from, to] = part.split('-').map(Number)
    return from !== undefined && port >= from && port <= (to ?? from)
  })
}

/** A packet of a management connection. */
interface Packet {
  port: number
  /** Source port; undefined: of any connection, which a rule for one source port does not match. */
  sourcePort: number | undefined
  state: 'new' | 'established'
}

function matches(router: RouterState, rule: Row, carrier: Row | undefined, packet: Packet): boolean {
  const { port, sourcePort, state } = packet
  for (const name of Object.keys(rule)) if (!settings.has(name) && !understood.has(name)) return false
  const name = carrier?.['name'] ?? ''
  const isIn = (list: string): boolean =>
    list === 'all' ||
    router
      .table('/interface/list/member')
      .rows.some((row) => row['list'] === list && row['interface'] === name && row['disabled'] !== 'true')
  return (
    fits(rule['protocol'], (wanted) => wanted === 'tcp' || wanted === '6') &&
    fits(rule['dst-port'], (wanted) => hasPort(wanted, port)) &&
    fits(rule['src-port'], (wanted) => sourcePort !== undefined && hasPort(wanted, sourcePort)) &&
    fits(rule['src-address'], (wanted) => listHolds(wanted, peer)) &&
    fits(rule['in-interface'], (wanted) => wanted === name) &&
    fits(rule['in-interface-list'], isIn) &&
    fits(rule['connection-state'], (wanted) => wanted.split(',').includes(state))
  )
}

/**
 * Whether the chain `input` accepts a management connection. Rules are evaluated from the top; the first that accepts or
 * drops decides, and the default is to accept.
 */
export function passesInput(
  router: RouterState,
  carrier: Row | undefined,
  port: number,
  state: Packet['state'],
  sourcePort?: number,
): boolean {
  for (const rule of router.table('/ip/firewall/filter').rows) {
    if (rule['disabled'] === 'true' || rule['chain'] !== 'input') continue
    if (!matches(router, rule, carrier, { port, sourcePort, state })) continue
    if (rule['action'] === 'accept') return true
    if (rule['action'] === 'drop' || rule['action'] === 'reject' || rule['action'] === 'tarpit') return false
  }
  return true
}
