import { message } from '@trunkline/contract/errors'
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { withSystem } from '../db/system-transaction.ts'
import type { Databases, Tx } from '../db/pool.ts'
import { AppError } from '../errors.ts'

/** Attempt limits per key. Delays are in seconds. */
interface Rule {
  /** Attempts without a delay. Each further one doubles the delay … */
  free: number
  maxDelay: number
  /** … and after this many attempts all are rejected until the window has passed. */
  max: number
  window: number
  /**
   * The window restarts with each attempt: no period of its length contains more than `max`. Otherwise it starts with
   * the first attempt.
   */
  strict: boolean
}

const minutes = (n: number) => n * 60

/**
 * The rules. None locks an account, and every delay ends.
 * - `account`: one account from one network, or one session that confirms its password.
 * - `accountAnywhere`: one account from all networks together, without known devices (known-devices.ts): an attack from
 *   1,000 addresses gets 30 passwords checked in 15 minutes. A single network never delays the others.
 * - `device`: one known device, which attempts from elsewhere do not delay.
 * - `network`: all accounts from one network.
 * - `code`, `codeAnywhere`: second factors, which can be tried only with the right password.
 * - `mail`: links to one address, requested from one network.
 */
export const rules = {
  account: { free: 3, maxDelay: 64, max: 10, window: minutes(15), strict: true },
  accountAnywhere: { free: 20, maxDelay: 64, max: 30, window: minutes(15), strict: true },
  device: { free: 3, maxDelay: 64, max: 10, window: minutes(15), strict: true },
  network: { free: 50, maxDelay: 8, max: 100, window: minutes(15), strict: false },
  code: { free: 3, maxDelay: 8, max: 5, window: minutes(5), strict: true },
  codeAnywhere: { free: 10, maxDelay: 8, max: 20, window: minutes(15), strict: true },
  mail: { free: 5, maxDelay: 0, max: 5, window: minutes(60), strict: false },
} satisfies Record<string, Rule>

export interface Guess {
  rule: keyof typeof rules
  /** The target of the attempts: an address or a user's id. Hashed, so that the table contains no addresses. */
  at?: string | number
  /** The network of the caller; omitted for counters across networks. */
  from?: string
}

/** The network of an address: an IPv4 address, or the /64 of an IPv6 address (RFC 4291: one link), in any notation. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || isIPv4(ip)) return mapped ?? ip
  if (!isIPv6(ip)) return 'unknown'
  const [head = '', tail] = (ip.split('%')[0] as string).toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return (
    groups
      .slice(0, 4)
      .map((group) => Number.parseInt(group, 16).toString(16))
      .join(':') + '::/64'
  )
}

const keyOf = ({ rule, at, from }: Guess) =>
  `${rule}:${createHash('sha256')
    .update(JSON.stringify([at ?? null, from ?? null]))
    .digest('base64url')
    .slice(0, 32)}`

/**
 * Counts one attempt for each key before it is known to fail, so that concurrent attempts cannot bypass the limit. Undo
 * it with `forgive` if the attempt succeeded. A rejected request counts no attempt.
 * @throws AppError rate_limited with the delay
 */
export async function countGuess(databases: Databases, guesses: Guess[]): Promise<void> {
  await withSystem(databases, async (tx) => {
    // Most attempts of an attack are rejected here: without a write, and without waiting for the lock of the shared
    // counter row.
    await assertOpen(tx, guesses)
    // In a fixed order, so that concurrent requests cannot deadlock.
    for (const guess of [...guesses].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
      const key = keyOf(guess)
      const { free, maxDelay, max, window, strict } = rules[guess.rule]
      const used = await sql`
        insert into throttle as t (key, failures, window_start, next_at) values (${key}, 1, clock_timestamp(), clock_timestamp())
        on conflict (key) do update set (failures, window_start, next_at) = (
          select count, start, case
            when count >= ${max}::int then start + make_interval(secs => ${window}::int)
            when count > ${free}::int then clock_timestamp() + make_interval(secs => least(power(2, least(count - ${free}::int, 20)), ${maxDelay}::int))
            else clock_timestamp() end
          from (select fresh, case when fresh then 1 else t.failures + 1 end as count,
              case when fresh or ${strict}::boolean then clock_timestamp() else t.window_start end as start
            from (select t.window_start < clock_timestamp() - make_interval(secs => ${window}::int) as fresh) as aged) as counted)
        where t.next_at <= clock_timestamp()
        returning key`.execute(tx)
      if (used.rows.length > 0) continue
      await assertOpen(tx, guesses)
      // The delay has passed since, and the next attempt is allowed.
      throw tooMany([guess], 1)
    }
  })
}

/** @throws AppError rate_limited with the longest delay of these attempts */
async function assertOpen(tx: Tx, guesses: Guess[]): Promise<void> {
  const { rows } = await sql<{ key: string; wait: number }>`
    select key, ceil(extract(epoch from next_at - clock_timestamp()))::int as wait
    from throttle where key = any(${guesses.map(keyOf)}) and next_at > clock_timestamp()`.execute(tx)
  if (rows.length === 0) return
  const closed = new Set(rows.map(({ key }) => key))
  throw tooMany(
    guesses.filter((guess) => closed.has(keyOf(guess))),
    Math.max(...rows.map(({ wait }) => wait)),
  )
}

/**
 * The message depends on the kind of attempt, not on whether the account exists: unknown addresses are counted the same
 * way.
 */
const tooMany = (guesses: readonly Guess[], wait: number): AppError => {
  const retryAfter = Math.max(1, wait)
  const isAboutAccount = guesses.some(({ rule }) => rule === 'accountAnywhere')
  return new AppError('rate_limited', {
    reason: message(isAboutAccount ? 'sign_in.new_browser_blocked' : 'sign_in.too_many_attempts'),
    retryAfter,
  })
}

/** Removes one attempt that succeeded. Earlier failed ones stay counted. */
export async function forgive(databases: Databases, guesses: Guess[]): Promise<void> {
  await withSystem(databases, (tx) =>
    sql`update throttle set failures = failures - 1, next_at = clock_timestamp() where key = any(${guesses.map(keyOf).sort()}) and failures > 0`.execute(
      tx,
    ),
  )
}

/** Removes all failed attempts of a key after a sign-in. */
export async function forget(databases: Databases, guesses: Guess[]): Promise<void> {
  await withSystem(databases, (tx) =>
    sql`delete from throttle where key = any(${guesses.map(keyOf).sort()})`.execute(tx),
  )
}
