import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../testing/describe-resource.ts'
import { makeInventoryRow } from '../testing/matrix/inventory-fixture.ts'
import { makeIpamRow } from '../testing/matrix/ipam-fixture.ts'
import { makeOwnedRow } from '../testing/matrix/owned-rows.ts'
import { makeRadiusRow } from '../testing/matrix/radius-fixture.ts'
import { taskContext } from '../testing/task-context.ts'
import { sampleSubjects } from './sample-subjects.ts'

let fixture: Fixture
beforeAll(async () => void (fixture = await setupFixture()))
afterAll(() => fixture?.panel.stop())

/** Waits while the five-minute interval is about to end, so that a test does not cross its end. */
async function awayFromTheEnd(): Promise<void> {
  const left = () =>
    fixture.panel.sql(async (tx) => {
      const { rows } = await sql<{ left: number }>`
        select 300 - mod(extract(epoch from clock_timestamp())::numeric, 300)::float8 as left`.execute(tx)
      return rows[0]!.left
    })
  for (let seconds = await left(); seconds < 20; seconds = await left()) await sleep(500)
}

/** Samples all subjects and returns the last values of a subject by series. */
async function sampleOf(kind: string, id: number): Promise<Record<string, number | null> | undefined> {
  await sampleSubjects(taskContext(fixture.panel.databases))
  return fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ series: string[]; v: (number | null)[] }>`
      select s.series, r.v from telemetry_subject s join reading_1m r on r.subject_id = s.id
        where s.kind = ${kind} and s.object_id = ${id} order by r.at desc limit 1`.execute(tx)
    const row = rows[0]
    return row && Object.fromEntries(row.series.map((name, at) => [name, row.v[at] ?? null]))
  })
}

test('a company and a site count their devices and traffic, without devices that were never read', async () => {
  const { client, master } = fixture.companies
  const site = await fixture.panel.sql(async (tx) => {
    const devices = [
      await makeInventoryRow(tx, 'hardware', client),
      await makeInventoryRow(tx, 'hardware', client),
      await makeInventoryRow(tx, 'hardware', client),
    ]
    const site_id = await makeOwnedRow(tx, 'site', client)
    for (const [n, id] of devices.slice(0, 2).entries()) {
      await sql`update hardware set is_online = ${n === 0}, site_id = ${site_id} where id = ${id}`.execute(tx)
      await sql`insert into hardware_state (hardware_id, polled_at, rx_bps, tx_bps) values (${id}, now(), ${1000 + n}, 500)`.execute(
        tx,
      )
    }
    return site_id
  })
  const expected = { devices: 2, online: 1, rx: 1000, tx: 500 }
  expect(await sampleOf('company', client)).toEqual(expected)
  expect(await sampleOf('company', master)).toEqual(expected)
  expect(await sampleOf('site', site)).toEqual(expected)
})

test('a service has the traffic between its last two reports, and none without a session', async () => {
  const { client } = fixture.companies
  const service = await fixture.panel.sql(async (tx) => {
    const id = await makeRadiusRow(tx, 'session-live', client)
    await sql`update session_live set before_at = now() - interval '120 seconds', updated_at = now() - interval '60 seconds',
        before_in = 1000, in_octets = 1000 + 7500, before_out = 0, out_octets = 75000 where service_id = ${id}`.execute(
      tx,
    )
    await sql`update service set status = 'active' where id = ${id}`.execute(tx)
    return id
  })
  expect(await sampleOf('service', service)).toEqual({ sessions: 1, rx: 10_000, tx: 1000 })
})

test('a NAS has its logins and rejections of the last interval by reason, and its sessions', async () => {
  const { master } = fixture.companies
  await awayFromTheEnd()
  const nas = await fixture.panel.sql(async (tx) => {
    const id = await makeRadiusRow(tx, 'nas', master)
    for (const [accepted, reason, count] of [
      [true, '', 10],
      [false, 'bad-credentials', 5],
      [false, 'unknown-user', 15],
    ] as const)
      for (let n = 0; n < count; n++)
        await sql`insert into auth_log (username, nas_id, accepted, reason, at, ancestor_ids)
          values ('x', ${id}, ${accepted}, ${reason}, date_bin('5 minutes', now(), 'epoch') - interval '1 minute', '{1}')`.execute(
          tx,
        )
    return id
  })
  expect(await sampleOf('nas', nas)).toEqual({
    sessions: 0,
    logins: 2,
    rejections: 4,
    'rejections bad-credentials': 1,
    'rejections unknown-user': 3,
  })
})

test('a pool has the share of its addresses that is used, and the number of free ones', async () => {
  const { master } = fixture.companies
  const pool = await fixture.panel.sql(async (tx) => {
    const id = await makeIpamRow(tx, 'subnet', master)
    await sql`update subnet set type = 'pool' where id = ${id} and type <> 'pool'`.execute(tx)
    return id
  })
  const stored = await fixture.panel.sql(
    async (tx) =>
      (
        await sql<{ size: number; used: number }>`
        select (2 ^ (case family(net) when 4 then 32 else 128 end - masklen(net)))::float8 as size, greatest(used, in_use)::float8 as used from subnet where id = ${pool}`.execute(
          tx,
        )
      ).rows[0]!,
  )
  const sample = await sampleOf('pool', pool)
  expect(sample!['free']).toBe(stored.size - stored.used)
  expect(sample!['used']).toBeCloseTo((100 * stored.used) / stored.size, 3)
})
