import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '../../db/system-door.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { prepareInstallation } from './setup.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await prepareInstallation({
    config: {
      baseUrl: 'https://panel.example',
      demo: true,
      demoPassword: 'a-password-for-all',
      role: 'all',
      key: Buffer.alloc(32, 7),
    },
    log: createLog('silent'),
    databases: database.databases,
  })
}, 60_000)
afterAll(() => database?.drop())

const one = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await asSystem(database.databases, (tx) => query.execute(tx))).rows[0] as T

test('each client has a place on the map with devices, and its services are delivered there', async () => {
  const { clients, sites, placed, unplaced } = await one(sql<Record<string, number>>`
    select (select count(*) from company where type = 'client' and deleted_at is null) as clients,
      (select count(distinct company_id) from site where latitude is not null and hardware_count > 0) as sites,
      (select count(*) from service where kind = 'service' and site_id is not null) as placed,
      (select count(*) from service where kind = 'service' and site_id is null) as unplaced`)
  expect([sites, unplaced]).toEqual([clients, 0])
  expect(placed).toBeGreaterThan(50)
})

test('devices are at sites and in stock, online and not, of models of the catalogue', async () => {
  const { rows } = await asSystem(database.databases, (tx) =>
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
  const dialups = await one(
    sql<{ bound: number }>`select count(*) as bound from service where kind = 'vpn-dialup' and hardware_id is not null`,
  )
  expect(dialups.bound).toBeGreaterThan(10)
})

test('licences are there in all states, and none waits for a reminder that was due before', async () => {
  const { rows } = await asSystem(database.databases, (tx) =>
    sql<{ status: string }>`select distinct status from licence order by 1`.execute(tx),
  )
  expect(rows.map(({ status }) => status)).toEqual(['active', 'available', 'cancelled', 'expired', 'suspended'])
  const { soon, reminded } = await one(sql<Record<string, number>>`
    select count(*) as soon, count(*) filter (where exists (select from licence_reminder r where r.licence_id = l.id)) as reminded
    from licence l where status in ('active', 'available') and expires_on between current_date and current_date + 30`)
  expect(soon).toBeGreaterThan(3)
  expect(reminded).toBe(soon)
})

test('routers at sites have Wi-Fi that the panel keeps, some of it otherwise than they have it, and lists of who may join', async () => {
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
