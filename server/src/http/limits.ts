import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../access/actor.ts'
import { AppError } from '../errors.ts'

/** Maximum requests per minute; 0 disables a limit. */
export interface LimitSettings {
  network: number
  user: number
  company: number
}

export interface Limits {
  /**
   * Counts a request. A request without an endpoint has an invalid token and counts for its network.
   * @throws AppError rate_limited with the seconds until the window ends
   */
  check(request: Pick<FastifyRequest, 'ip'>, actor: Actor | null, endpoint?: Endpoint): Promise<void>
  /** Stops the synchronization with other processes. */
  stop(): void
}

/** The totals of all processes in the current window. */
export interface SharedTotals {
  /** Number of the window, the same in all processes. */
  window: number
  /** Milliseconds until the window ends. */
  endsIn: number
  /** Hits by key, including those just added. */
  totals: ReadonlyMap<string, number>
}

/**
 * Adds hits to the totals of all processes and returns the new totals of these keys.
 * @throws Error while the store is unavailable
 */
export type ShareCounts = (hits: ReadonlyMap<string, number>) => Promise<SharedTotals>

interface LimitOptions {
  /** Shares the counts between processes; without it each process counts separately. */
  share?: ShareCounts
  /** Milliseconds between two synchronizations. */
  interval?: number
  /** Maximum milliseconds that a request waits for a synchronization. */
  maxWait?: number
  now?: () => number
}

const windowMs = 60_000
/** A request waits for a synchronization if its process has at least this share of the limit not yet synchronized … */
const unsharedShare = 1 / 20
/** … but at most this many milliseconds, so that a slow database does not slow down every request. */
const maxWaitMs = 250

/**
 * Hits that are sent together. `positions` is set after sending: the total of each key before the first hit of this
 * batch.
 */
interface Batch {
  hits: Map<string, number>
  positions?: Map<string, number>
  sent?: Promise<void>
}

/**
 * Counts requests in windows of one minute: by network for anonymous callers, by user and company for authenticated
 * ones, and by user and endpoint if an endpoint has a lower limit. This protects against floods; it is not a quota.
 * Failed password attempts are counted exactly, in the database, by access/throttle.ts.
 *
 * Processes share their counts through `share`, once a second and only if there are new hits. Until then a process may
 * admit up to 5 % of a limit that the others do not know of; a request beyond that waits for the synchronization, which
 * returns its exact position. So N processes together admit at most `limit * (1 + N / 20)`, and limits up to 20 per
 * minute are exact. While the store is unavailable each process counts separately.
 */
export function createLimits(
  settings: LimitSettings,
  { share, interval = 1000, maxWait = maxWaitMs, now = Date.now }: LimitOptions = {},
): Limits {
  let window = Math.floor(now() / windowMs)
  let windowEnds = now() + windowMs
  /** Hits of all processes in the window, as far as this process knows, without those of `batch`. */
  let known = new Map<string, number>()
  let batch: Batch = { hits: new Map() }
  let current: Promise<void> = Promise.resolve()
  let away = false

  const rejected = () =>
    new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((windowEnds - now()) / 1000)) })

  const startWindow = (number: number, endsIn: number) => {
    if (number !== window) known = new Map()
    window = number
    windowEnds = now() + endsIn
  }

  async function send(sent: Batch): Promise<void> {
    batch = { hits: new Map() }
    // Counted locally from now on, whether or not the store accepts them.
    for (const [key, hits] of sent.hits) known.set(key, (known.get(key) ?? 0) + hits)
    try {
      const { window: number, endsIn, totals } = await (share as ShareCounts)(sent.hits)
      startWindow(number, endsIn)
      sent.positions = new Map()
      for (const [key, total] of totals) {
        known.set(key, total)
        sent.positions.set(key, total - (sent.hits.get(key) ?? 0))
      }
      away = false
    } catch {
      // The database is unavailable: this process counts separately and retries at the next interval.
      away = true
    }
  }

  /** Sends the batch after the one in flight. */
  const synchronise = (of: Batch): Promise<void> => (of.sent ??= current = current.then(() => send(of)))

  const timer =
    share === undefined
      ? undefined
      : setInterval(() => {
          if (batch.hits.size > 0) void synchronise(batch)
        }, interval)
  timer?.unref()

  async function hit(key: string, limit: number): Promise<void> {
    if (limit <= 0) return
    if (now() >= windowEnds) {
      startWindow(window + 1, windowMs)
      if (batch.sent === undefined) batch.hits.clear()
    }
    const of = batch
    const count = (of.hits.get(key) ?? 0) + 1
    // Rejected requests are not counted, so that a flood causes no writes.
    if ((known.get(key) ?? 0) + count > limit) throw rejected()
    of.hits.set(key, count)
    if (share === undefined || away || count < limit * unsharedShare) return
    await waitUpTo(synchronise(of), maxWait)
    const before = of.positions?.get(key)
    if (before !== undefined && before + count > limit) throw rejected()
  }

  return {
    async check(request, actor, endpoint) {
      const caller = actor === null ? `network ${networkOf(request.ip)}` : `user ${actor.user_id}`
      if (actor === null) await hit(caller, settings.network)
      else {
        await hit(caller, settings.user)
        await hit(`company ${actor.company_id}`, settings.company)
      }
      if (endpoint?.perMinute !== undefined && settings.user > 0)
        await hit(`${caller} ${endpoint.name}`, endpoint.perMinute)
    },
    stop() {
      clearInterval(timer)
    },
  }
}

async function waitUpTo(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([promise, new Promise<void>((done) => (timer = setTimeout(done, ms)))])
  clearTimeout(timer)
}

/** An IPv4 address, or the /64 of an IPv6 address: what one customer usually has. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7)
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail !== undefined) while (left.length < 4) left.push('0')
  return `${left.slice(0, 4).join(':')}::/64`
}
