import { setTimeout as sleep } from 'node:timers/promises'
import { bufferOf } from '@trunkline/radius/launch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import {
  accessRequest,
  accountingRequest,
  codes,
  packetSender,
  withPassword,
  type PacketSender,
  type RawAttribute,
} from '../testing/radius-packets.ts'
import { nasSecret, seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { startReportProcessing } from './process-reports.ts'

/** Number of malformed records sent; each is followed by a valid one. */
const records = Number(process.env.RADIUS_OCTETS_RECORDS ?? 20_000)
const logins = 1_000
/** Number of records in flight. */
const atOnce = 200
/** Milliseconds within which a valid record is stored. */
const storedWithin = 2_000

/** Pseudo-random numbers, the same in each run (Mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const text = (type: number, value: string): RawAttribute => ({ type, value: Buffer.from(value) })
const integer = (type: number, value: number): RawAttribute => {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return { type, value: octets }
}

/** Each attribute that the panel reads from an accounting record; `bits` if it is a number. */
const read: { type: number; vendor?: number; bits?: 32 }[] = [
  { type: 1 },
  { type: 4 },
  { type: 5, bits: 32 },
  { type: 8 },
  { type: 25 },
  { type: 30 },
  { type: 31 },
  { type: 32 },
  { type: 41, bits: 32 },
  { type: 42, bits: 32 },
  { type: 43, bits: 32 },
  { type: 44 },
  { type: 46, bits: 32 },
  { type: 49, bits: 32 },
  { type: 52, bits: 32 },
  { type: 53, bits: 32 },
  { type: 55, bits: 32 },
  { type: 87 },
  { type: 95 },
  { type: 97 },
  { type: 123 },
  { type: 168 },
  { vendor: 3561, type: 1 },
  { vendor: 3561, type: 2 },
  { vendor: 2352, type: 96 },
  { vendor: 4874, type: 159 },
  { vendor: 9, type: 1 },
  { vendor: 2011, type: 161 },
  { vendor: 2011, type: 162, bits: 32 },
  { vendor: 2011, type: 163, bits: 32 },
  { vendor: 6527, type: 121 },
]
const edges = [0, 1, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff, 604_800, 4_000_000_000]
const words = [
  '',
  "'; drop table service; --",
  '%{User-Name}',
  '`id`',
  String.raw`\377\000`,
  '“quoted”',
  '198.51.100.7 1024-70000',
  'circuit-id-tag=\u0000x',
  'tl:00000000000000000000000000000000:999999999999999999',
  'ts:1',
  'x'.repeat(253),
]

function oddAttributes(next: () => number): RawAttribute[] {
  const below = (limit: number) => Math.floor(next() * limit)
  const octets = (length: number, fill?: number) => Buffer.from(Array.from({ length }, () => fill ?? below(256)))
  // A packet has at most 4,096 octets (RFC 2865, 3).
  let left = 3_500
  return read.flatMap(({ type, vendor, bits }) => {
    if (next() < 0.5) return []
    const maxLength = vendor === undefined ? 253 : 247
    const kind = below(5)
    const value =
      bits !== undefined && kind < 4
        ? integer(0, kind < 2 ? (edges[below(edges.length)] as number) : below(2 ** 32)).value
        : kind === 0
          ? octets(maxLength, [0, 1, 0x80, 0xff][below(4)])
          : kind === 1
            ? Buffer.from(words[below(words.length)] as string).subarray(0, maxLength)
            : octets(kind === 2 ? 1 + below(maxLength) : ([4, 16, 18, 20][below(4)] as number))
    left -= value.length + 8
    return left < 0 ? [] : [{ type, value, ...(vendor !== undefined && { vendor }) }]
  })
}

/** Whatever octets a packet contains, it is answered, and the next one is stored. */
describe.skipIf(noRadius !== undefined)('any octets', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  const senders: PacketSender[] = []
  let taking: { stop(): Promise<void> }

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2', { purposes: ['ipoe'] })
    await of.service('good')
    taking = startReportProcessing(on.database.databases, createLog('silent'))
    for (const port of [on.acctPort, on.acctPort, on.authPort, on.authPort])
      senders.push(
        await packetSender({ port, address: '127.0.0.1' }, '127.0.0.2', nasSecret, {
          // A rejection takes a second.
          inFlight: port === on.authPort ? 100 : 24,
        }),
      )
  })
  afterAll(async () => {
    for (const sender of senders) sender.close()
    await taking?.stop()
    await on?.stop()
  })
  const rows = async <T>(sql: string, values: unknown[] = []) =>
    (await on.database.databases.appAll.query(sql, values)).rows as T[]

  test(`${records} odd accounting records, each followed by a good one that is stored within ${storedWithin} ms`, async () => {
    const next = random(20_261)
    let answered = 0
    let slowest = 0
    for (let from = 0; from < records; from += atOnce) {
      const amount = Math.min(atOnce, records - from)
      const prefix = `good-${from}-`
      const kinds = [1, 2, 3] as const
      const odd: Promise<unknown>[] = []
      const good: Promise<unknown>[] = []
      for (let i = 0; i < amount; i++) {
        const status = integer(40, next() < 0.95 ? (kinds[Math.floor(next() * 3)] as number) : 7)
        const attributes = oddAttributes(next)
        odd.push(
          senders[0]!
            .send((id) => accountingRequest(id, [status, ...attributes], nasSecret))
            .then((reply) => {
              if (reply?.[0] === codes.accountingResponse) answered++
            }),
        )
        good.push(
          senders[1]!.send((id) =>
            accountingRequest(
              id,
              [
                integer(40, i % 2 === 0 ? 2 : 3),
                text(1, 'good'),
                text(44, `${prefix}${i}`),
                integer(46, 60),
                integer(42, 1000),
              ],
              nasSecret,
            ),
          ),
        )
      }
      for (const reply of await Promise.all(good)) expect(reply).toBeDefined()
      const began = Date.now()
      for (let stored = 0; stored < amount; await sleep(stored < amount ? 25 : 0)) {
        const [row] = await rows<{ n: number }>(
          `select (select count(*) from session_live where acct_session_id like $1) + (select count(*) from session_closed where acct_session_id like $1) as n`,
          [`${prefix}%`],
        )
        stored = Number(row!.n)
        slowest = Math.max(slowest, Date.now() - began)
        if (Date.now() - began > storedWithin) break
      }
      expect(slowest, `good records ${from} to ${from + amount}`).toBeLessThanOrEqual(storedWithin)
      await Promise.all(odd)
    }
    expect(answered).toBe(records)
    await until(() => bufferOf(on.folder).bytes === 0, 60_000)
  }, 600_000)

  test(`${logins} odd logins are answered and recorded like any other`, async () => {
    const next = random(4_711)
    const before = Number((await rows<{ n: number }>('select count(*) as n from auth_log'))[0]!.n)
    const odd = Array.from({ length: logins }, () => {
      const attributes = oddAttributes(next).filter(
        ({ type, vendor }) => vendor !== undefined || (type !== 1 && type < 40),
      )
      const name = Buffer.from(Array.from({ length: 1 + Math.floor(next() * 253) }, () => Math.floor(next() * 256)))
      const password = Buffer.from(Array.from({ length: 1 + Math.floor(next() * 100) }, () => Math.floor(next() * 256)))
      return senders[2]!.send((id) =>
        withPassword(accessRequest(id, [{ type: 1, value: name }, ...attributes], nasSecret), password, nasSecret),
      )
    })
    const replies = await Promise.all(odd)
    expect(replies.filter((reply) => reply?.[0] === codes.reject)).toHaveLength(logins)
    const after = await rows<{ n: number }>('select count(*) as n from auth_log')
    expect(Number(after[0]!.n) - before).toBe(logins)
    const good = await senders[3]!.send((id) =>
      withPassword(accessRequest(id, [text(1, 'good')], nasSecret), Buffer.from('pw-good'), nasSecret),
    )
    expect(good?.[0]).toBe(codes.accept)
  }, 300_000)

  test('octets that are not UTF-8 are readable where they are shown', async () => {
    const name = Buffer.from('caf\u00e9\u0000z', 'latin1')
    await senders[0]!.send((id) =>
      accountingRequest(id, [integer(40, 1), { type: 1, value: name }, text(44, 'odd-name')], nasSecret),
    )
    expect(await rows(`select username from session_live where acct_session_id = 'odd-name'`)).toEqual([
      { username: String.raw`caf\351\000z` },
    ])
  })
})
