import { isIPv6 } from 'node:net'
import { between } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import { peersOf } from './site.ts'
import { noPermission, Trap } from './trap.ts'
import { contains, parseAddress, parseDuration, parsePrefix } from './values.ts'

/** Networks for documentation (RFC 5737): nothing answers there. */
const nowhere = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']

const holds = (network: string | undefined, address: string): boolean => {
  const prefix = parsePrefix(network ?? '')
  const number = parseAddress(address)
  return prefix !== undefined && number !== undefined && contains(prefix, number)
}

const hostOf = (row: Row): string => (row['address'] ?? '').split('/')[0] ?? ''

/** Hosts of its own networks that answer: DHCP clients, gateways and the routers of its site. */
function isNeighbour(router: RouterState, address: string): boolean {
  if (router.rows('/ip/dhcp-server/lease').some((row) => row['active-address'] === address)) return true
  if (router.rows('/ip/route').some((row) => row['active'] === 'true' && row['gateway'] === address)) return true
  return peersOf(router).some(({ peer }) => peer.rows('/ip/address').some((row) => hostOf(row) === address))
}

/** How an address answers: a round trip in microseconds with its hop limit, or a status. */
export function echo(
  router: RouterState,
  address: string,
  seq: number,
): { us: number; ttl: number } | { status: string } {
  const vary = (from: number, to: number): number => between(router.seed, `ping ${address} ${seq}`, from, to)
  const own = router.rows('/ip/address').filter((row) => row['disabled'] !== 'true')
  const isOwn = isIPv6(address)
    ? router.has('/ipv6/address') && router.rows('/ipv6/address').some((row) => hostOf(row) === address)
    : own.some((row) => hostOf(row) === address)
  if (isOwn) return { us: vary(40, 90), ttl: 64 }
  if (isIPv6(address)) return { status: 'no route to host' }
  if (isNeighbour(router, address)) return { us: vary(600, 3000), ttl: 64 }
  if (own.some((row) => holds(row['address'], address))) return { status: 'timeout' }
  const hasDefault = router
    .rows('/ip/route')
    .some((row) => row['dst-address'] === '0.0.0.0/0' && row['active'] === 'true')
  if (!hasDefault) return { status: 'no route to host' }
  return nowhere.some((network) => holds(network, address))
    ? { status: 'timeout' }
    : { us: vary(8000, 31_000), ttl: 55 }
}

/** `2ms113us`; RouterOS 6 has whole milliseconds. */
function rtt(router: RouterState, us: number): string {
  const [ms, rest] = [Math.floor(us / 1000), us % 1000]
  if (router.version.major < 7) return `${ms}ms`
  return ms === 0 ? `${rest}us` : rest === 0 ? `${ms}ms` : `${ms}ms${rest}us`
}

/** Replies of one ping, with the columns of its running summary. */
class Echoes {
  private readonly router: RouterState
  private readonly address: string
  private readonly size: string
  private readonly times: number[] = []
  private sent = 0

  constructor(router: RouterState, address: string, size: string) {
    this.router = router
    this.address = address
    this.size = size
  }

  next(): Row {
    const seq = this.sent
    const found = echo(this.router, this.address, seq)
    this.sent += 1
    if ('us' in found) this.times.push(found.us)
    return {
      seq: String(seq),
      host: this.address,
      ...('us' in found
        ? { size: this.size, ttl: String(found.ttl), time: rtt(this.router, found.us) }
        : { status: found.status }),
      sent: String(this.sent),
      received: String(this.times.length),
      'packet-loss': String(Math.floor((100 * (this.sent - this.times.length)) / this.sent)),
      ...this.summary(),
    }
  }

  private summary(): Row {
    if (this.times.length === 0) return {}
    const average = Math.round(this.times.reduce((sum, one) => sum + one, 0) / this.times.length)
    return {
      'min-rtt': rtt(this.router, Math.min(...this.times)),
      'avg-rtt': rtt(this.router, average),
      'max-rtt': rtt(this.router, Math.max(...this.times)),
    }
  }
}

/** A positive number, or undefined without a value. @throws Trap for anything else */
export function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d*$/.test(text)) throw new Trap(`invalid value for argument ${name}`, 1)
  return Number(text)
}

/** Pings an address once per `interval`, `count` times or until it is cancelled. It resolves no names. */
const ping: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const address = args.get('address') ?? ''
  if (parseAddress(address) === undefined && !isIPv6(address)) throw new Trap('invalid value for argument address', 1)
  const count = positive('count', args.get('count')) ?? Number.POSITIVE_INFINITY
  const echoes = new Echoes(router, address, String(positive('size', args.get('size')) ?? 56))
  const interval = Math.max(10, (parseDuration(args.get('interval') ?? '') ?? 1000) / router.speed)
  return {
    stream: {
      start(emit, end) {
        let left = count
        const tick = (): void => {
          emit(echoes.next())
          left -= 1
          if (left > 0) return
          clearInterval(timer)
          end()
        }
        const timer = setInterval(tick, interval)
        timer.unref()
        tick()
        return () => clearInterval(timer)
      },
    },
  }
}

/** In the root menu until 7.22, and under `/tool`. */
export const pingHandlers: Readonly<Record<string, Handler>> = { '/ping': ping, '/tool/ping': ping }
