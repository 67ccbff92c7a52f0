import type { Endpoint } from '@trunkline/contract/endpoint'
import { hardware } from '@trunkline/contract/resources/hardware'
import { licences } from '@trunkline/contract/resources/licence'
import { services } from '@trunkline/contract/resources/service'
import { sites } from '@trunkline/contract/resources/site'
import { users } from '@trunkline/contract/resources/user'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { openDatabases } from '../../db/databases.ts'
import type { Databases } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { hardwareListSource } from '../../features/hardware/hardware-rows.ts'
import { licenceSource } from '../../features/licences/licence-rows.ts'
import { serviceSources } from '../../features/services/service-rows.ts'
import { siteSource } from '../../features/sites/site-rows.ts'
import { userSource } from '../../features/users/user.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { whereAll } from './filter.ts'
import { listAll, listPage } from './list.ts'
import { createListMemory } from './memory.ts'
import { orderBy } from './order.ts'
import { parseListRequest } from './parse.ts'
import { listQuery, seekSource } from './query.ts'
import { rowsOf, type ListSource } from './source.ts'

/**
 * Every order of the longest lists, in both directions, for the provider and a company below: the pages together are the
 * rows of one statement without paging, in its order, also where many values are equal or missing. The orders that the
 * provider reads at any depth have an index that answers without reading rows.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- sources of several lists
const lists: Record<string, { endpoint: Endpoint; source: ListSource<any>; sorted?: readonly string[] }> = {
  users: { endpoint: users.index, source: { ...userSource, softDelete: true }, sorted: ['company_name'] },
  services: {
    endpoint: services.index,
    source: { ...serviceSources.service, softDelete: true },
    sorted: ['company_name', 'tariff_name', 'nas_name', 'site_name', 'hardware_name', 'online'],
  },
  devices: {
    endpoint: hardware.index,
    source: hardwareListSource as never,
    sorted: ['type_name', 'manufacturer_name', 'model_name', 'company_name', 'site_name', 'board', 'wan_address'],
  },
  sites: { endpoint: sites.index, source: { ...siteSource, softDelete: true }, sorted: ['company_name'] },
  licences: { endpoint: licences.index, source: { ...licenceSource, softDelete: true }, sorted: ['company_name'] },
}
const rowsOfEach = 1500
const callers: Record<string, Actor> = {
  provider: { user_id: 1, company_id: 1, company_type: 'simrush', depth: 1, above: [] } as unknown as Actor,
  'master-distributor': {
    user_id: 2,
    company_id: 2,
    company_type: 'master-distributor',
    depth: 2,
    above: [1],
  } as unknown as Actor,
}
const cases = Object.entries(lists).flatMap(([name, { endpoint }]) =>
  (endpoint.list?.sort ?? []).flatMap((field) => Object.keys(callers).map((caller) => [name, field, caller] as const)),
)

let database: TestDatabase
let pool: pg.Pool
let databases: Databases
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  // Row i belongs to company 2, 3 or 4; every seventh is in the trash; a third of the optional values is missing.
  const owner = 'c.id = 2 + i % 3'
  await pool.query(`
    set session_replication_role = replica;
    select setseed(0.3);
    insert into company (id, type, name, ancestor_ids, parent_id) overriding system value values
      (1, 'simrush', 'Provider', '{1}', null), (2, 'master-distributor', 'North', '{1,2}', 1),
      (3, 'master-distributor', 'South', '{1,3}', 1), (4, 'distributor', 'North', '{1,2,4}', 2);
    insert into app_user (company_id, role, first_name, last_name, email, is_active, last_seen_at, created_at, updated_at, deleted_at, ancestor_ids)
      select c.id, (array['admin','editor','read-only'])[1 + i % 3], 'User', 'Number ' || i % 200, 'u' || i % 700 || case when i >= 700 then '-' || i else '' end || '@example.org', i % 5 > 0,
        case when i % 3 > 0 then timestamptz '2026-01-01' + make_interval(secs => i % 400) end,
        timestamptz '2026-01-01' + make_interval(secs => random() * 1e6), timestamptz '2026-01-01' + make_interval(secs => i % 50),
        case when i % 7 = 0 then now() end, c.ancestor_ids
      from generate_series(1, ${rowsOfEach}) i join company c on ${owner};
    insert into site (company_id, name, city, hardware_count, known_count, online_count, deleted_at, ancestor_ids)
      select c.id, 'Site ' || i, case when i % 3 > 0 then 'Town ' || i % 11 end, i % 9, i % 9, (i % 9) / 2, case when i % 7 = 0 then now() end, c.ancestor_ids
      from generate_series(1, ${rowsOfEach}) i join company c on ${owner};
    insert into tariff (id, company_id, name, currency, download_rate, upload_rate, ancestor_ids) overriding system value
      values (1, 1, 'Fast', 'EUR', 1, 1, '{1}'), (2, 1, 'Slow', 'EUR', 1, 1, '{1}');
    insert into service (kind, company_id, username, name, password, tariff_id, site_id, status, auth_method, mac, ipv4_method, address, starts_on, ends_on, deleted_at, ancestor_ids)
      select case when i % 11 = 0 then 'vpn-dialup' else 'service' end, c.id, 'user' || i, 'Name ' || i % 300, '\\x00', 1 + i % 2,
        case when i % 3 > 0 then (select min(s.id) + i % 7 from site s) end,
        (array['active','suspended','pending','terminated'])[1 + i % 4], 'password', case when i % 3 > 0 then ('02000000' || lpad(to_hex(i), 4, '0'))::macaddr end,
        case when i % 5 > 0 then 'static-address' else 'nas-decides' end, case when i % 5 > 0 then inet '100.64.0.0' + i end,
        case when i % 3 > 0 then current_date - i % 100 end, case when i % 4 > 0 then current_date + i % 100 end,
        case when i % 7 = 0 then now() end, c.ancestor_ids
      from generate_series(1, ${rowsOfEach}) i join company c on ${owner};
    insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, started_at, updated_at, ancestor_ids)
      select md5(id::text), 's' || id, id, username, company_id, 1, now(), now(), ancestor_ids from service where id % 3 = 0;
    insert into licence (company_id, key, category, permissions, type, status, level, quantity, starts_on, expires_on, deleted_at, ancestor_ids)
      select c.id, 'TL' || regexp_replace(upper(left(md5('k' || i), 20)), '(.{5})', '-\\1', 'g'), 'radius', '{radius}', (array['trial','subscription'])[1 + i % 2], (array['available','active','suspended','expired'])[1 + i % 4],
        (array['basic','standard','premium'])[1 + i % 3], 1 + i % 20, current_date - i % 100, current_date + i % 100, case when i % 7 = 0 then now() end, c.ancestor_ids
      from generate_series(1, ${rowsOfEach}) i join company c on ${owner};
    insert into hardware_type (id, company_id, name, kind) overriding system value values (901, 1, 'Router', 'router'), (902, 1, 'Access point', 'router'), (903, 1, 'Switch', 'router');
    insert into hardware_manufacturer (id, company_id, name) overriding system value values (901, 1, 'Zeta'), (902, 1, 'Alpha');
    insert into hardware_model (id, company_id, name, code, type_id, manufacturer_id) overriding system value
      select 900 + m, 1, 'Model ' || (m * 7) % 13, 'M' || m, 901 + m % 3, 901 + m % 2 from generate_series(1, 12) m;
    insert into hardware (company_id, site_id, model_id, type_id, manufacturer_id, name, serial_number, warranty_expiry_at, is_online, deleted_at, ancestor_ids)
      select c.id, case when i % 4 > 0 then (select min(s.id) + i % 40 from site s) end, m.id, m.type_id, m.manufacturer_id, 'Device ' || i % 500,
        case when i % 3 > 0 then 'SN' || i end, case when i % 3 > 0 then current_date + i % 100 end, case when i % 3 > 0 then i % 2 = 0 end,
        case when i % 7 = 0 then now() end, c.ancestor_ids
      from generate_series(1, ${rowsOfEach}) i join company c on ${owner} join hardware_model m on m.id = 901 + i % 12;
    insert into hardware_state (hardware_id, polled_at, routeros_version, board, wan_address, uptime_seconds)
      select id, now(), '7.' || id % 20, 'board ' || id % 5, inet '203.0.113.0' + (id % 200)::int, id % 1000 from hardware where id % 4 > 0;
    set session_replication_role = origin;
    select recompute_tally()`)
  await pool.query('vacuum analyze')
  databases = await openDatabases({ ownerUrl: database.url, pool: { app: 1, appAll: 1 } })
}, 180_000)
afterAll(async () => {
  await databases?.close()
  await pool?.end()
  await database?.drop()
})

describe('orders', () => {
  test.each(cases)('of %s by %s: all pages of the %s', async (name, field, caller) => {
    const { endpoint, source } = lists[name]!
    const actor = callers[caller]!
    await withTenant(databases, tenantSettingsOf(actor, {} as never), { write: false }, async (tx) => {
      for (const sortedBy of ['asc', 'desc'] as const) {
        const order = { orderBy: field, sortedBy }
        const all = await (await listAll(tx, actor, endpoint.list!, source, order, ['id', 'company_id'])).execute(tx)
        const expected = all.rows.map(({ id }) => Number(id))
        expect(expected.length).toBeGreaterThan(600)
        if (caller !== 'provider') expect(all.rows.every(({ company_id }) => Number(company_id) !== 3)).toBe(true)
        const memory = createListMemory({ pages: true, expensive: 0 })
        // Each page for itself, as after a restart; then in turn, each from the one before it.
        for (const memoryOf of [() => createListMemory(), () => memory]) {
          const found: number[] = []
          for (let page = 1; page <= Math.ceil(expected.length / 150); page++) {
            const { data, meta } = await listPage(
              tx,
              actor,
              endpoint.list!,
              source,
              { ...order, page, perPage: 150 },
              ['id', 'company_id'],
              memoryOf(),
            )
            expect(Number(meta.pagination.total)).toBe(expected.length)
            found.push(...data.map((row) => Number((row as { id: unknown }).id)))
          }
          expect(found).toEqual(expected)
        }
      }
    })
  })

  test.each(
    cases.filter(([name, field, caller]) => caller === 'provider' && !(lists[name]?.sorted ?? []).includes(field)),
  )('of %s by %s: an index has all that the provider needs to find a page', async (name, field) => {
    const { endpoint, source } = lists[name]!
    const actor = callers['provider']!
    await withTenant(databases, tenantSettingsOf(actor, {} as never), { write: false }, async (tx) => {
      await sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`.execute(
        tx,
      )
      const request = parseListRequest(endpoint.list!, { orderBy: field, sortedBy: 'asc' })
      const query = await listQuery(tx, actor, endpoint.list!, source, request, ['id'])
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain (costs off) select r.id from (${rowsOf(tx, seekSource(query))}) as r ${whereAll(query.conditions)} order by ${orderBy(query.order)} limit 25 offset 500`.execute(
        tx,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Only Scan')
      expect(plan).not.toMatch(/(?<!Incremental )Sort$/m)
    })
  })
})
