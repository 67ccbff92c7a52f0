import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'
import { readAuditReferences, tableOf, type AuditReferences } from './audit-names.ts'

let fixture: Fixture
let master: ApiCall, client: ApiCall
let model: number
let references: AuditReferences
beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  client = await fixture.as('client')
  model = await fixture.panel.sql((tx) => createModel(tx))
  references = await fixture.panel.sql((tx) => readAuditReferences(tx))
})
afterAll(() => fixture?.panel.stop())

const ok = (reply: ApiReply, status = 200): ApiReply => {
  expect(reply.status, reply.text).toBe(status)
  return reply
}

/** Columns that are logged and whose value is a number, by subject and table. */
const loggedNumbers = () =>
  fixture.panel.sql(
    async (tx) =>
      (
        await sql<{ table: string; subject: string; column: string }>`
    with logged as (
      select tgrelid, string_to_array(encode(tgargs, 'escape'), '\\000') as args from pg_trigger where tgfoid = 'audit_row'::regproc and tgparentid = 0)
    select distinct t.relname as "table", l.args[1] as subject, a.attname as "column"
    from logged l join pg_class t on t.oid = l.tgrelid join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where a.atttypid = 'bigint'::regtype and a.attname <> all (string_to_array(coalesce(l.args[5], ''), ','))
      and a.attname <> all (array['id', 'version']) order by 1, 3`.execute(tx)
      ).rows,
  )

/** Numbers in logged columns that refer to no row with a name. */
const amounts = ['attachment.size_bytes', 'routeros_package.size_bytes', 'tariff.quota_bytes']
/** Groups of rows that were made together. */
const groups = ['licence.batch_id']

describe('a reference in the audit log', () => {
  test('of every logged column has a table whose rows have a name', async () => {
    const columns = await loggedNumbers()
    expect(columns.length).toBeGreaterThan(50)
    const unnamed = columns.filter(({ table, subject, column }) => {
      if (amounts.includes(`${table}.${column}`) || groups.includes(`${table}.${column}`)) return false
      const target = tableOf(
        references,
        { subject: subject as never, before: null, after: { kind: 'site', used_by_kind: 'service' } },
        column,
      )
      return target === undefined || references.names.get(target) === undefined
    })
    expect(unnamed).toEqual([])
  })

  test('is of the same table in all tables of a subject', async () => {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ subject: string; column: string; tables: string[] }>`
        select split_part(encode(g.tgargs, 'escape'), '\\000', 1) as subject, a.attname as "column", array_agg(distinct k.confrelid::regclass::text) as tables
        from pg_trigger g join pg_constraint k on k.conrelid = g.tgrelid and k.contype = 'f'
          join lateral unnest(k.conkey, k.confkey) as u(own, other) on true
          join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.other and b.attname = 'id'
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
        where g.tgfoid = 'audit_row'::regproc group by 1, 2 having count(distinct k.confrelid) > 1`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  test('is named for a caller who sees the row, and for no other', async () => {
    const [kind] = (
      await fixture.panel.sql((tx) =>
        sql<{ name: string }>`select name from hardware_model where id = ${model}`.execute(tx),
      )
    ).rows
    const site = ok(await master('POST', '/site/store', { company_id: fixture.companies.client, name: 'Harbour' }), 201)
      .body.data.id
    const { id } = ok(
      await master('POST', '/hardware/store', {
        name: 'Router',
        model,
        site_id: site,
      }),
      201,
    ).body.data
    const entryOf = async (call: ApiCall, object: number, subject: string) =>
      ok(
        await call(
          'GET',
          `/audit-log/index?search=subject:${subject};object_id:${object}&searchFields=subject:%3D;object_id:%3D&searchJoin=and`,
        ),
      ).body.data.at(-1)
    const entry = await entryOf(master, id, 'hardware')
    expect(entry.after.model_id).toBe(model)
    expect(entry.names).toMatchObject({
      model_id: { [model]: kind?.name },
      site_id: { [site]: 'Harbour' },
      company_id: { [fixture.companies.client]: 'Client' },
    })
    // The entry of the site is the client's own; a reference to a company above it is not.
    await fixture.panel.sql((tx) =>
      sql`insert into audit_log (action, subject, object_id, company_id, after)
        values ('update', 'sites', ${site}, ${fixture.companies.client}, ${JSON.stringify({ company_id: fixture.companies.master })}::jsonb)`.execute(
        tx,
      ),
    )
    const own = await entryOf(client, site, 'sites')
    expect(own.action).toBe('create')
    expect(own.names).toMatchObject({ company_id: { [fixture.companies.client]: expect.any(String) } })
    const latest = ok(
      await client(
        'GET',
        `/audit-log/index?search=subject:sites;object_id:${site}&searchFields=subject:%3D;object_id:%3D&searchJoin=and`,
      ),
    ).body.data[0]
    expect(latest.after).toEqual({ company_id: fixture.companies.master })
    expect(latest.names).toEqual({})
  })
})

describe('free text in the audit log', () => {
  const found = async (search: string) => {
    const { body } = ok(await client('GET', `/audit-log/index?search=${encodeURIComponent(search)}`))
    return body.data.map((entry: { object_label: string }) => entry.object_label)
  }
  test('finds any part of a name in any case, and a request by the start of its id', async () => {
    await fixture.panel.sql((tx) =>
      sql`insert into audit_log (action, subject, object_label, company_id, actor_name, request_id)
        values ('update', 'sites', 'Harbour Tower 100%', ${fixture.companies.client}, 'Zoë Quirk', 'req-5f3a-77')`.execute(
        tx,
      ),
    )
    for (const search of ['bour tow', 'TOWER', 'zoë qui', 'req-5f', 'tower quirk', '100%', 'request_id:req-5'])
      expect(await found(search), search).toEqual(['Harbour Tower 100%'])
    for (const search of ['5f3a-77', 'tower nobody', '10_%']) expect(await found(search), search).toEqual([])
  })
})
