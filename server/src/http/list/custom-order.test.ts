import { sites } from '@trunkline/contract/resources/site'
import { Kysely, PostgresDialect, sql, type ControlledTransaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { siteSource } from '../../features/sites/site-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listPage } from './list.ts'
import { createListMemory } from './memory.ts'

/**
 * Lists in the order of a custom field, and filtered by one or by a tag, at 200,000 rows: plans of the statements that the
 * list engine sends, as auto_explain reports them. Company 2 has all rows but 50, its sibling 3 the others.
 */
let database: TestDatabase
let pool: pg.Pool
let tx: Tx
let transaction: ControlledTransaction<Database>
const plans: string[] = []
const actorOf = (company_id: number): Actor =>
  ({ user_id: 1, company_id, company_type: 'master-distributor', depth: 2, above: [1] }) as unknown as Actor

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('connect', (client) => client.on('notice', ({ message }) => void plans.push(message ?? '')))
  await pool.query(`
    set session_replication_role = replica;
    insert into company (id, type, name, ancestor_ids, parent_id) overriding system value values
      (1, 'simrush', 'Provider', '{1}', null), (2, 'master-distributor', 'Large', '{1,2}', 1), (3, 'master-distributor', 'Small', '{1,3}', 1);
    insert into custom_field (company_id, kind, key, label, type, ancestor_ids) values (1, 'site', 'amount', 'Amount', 'number', '{1}'), (1, 'site', 'note', 'Note', 'text', '{1}');
    insert into tag (id, company_id, name, ancestor_ids) overriding system value values (1, 1, 'Rare', '{1}');
    insert into site (company_id, name, ancestor_ids)
      select c, 'Site ' || i, array[1, c] from (select i, case when i > 200000 then 3 else 2 end as c from generate_series(1, 200050) i) s;
    insert into record_value (kind, record_id, key, number_value, ancestor_ids) select 'site', id, 'amount', id * 7919 % 100003, ancestor_ids from site where id % 4 > 0;
    insert into record_value (kind, record_id, key, text_value, ancestor_ids) select 'site', id, 'note', 'Contract ' || id, ancestor_ids from site;
    insert into record_tag (kind, record_id, tag_id, ancestor_ids) select 'site', id, 1, ancestor_ids from site where id % 5000 = 0;
    insert into record_tag (kind, record_id, tag_id, ancestor_ids) select 'site', id, 2, ancestor_ids from site;
    set session_replication_role = origin`)
  await pool.query('analyze site')
  await pool.query('analyze record_value')
  await pool.query('analyze record_tag')
  await pool.query(`load 'auto_explain'`)
  await pool.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_timing = off;
    set auto_explain.log_level = notice; set client_min_messages = notice; set role trunkline_app`)
  // Statements of a page run in one transaction, which sets a savepoint for the count.
  transaction = await new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }).startTransaction().execute()
  tx = transaction as unknown as Tx
}, 180_000)
afterAll(async () => {
  await transaction?.rollback().execute()
  await pool?.end()
  await database?.drop()
})

/** The rows of a page, and the plans of its statements that read values or tags, except the count. */
async function pageOf(company: number, input: object) {
  await sql`select set_config('app.company', ${String(company)}, true)`.execute(tx)
  plans.length = 0
  const { data, meta } = await listPage(
    tx,
    actorOf(company),
    sites.index.list,
    { ...siteSource, softDelete: true } as never,
    input,
    ['id', 'name'],
    createListMemory(),
  )
  const read = plans.filter((text) => /record_(value|tag)/.test(text) && !/count\(\*\)/.test(text))
  return {
    ids: data.map((row) => Number((row as { id: unknown }).id)),
    total: Number(meta.pagination.total),
    plan: read.join('\n'),
  }
}

describe('at 200,000 rows', () => {
  test.each([
    ['asc', 2],
    ['desc', 2],
    ['asc', 3],
  ] as const)('a page in %s order of a field walks the index of its values (company %i)', async (sortedBy, company) => {
    const { ids, plan } = await pageOf(company, { orderBy: 'custom_fields.amount', sortedBy })
    expect(ids).toHaveLength(25)
    // The few rows of a small company are read and sorted instead.
    if (company === 2) expect(plan).toContain('record_value_order')
    expect(plan).not.toMatch(/Seq Scan on (site|record_value)/)
    // At most a few rows more than the page are read from the index.
    const read = [...plan.matchAll(/record_value_order\w*.*actual.*rows=(\d+)/g)].map(([, rows]) => Number(rows))
    expect(Math.max(0, ...read)).toBeLessThan(100)
  })

  test('a rare value and a rare tag are found by index', async () => {
    const byValue = await pageOf(2, {
      search: 'custom_fields.note:Contract 77777',
      searchFields: 'custom_fields.note:=',
    })
    expect(byValue.ids).toEqual([77_777])
    expect(byValue.plan).not.toMatch(/Seq Scan on (site|record_value)/)
    const byPart = await pageOf(2, { search: 'custom_fields.note:act 7777' })
    expect(byPart.total).toBe(11)
    const byTag = await pageOf(2, { search: 'tags:1' })
    expect(byTag.total).toBe(40)
    expect(byTag.plan).not.toMatch(/Seq Scan on (site|record_tag)/)
  })

  test('rows without a value follow those with one', async () => {
    const { ids } = await pageOf(3, { orderBy: 'custom_fields.amount', page: 2 })
    expect(ids.slice(-12).every((id) => id % 4 === 0)).toBe(true)
  })
})
