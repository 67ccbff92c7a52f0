import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '@trunkline/server/db/system-transaction'
import type { Deps } from '@trunkline/server/deps'
import { writeHistory } from './history.ts'
import type { Devices } from '@trunkline/server/devices/devices'
import { submitCommand } from '@trunkline/server/devices/submit'
import { createLog } from '@trunkline/server/log'
import { createTestDatabase, type TestDatabase } from '@trunkline/server/testing/database'
import { createWifiReading, sampleSystem } from '@trunkline/server/testing/devices/create-wifi-reading'
import { prepareDemo } from './prepare.ts'
import { enqueueDemoAccessLists } from './tasks.ts'
import { prepareInstallation } from '@trunkline/server/features/setup/setup'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await prepareInstallation({
    config: {
      baseUrl: 'https://panel.example',
      demoPassword: 'a-password-for-all',
      role: 'all',
      key: Buffer.alloc(32, 7),
    },
    log: createLog('silent'),
    databases: database.databases,
    prepareDemo,
  })
}, 60_000)
afterAll(() => database?.drop())

const one = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await withSystem(database.databases, (tx) => query.execute(tx))).rows[0] as T

test('each client has a site on the map with devices, and its services are delivered there', async () => {
  const { clients, sites, placed, unplaced } = await one(sql<Record<string, number>>`
    select (select count(*) from company where type = 'client' and deleted_at is null) as clients,
      (select count(distinct company_id) from site where latitude is not null and hardware_count > 0) as sites,
      (select count(*) from service where kind = 'service' and site_id is not null) as placed,
      (select count(*) from service where kind = 'service' and site_id is null) as unplaced`)
  expect([sites, unplaced]).toEqual([clients, 0])
  expect(placed).toBeGreaterThan(50)
})

test('devices are at sites and in stock, online and offline, of models in the catalogue', async () => {
  const { rows } = await withSystem(database.databases, (tx) =>
    sql<{ at_site: boolean; is_online: boolean | null; count: number }>`
      select site_id is not null as at_site, is_online, count(*) as count from hardware group by 1, 2 order by 1, 2`.execute(
      tx,
    ),
  )
  expect(rows.map(({ at_site, is_online }) => [at_site, is_online])).toEqual([
    [false, null],
    [true, false],
    [true, true],
    [true, null],
  ])
  const { other } = await one(sql<{ other: number }>`
    select count(*) as other from hardware h join hardware_state s on s.hardware_id = h.id
    where h.is_online = false and h.online_changed_at is distinct from s.polled_at`)
  expect(other, 'devices offline since another time than that of their last reading').toBe(0)
  const dialups = await one(
    sql<{ bound: number }>`select count(*) as bound from service where kind = 'vpn-dialup' and hardware_id is not null`,
  )
  expect(dialups.bound).toBeGreaterThan(10)
})

test('licences exist in all states, and none has an overdue reminder', async () => {
  const { rows } = await withSystem(database.databases, (tx) =>
    sql<{ status: string }>`select distinct status from licence order by 1`.execute(tx),
  )
  expect(rows.map(({ status }) => status)).toEqual(['active', 'available', 'cancelled', 'expired', 'suspended'])
  const { soon, reminded } = await one(sql<Record<string, number>>`
    select count(*) as soon, count(*) filter (where exists (select from licence_reminder r where r.licence_id = l.id)) as reminded
    from licence l where status in ('active', 'available') and expires_on between current_date and current_date + 30`)
  expect(soon).toBeGreaterThan(3)
  expect(reminded).toBe(soon)
})

test('Wi-Fi networks of routers at sites are in the panel, some with differences, and so are access lists', async () => {
  const found = await one(sql<Record<string, number>>`
    select (select count(distinct hardware_id) from wifi_setting) as routers, (select count(*) from wifi_setting) as networks,
      (select count(*) from wifi_setting where passphrase is null or passphrase_digest is null) as without,
      (select count(*) from wifi_setting where vlan_id = 30) as differing, (select count(*) from wifi_setting w join hardware h on h.id = w.hardware_id where h.site_id is null) as elsewhere,
      (select count(distinct site_id) from access_control) as sites, (select count(*) from access_control) as entries`)
  expect(found).toMatchObject({ networks: 2 * (found['routers'] as number), without: 0, elsewhere: 0 })
  expect(found['routers']).toBeGreaterThan(10)
  expect(found['differing']).toBeGreaterThan(3)
  expect(found['entries']).toBe(3 * (found['sites'] as number))
})

