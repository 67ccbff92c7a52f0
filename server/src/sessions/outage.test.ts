import { readdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bufferOf } from '@trunkline/radius/launch'
import { describe, expect, test } from 'vitest'
import { openDatabases } from '../db/databases.ts'
import { clusterOf } from '../db/embedded/cluster.ts'
import { startEmbedded, type Embedded } from '../db/embedded/launcher.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { createLog } from '../log.ts'
import type { TestDatabase } from '../testing/database.ts'
import { accountingRequest, packetSender } from '../testing/radius-packets.ts'
import { nasSecret, seedRadiusTenants, startTestRadius } from '../testing/radius.ts'
import { noRadius, until } from '../testing/radius-here.ts'

/** No record is lost while the database is unavailable, nor if FreeRADIUS is killed during that time. */
const log = createLog('silent')
const settings = { fsync: 'off', synchronous_commit: 'off' }
const awayMs = 60_000

/** A separate database server, which the test may stop and freeze. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-outage-'))
  let server: Embedded = await startEmbedded({ dataDir: folder, log, settings })
  const { url } = server
  await prepareDatabase(url, log, { durable: false })
  await prepareJobs(url)
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 4 } })
  const database: TestDatabase = { url, databases, drop: () => databases.close() }
  const on = await startTestRadius(database)
  const of = await seedRadiusTenants(on)
  await of.nas('127.0.0.2')
  for (let i = 0; i < 100; i++) await of.service(`user${i}`)
  // Registers the NAS with FreeRADIUS, like one that has been in use.
  await on.send('auth', { 'User-Name': 'user0', 'User-Password': 'pw-user0' })
  return {
    on,
    processes: () => {
      const main = readPostmaster(clusterOf(folder))!.pid
      const children = readdirSync('/proc').filter((name) => {
        try {
          return (
            /^\d+$/.test(name) &&
            Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === main
          )
        } catch {
          return false
        }
      })
      return [main, ...children.map(Number)]
    },
    stopDatabase: () => server.stop(),
    startDatabase: async () => void (server = await startEmbedded({ dataDir: folder, log, settings })),
    async end() {
      await on.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const packets = (type: 'Interim-Update' | 'Stop', octets: number) =>
  Array.from({ length: 100 }, (_, i) => ({
    'Acct-Status-Type': type,
    'Acct-Session-Id': `s${i}`,
    'User-Name': `user${i}`,
    'Acct-Session-Time': 60,
    'Acct-Input-Octets': octets,
    'Acct-Output-Octets': octets,
  }))

const totals = `select count(*) as sessions, sum(in_octets)::bigint as octets from session_closed where acct_session_id not like 'odd-%'`

/** Stops whose text attributes contain octets that need escaping in the files. */
const oddStops = [0x00, 0x01, 0x80, 0xff].map((octet, i) => {
  const text = (type: number, value: string) => ({ type, value: Buffer.from(value) })
  const full = (type: number) => ({ type, value: Buffer.alloc(253, octet) })
  return [
    { type: 40, value: Buffer.from([0, 0, 0, 2]) },
    text(44, `odd-${i}`),
    text(1, 'user1'),
    ...[30, 31, 32, 87].map(full),
  ]
})

describe.skipIf(noRadius !== undefined)('with the database unavailable', () => {
  test.concurrent('stopped: 200 records are answered, and stored when it is back, even if FreeRADIUS is killed in between', async () => {
    const it = await setUp()
    const { on } = it
    try {
      await it.stopDatabase()
      const began = Date.now()
      expect(await on.flood('acct', packets('Interim-Update', 500))).toEqual({ answered: 100, lost: 0 })
      // Buffered between the others: neither these nor the ones after them are lost.
      const sender = await packetSender({ port: on.acctPort, address: '127.0.0.1' }, '127.0.0.2', nasSecret)
      for (const stop of oddStops)
        expect(await sender.send((id) => accountingRequest(id, stop, nasSecret))).toBeDefined()
      sender.close()
      const before = on.radius.pid()
      process.kill(before, 'SIGKILL')
      await until(async () => on.radius.pid() !== before && (await on.radius.healthy()), 20_000)
      // FreeRADIUS starts without the database, and knows no NAS until it is back: a router keeps retrying.
      const sending = on.flood('acct', packets('Stop', 1000), { tries: 30, wait: 3 })
      await sleep(Math.max(0, awayMs - (Date.now() - began)))
      expect(bufferOf(on.folder).bytes).toBeGreaterThan(0)
      await it.startDatabase()
      expect(await sending).toEqual({ answered: 100, lost: 0 })
      await until(async () => (await on.query<{ sessions: number }>(totals))[0]?.sessions === 100, 60_000)
      expect(await on.query(totals)).toEqual([{ sessions: 100, octets: 100_000 }])
      expect(await on.query('select sum(in_octets)::bigint as octets from usage_by_day')).toEqual([{ octets: 100_000 }])
      await until(() => bufferOf(on.folder).bytes === 0, 30_000)
      expect(
        await on.query(
          `select acct_session_id as id, username, calling from session_closed where acct_session_id like 'odd-%' order by 1`,
        ),
      ).toEqual(
        [String.raw`\000`, '\u0001', String.raw`\200`, String.raw`\377`].map((octet, i) => ({
          id: `odd-${i}`,
          username: 'user1',
          calling: octet.repeat(253),
        })),
      )
      expect(await on.query('select * from session_live')).toEqual([])
    } finally {
      await it.end()
    }
  }, 240_000)

  test.concurrent('frozen for a minute: 200 records are answered, and stored when it continues', async () => {
    const it = await setUp()
    const { on } = it
    try {
      const frozen = it.processes()
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      const began = Date.now()
      expect(await on.flood('acct', packets('Interim-Update', 500), { wait: 10 })).toEqual({ answered: 100, lost: 0 })
      expect(await on.flood('acct', packets('Stop', 1000), { wait: 10 })).toEqual({ answered: 100, lost: 0 })
      expect((await on.send('auth', { 'User-Name': 'user0', 'User-Password': 'pw-user0' }, { wait: 4 })).code).toBe('')
      await sleep(Math.max(0, awayMs - (Date.now() - began)))
      for (const pid of frozen.toReversed()) process.kill(pid, 'SIGCONT')
      await until(async () => (await on.query<{ sessions: number }>(totals))[0]?.sessions === 100, 60_000)
      expect(await on.query(totals)).toEqual([{ sessions: 100, octets: 100_000 }])
      expect(await on.query('select sum(in_octets)::bigint as octets from usage_by_day')).toEqual([{ octets: 100_000 }])
      await until(
        async () =>
          (await on.send('auth', { 'User-Name': 'user0', 'User-Password': 'pw-user0' }, { wait: 3 })).code ===
          'Access-Accept',
        30_000,
      )
    } finally {
      await it.end()
    }
  }, 240_000)
})
