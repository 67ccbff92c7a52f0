import type { Row } from '../tables/table.ts'
import type { Handler } from './handler.ts'
import { echo, positive } from './ping.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import { parseAddress } from './values.ts'

/** Milliseconds between two rounds. */
const roundInterval = 1_000

const ms = (us: number): string => (us / 1_000).toFixed(1)

/** Measured round trips of one hop. */
interface Hop {
  address: string
  /** Microseconds; undefined: no answer. */
  times: (number | undefined)[]
}

function rowOf({ address, times }: Hop): Row {
  const known = times.filter((time) => time !== undefined)
  const loss = { loss: String(Math.floor((100 * (times.length - known.length)) / times.length)) }
  const last = times.at(-1)
  const base = { address: known.length === 0 ? '' : address, ...loss, sent: String(times.length) }
  if (known.length === 0) return { ...base, last: 'timeout', status: '' }
  const average = known.reduce((sum, one) => sum + one, 0) / known.length
  const variance = known.reduce((sum, one) => sum + (one - average) ** 2, 0) / known.length
  return {
    ...base,
    last: last === undefined ? 'timeout' : ms(last),
    avg: ms(average),
    best: ms(Math.min(...known)),
    worst: ms(Math.max(...known)),
    'std-dev': ms(Math.sqrt(variance)),
    status: '',
  }
}

/** The way to an address: the gateway of the default route, and the address, unless that is near. */
function hopsTo(router: RouterState, address: string): Hop[] {
  const gateway = router
    .rows('/ip/route')
    .find((row) => row['dst-address'] === '0.0.0.0/0' && row['active'] === 'true')?.['gateway']
  const found = echo(router, address, 0)
  const isNear = 'us' in found && found.ttl === 64
  const names = isNear || gateway === undefined || gateway === address ? [address] : [gateway, address]
  return names.map((name) => ({ address: name, times: [] }))
}

/** Rounds of one row for each hop, numbered by `.section`; `count` rounds, or until it is cancelled. */
const traceroute: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const address = args.get('address') ?? ''
  if (parseAddress(address) === undefined) throw new Trap('invalid value for argument address', 1)
  const count = positive('count', args.get('count')) ?? Number.POSITIVE_INFINITY
  const hops = hopsTo(router, address).slice(0, positive('max-hops', args.get('max-hops')))
  return {
    stream: {
      start(emit, end) {
        let round = 0
        const tick = (): void => {
          for (const hop of hops) {
            const found = echo(router, hop.address, round)
            hop.times.push('us' in found ? found.us : undefined)
            emit({ '.section': String(round), ...rowOf(hop) })
          }
          round += 1
          if (round < count) return
          clearInterval(timer)
          end()
        }
        const timer = setInterval(tick, Math.max(10, roundInterval / router.speed))
        timer.unref()
        tick()
        return () => clearInterval(timer)
      },
    },
  }
}

export const tracerouteHandlers: Readonly<Record<string, Handler>> = { '/tool/traceroute': traceroute }