test('devices have readings of a week, which are written once', async () => {
  await writeHistory(database.databases)
  const counts = () =>
    one(sql<Record<string, number>>`
      select (select count(*) from company_reading r join company c on c.id = r.company_id where c.type = 'simrush') as hours,
        (select count(*) from company_reading where online > devices or rx_bps = 0) as odd,
        (select count(*) from hardware_sample where seconds = 300) as moments, (select count(*) from hardware_sample) as samples,
        (select count(*) from hardware_sample where at > now() or not online and rx_bps is not null) as wrong,
        (select count(distinct hardware_id) from hardware_sample where not online) as lost`)
  const before = await counts()
  expect(before).toMatchObject({ hours: 168, odd: 0, wrong: 0 })
  expect(before['lost']).toBeGreaterThan(5)
  expect(before['moments']).toBeGreaterThan(10_000)
  await writeHistory(database.databases)
  expect(await counts()).toEqual(before)
})

test('graphs of a day, week, month and year have readings of every kind of subject, which are written once', async () => {
  await writeHistory(database.databases)
  const counts = async () =>
    (
      await withSystem(database.databases, (tx) =>
        sql<{ kind: string; minutes: number; hours: number; days: number; wrong: number }>`
          select s.kind, (select count(*)::int from reading_5m r where r.subject_id = s.id) as minutes,
              (select count(*)::int from reading_1h r where r.subject_id = s.id) as hours, (select count(*)::int from reading_1d r where r.subject_id = s.id) as days,
              (select count(*)::int from reading_1h r where r.subject_id = s.id and (cardinality(r.v) <> cardinality(s.series) or r.at > now() or r.m[1] < r.v[1])) as wrong
            from telemetry_subject s order by s.kind, s.object_id`.execute(tx),
      )
    ).rows
  const before = await counts()
  expect([...new Set(before.map(({ kind }) => kind))]).toEqual(['company', 'device', 'nas', 'pool', 'service', 'site'])
  for (const of of before) {
    expect(of, of.kind).toMatchObject({ days: 365, wrong: 0 })
    expect(of.minutes, of.kind).toBeGreaterThan(800)
    expect(of.hours, of.kind).toBeGreaterThan(700)
  }
  await writeHistory(database.databases)
  expect(await counts()).toEqual(before)
})

test('the routers of the first sites adopt their access lists once, after their Wi-Fi was read', async () => {
  const keys = [Buffer.alloc(32, 7)] as const
  const started = new Date()
  const submit: Devices['submit'] = (tx, actor, order) => submitCommand(keys, tx, actor, order)
  const runQuery = () =>
    withSystem(database.databases, (tx) =>
      enqueueDemoAccessLists({ devices: { submit } as Deps['devices'] }, tx, started),
    )
  const requested = () =>
    one(sql<{ commands: number; sites: number; by: number }>`
      select count(*) as commands, count(distinct h.site_id) as sites, count(distinct c.requested_by) as by
      from device_command c join hardware h on h.id = c.hardware_id where c.kind = 'wifi' and c.input ->> 'action' = 'access'`)
  await runQuery()
  expect((await requested()).commands).toBe(0)
  await withSystem(database.databases, async (tx) => {
    await sql`update hardware set management_address = '127.0.0.9', management_user = 'trunkline' where name = 'Router'`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number }>`
      select id from hardware where name = 'Router' and site_id in (select distinct site_id from access_control order by 1 limit 13)`.execute(
      tx,
    )
    for (const { id } of rows) await createWifiReading(tx, id, [sampleSystem('wifi-capsman')])
  })
  await runQuery()
  const first = await requested()
  expect(first.sites).toBe(12)
  expect(first.by).toBeGreaterThan(3)
  await runQuery()
  expect(await requested()).toEqual(first)
})
