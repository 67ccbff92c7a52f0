import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { checkPassword } from '@trunkline/server/access/password-hash'
import { withSystem } from '@trunkline/server/db/system-transaction'
import { createLog } from '@trunkline/server/log'
import { parseTelephone } from '@trunkline/server/reference/telephone'
import { createTestDatabase, type TestDatabase } from '@trunkline/server/testing/database'
import { planDemo } from './plan.ts'
import { prepareDemo } from './prepare.ts'
import { prepareInstallation } from '@trunkline/server/features/setup/setup'

let database: TestDatabase
const log = createLog('silent')
const prepare = (config: { demoPassword?: string; role?: 'all' | 'worker' } = {}) =>
  prepareInstallation({
    config: {
      baseUrl: 'https://panel.example',
      demoPassword: undefined,
      role: 'all',
      key: Buffer.alloc(32, 7),
      ...config,
    },
    log,
    databases: database.databases,
    prepareDemo,
  })
const runQuery = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await withSystem(database.databases, (tx) => query.execute(tx))).rows
const hashOf = async (email: string) =>
  (
    await runQuery(
      sql<{
        password_hash: string
      }>`select password_hash from user_credential join app_user on id = user_id where email = ${email}`,
    )
  )[0]?.password_hash

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('a process waits for another one that seeds the demo, longer than the lock timeout, and takes over when it dies', async () => {
  // The other process: it holds the lock and has not written anything yet.
  const other = new Client({ connectionString: database.url })
  other.on('error', () => {})
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtext('trunkline first start'))`)
  let ended = false
  const waiting = prepare({ demoPassword: 'violet-tundra-oxide-42' }).finally(() => (ended = true))
  const blocked = async () =>
    (await other.query(`select 1 from pg_locks where not granted and locktype = 'advisory'`)).rowCount
  for (let second = 0; second < 3; second++) {
    await sleep(1000)
    expect(ended).toBe(false)
    // It waits without a transaction, so that none can run into a timeout.
    expect(await blocked()).toBe(0)
  }
  await other.end()
  expect((await waiting)[0]).toMatch(/^Demo: \d+ companies/)
}, 120_000)

test('an installation with a provider gets no demo', async () => {
  await runQuery(sql`insert into company (type, name) values ('simrush', 'Real')`)
  expect(await prepare()).toEqual([])
})

describe('with a demo', { timeout: 60_000 }, () => {
  test('several concurrent first starts seed it once, and every documented sign-in exists', async () => {
    const lines = await Promise.all([prepare(), prepare(), prepare({ role: 'worker' })])
    const password = lines
      .flat()
      .map((line) => /Password of all of them: (\S+)/.exec(line)?.[1])
      .filter(Boolean)
    expect(password).toHaveLength(1)
    const emails = await runQuery(sql<{ email: string; type: string; role: string }>`
      select u.email, c.type, u.role from app_user u join company c on c.id = u.company_id where u.deleted_at is null and u.is_active and c.is_active`)
    for (const type of companyTypes)
      for (const role of userRoles) {
        expect(emails).toContainEqual({ email: `${role}@${type}.example`, type, role })
        if (type !== 'simrush') expect(emails).toContainEqual({ email: `${role}@${type}-2.example`, type, role })
      }
    expect(await checkPassword(password[0] as string, await hashOf('editor@client-2.example'))).toBe(true)
    expect(lines.flat().join('\n')).toContain('admin@distributor.example')
  })

  test('it has two branches, every kind of invitation, and a chronological history', async () => {
    await prepare({ demoPassword: 'a password to remember' })
    const [counts] = await runQuery(sql<Record<string, number>>`
      select (select count(*) from company) as companies, (select count(*) from app_user) as users,
        (select count(*) from company where deleted_at is not null) as trashed, (select count(*) from company where not is_active) as inactive,
        (select count(*) from invitation where accepted_at is not null) as accepted, (select count(*) from invitation where cancelled_at is not null) as cancelled,
        (select count(*) from invitation where accepted_at is null and cancelled_at is null and expires_at > now()) as pending,
        (select count(*) from invitation where accepted_at is null and cancelled_at is null and expires_at <= now()) as expired,
        (select count(*) from audit_log where action = 'sign-in' and at > now() - interval '90 days') as sign_ins`)
    expect(counts?.['companies']).toBeGreaterThanOrEqual(58)
    expect(counts?.['users']).toBeGreaterThanOrEqual(190)
    for (const [name, min] of Object.entries({
      trashed: 2,
      inactive: 3,
      accepted: 10,
      cancelled: 3,
      pending: 6,
      expired: 3,
      sign_ins: 800,
    }))
      expect([name, (counts?.[name] ?? 0) >= min]).toEqual([name, true])
    const [order] = await runQuery(sql<{ wrong: number; future: number }>`
      select count(*) filter (where at < before) as wrong, count(*) filter (where at > clock_timestamp()) as future
      from (select at, lag(at) over (order by id) as before from audit_log) t`)
    expect(order).toEqual({ wrong: 0, future: 0 })
    // Companies in the trash have no live users.
    expect(
      await runQuery(
        sql`select 1 from app_user u join company c on c.id = u.company_id where c.deleted_at is not null and u.deleted_at is null`,
      ),
    ).toEqual([])
  })

  test('it has tariffs, NAS devices, and services with sessions, usage and rejected logins', async () => {
    await prepare({ demoPassword: 'a password to remember' })
    const [counts] = await runQuery(sql<Record<string, number>>`
      select (select count(*) from tariff) as tariffs, (select count(*) from nas) as nas,
        (select count(*) from service where kind = 'service') as services, (select count(*) from service where kind = 'vpn-dialup') as dialups,
        (select count(*) from service where address is not null) as fixed, (select count(*) from service where network is not null) as routed,
        (select count(*) from service where ipv6_network is not null) as delegated, (select count(*) from service where status = 'suspended') as suspended,
        (select count(*) from session_live) as online, (select count(*) from session_closed) as history, (select count(*) from usage_by_day) as usage,
        (select count(*) from auth_log where not accepted) as refused, (select count(*) from coa_request) as coa_requests, (select count(*) from pool_address) as pool`)
    for (const [name, min] of Object.entries({
      tariffs: 12,
      nas: 8,
      services: 80,
      dialups: 15,
      fixed: 10,
      routed: 5,
      delegated: 10,
      suspended: 5,
      online: 50,
      history: 2000,
      usage: 2000,
      refused: 20,
      coa_requests: 10,
      pool: 1000,
    }))
      expect([name, (counts?.[name] ?? 0) >= min, counts?.[name]]).toEqual([name, true, counts?.[name]])
    const [odd] = await runQuery(sql<Record<string, number>>`
      select (select count(*) from session_closed where stopped_at > now() or started_at >= stopped_at or in_octets < 0) as closed,
        (select count(*) from session_live where started_at > now() or ancestor_ids = '{}') as live,
        (select count(*) from session_live l join service s on s.id = l.service_id and s.ipv4_method = 'pool'
          where not exists (select from pool_address a where a.address = l.framed_ip and a.service_id = l.service_id)) as unleased,
        (select count(*) from session_live l join session_closed c on c.service_id = l.service_id and c.stopped_at > l.started_at) as doubled,
        (select count(*) from subnet s where nearly_full and exists (select from pool_address a where a.subnet_id = s.id)) as full_by_leasing,
        (select count(*) from service s where address_id is not null and not exists (select from address a where a.id = s.address_id and a.used_by_id = s.id and a.state = 'assigned')) as addresses,
        (select count(*) from session_live l join service s on s.id = l.service_id join nas n on n.id = l.nas_id where not n.company_id = any (s.ancestor_ids) or s.nas_id <> n.id) as nas`)
    expect(odd).toEqual({ closed: 0, live: 0, unleased: 0, doubled: 0, full_by_leasing: 0, addresses: 0, nas: 0 })
  })

  test('a start after days of downtime updates its sessions, but no session of a real NAS', async () => {
    await prepare({ demoPassword: 'a password to remember' })
    await runQuery(sql`update session_live set updated_at = now() - interval '2 days'`)
    await runQuery(
      sql`update session_live set uid = 'of a NAS' where uid = (select uid from session_live order by started_at limit 1)`,
    )
    const sums = () =>
      runQuery(sql<{ bytes: number; used: number; silent: string[] }>`
        select (select sum(out_octets) from session_live)::float8 as bytes, (select sum(out_octets) from usage_by_day)::float8 as used,
          (select array_agg(uid) from session_live where updated_at < now() - interval '1 hour') as silent`)
    const [before] = await sums()
    await prepare()
    const [after] = await sums()
    expect(after!.silent).toEqual(['of a NAS'])
    expect(after!.bytes).toBeGreaterThan(before!.bytes)
    // The traffic of the sessions equals that of the days.
    expect(after!.used - before!.used).toBe(after!.bytes - before!.bytes)
  })

  test('a password that is set later applies to its users, and a start without one does not change it', async () => {
    await prepare({ demoPassword: 'a password to remember' })
    const before = await hashOf('admin@reseller.example')
    expect((await prepare())[0]).toContain('TRUNKLINE_DEMO_PASSWORD')
    await prepare({ demoPassword: 'a password to remember' })
    expect(await hashOf('admin@reseller.example')).toBe(before)
    await prepare({ demoPassword: 'quite another password' })
    expect(await checkPassword('quite another password', await hashOf('admin@reseller.example'))).toBe(true)
  })
})

test('the telephone numbers of the demo are reserved for fiction', () => {
  for (const { telephone } of planDemo(Date.now()).companies)
    if (telephone !== null)
      expect([telephone, parseTelephone(`+${telephone.join('')}`)]).toEqual([
        telephone,
        { phone_country_code: telephone[0], phone_number: telephone[1] },
      ])
})
