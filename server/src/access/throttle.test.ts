import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { codeOf, setupAccessFixture, type AccessFixture } from '../testing/access/access-fixture.ts'
import { forget, forgive, networkOf, countGuess, type Guess } from './throttle.ts'

let fixture: AccessFixture
beforeAll(async () => void (fixture = await setupAccessFixture()))
afterAll(() => fixture.stop())

const account = (at: string, from = '203.0.113.1'): Guess => ({ rule: 'account', at, from })
const guess = (...guesses: Guess[]) => countGuess(fixture.context.databases, guesses)
/** Moves the counters into the past. */
const later = (seconds: number) =>
  fixture.sql((tx) =>
    sql`update throttle set next_at = next_at - make_interval(secs => ${seconds}), window_start = window_start - make_interval(secs => ${seconds})`.execute(
      tx,
    ),
  )

test('a network is an IPv4 address or 64 bits of IPv6, in any notation', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:0:1::1')).toBe(networkOf('2001:DB8:0000:0001:ffff:0:0:2'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('nonsense')).toBe('unknown')
})

test('the first attempts are free, each further one doubles the delay, and ten are the limit in fifteen minutes', async () => {
  const delays: number[] = []
  let used = 0
  for (let second = 0; second < 900; second++) {
    const rejected = await guess(account('slow@example.org')).then(
      () => undefined,
      (error: AppError) => error,
    )
    if (rejected === undefined) used++
    else delays.push(rejected.retryAfter as number)
    if (rejected !== undefined) await later(rejected.retryAfter as number)
    if (used === 10) break
  }
  expect(used).toBe(10)
  expect(delays).toEqual([2, 4, 8, 16, 32, 64])
  const rejected = await guess(account('slow@example.org')).catch((error: AppError) => error)
  expect((rejected as AppError).code).toBe('rate_limited')
  expect((rejected as AppError).retryAfter).toBeGreaterThan(890)
})

test('a lock is temporary: after the window the counter restarts', async () => {
  for (let i = 0; i < 10; i++) {
    await guess(account('lasting@example.org'))
    await later(65)
  }
  expect(await codeOf(guess(account('lasting@example.org')))).toBe('rate_limited')
  await later(901)
  for (let i = 0; i < 3; i++) expect(await codeOf(guess(account('lasting@example.org')))).toBeUndefined()
})

test('no period of fifteen minutes contains more than ten attempts, even across window boundaries', async () => {
  const times: number[] = []
  for (let minute = 0; minute < 32; minute++) {
    for (let i = 0; i < 3; i++)
      if ((await codeOf(guess(account('sliding@example.org')))) === undefined) times.push(minute)
    await later(60)
  }
  for (const from of times)
    expect(times.filter((time) => time >= from && time < from + 15).length).toBeLessThanOrEqual(10)
})

test('a hundred concurrent attempts do not bypass the limit', async () => {
  const start = performance.now()
  const results = await Promise.all(Array.from({ length: 100 }, () => codeOf(guess(account('burst@example.org')))))
  // The fifth may be counted once the first delay of two seconds is over.
  expect(results.filter((code) => code === undefined).length).toBeLessThanOrEqual(
    performance.now() - start < 2000 ? 4 : 10,
  )
  expect(results.every((code) => code === undefined || code === 'rate_limited')).toBe(true)
})

test('another network is not delayed', async () => {
  for (let i = 0; i < 10; i++) await codeOf(guess(account('victim@example.org')))
  expect(await codeOf(guess(account('victim@example.org')))).toBe('rate_limited')
  expect(await codeOf(guess(account('victim@example.org', '198.51.100.7')))).toBeUndefined()
})

test('a network that tries many accounts is stopped, and a rejected attempt does not count for the account', async () => {
  const from = '203.0.113.200'
  const tryOne = (i: number) => codeOf(guess({ rule: 'network', from }, account(`a${i}@example.org`, from)))
  await fixture.sql((tx) => sql`delete from throttle`.execute(tx))
  await tryOne(0)
  // As if ninety more had failed.
  await fixture.sql((tx) => sql`update throttle set failures = 91 where key like 'network:%'`.execute(tx))
  let used = 0
  for (let i = 1; i <= 20; i++) {
    if ((await tryOne(i)) === undefined) used++
    await fixture.sql((tx) =>
      sql`update throttle set next_at = least(next_at, clock_timestamp()) where failures < 100`.execute(tx),
    )
  }
  expect(used).toBe(9)
  const { rows } = await fixture.sql((tx) =>
    sql<{ count: number }>`select count(*)::int as count from throttle where key like 'account:%'`.execute(tx),
  )
  expect(rows[0]!.count).toBe(1 + used)
})

test('a successful attempt is not counted, earlier failures stay, and a sign-in clears them', async () => {
  const at = account('forgiven@example.org')
  for (let i = 0; i < 3; i++) await guess(at)
  for (let i = 0; i < 20; i++) {
    await codeOf(guess(at))
    await forgive(fixture.context.databases, [at])
  }
  const count = async () =>
    (
      await fixture.sql((tx) =>
        sql<{ failures: number }>`select failures from throttle order by window_start desc limit 1`.execute(tx),
      )
    ).rows[0]?.failures
  expect(await count()).toBe(3)
  await forget(fixture.context.databases, [at])
  for (let i = 0; i < 3; i++) expect(await codeOf(guess(at))).toBeUndefined()
})

test('the table contains no address', async () => {
  await guess(account('plain@example.org'))
  const { rows } = await fixture.sql((tx) => sql<{ key: string }>`select key from throttle`.execute(tx))
  expect(rows.map(({ key }) => key).join()).not.toContain('plain')
})
