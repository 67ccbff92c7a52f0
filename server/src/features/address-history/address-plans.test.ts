import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

/**
 * PostgreSQL answers a query of the address history over many sessions by index, for each role of the caller. Reads the
 * actual plans, as auto_explain sends them to the client.
 */
let database: TestDatabase
let client: Client
const plans: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  client.on('notice', ({ message }) => void plans.push(message ?? ''))
  await client.connect()
  // 220,000 sessions, every tenth with the same private address; 150,000 prefixes and port blocks.
  await client.query(`
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, framed_ip, started_at, updated_at, ancestor_ids, stopped_at, closed_by)
      select md5(i::text), i::text, 1, 'u' || i, 2, 1 + i % 1000, case when i % 10 = 0 then '10.0.0.5'::inet else '100.64.0.0'::inet + i % 20000 end, t - interval '8 hours', t, '{1,2}', t, 'stop'
      from (select i, now() - i * interval '2 minutes' as t from generate_series(1, 220000) i) s;
    insert into session_address (uid, service_id, username, company_id, nas_id, kind, address, port_from, port_to, from_at, until_at, ancestor_ids)
      select md5(i::text), 1, 'u' || i, 2, 1, case i % 3 when 0 then 'ipv6-prefix' when 1 then 'delegated-prefix' else 'cgn' end,
        case i % 3 when 0 then set_masklen('2001:db8::'::inet + (i::bigint << 32), 64) when 1 then set_masklen('2001:db9::'::inet + (i % 60000::bigint << 40), 56) else '192.0.2.0'::inet + i % 256 end,
        case when i % 3 = 2 then i % 60 * 1000 + 1024 end, case when i % 3 = 2 then i % 60 * 1000 + 2023 end, t - interval '8 hours', t, '{1,2}'
      from (select i, now() - i * interval '3 minutes' as t from generate_series(1, 150000) i) s`)
  await client.query('select panel.maintain_months(13)')
  await client.query('analyze session_closed')
  await client.query('analyze session_address')
  await client.query(`load 'auto_explain'`)
  await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_level = notice; set client_min_messages = notice; set role trunkline_app; set app.company = '2'`)
}, 120_000)
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** The plan of a query at one time, 100 days ago, without nodes that were never executed. */
async function planOf(address: string, port: number | null = null) {
  plans.length = 0
  const { rows } = await client.query(
    `select * from panel.address_history($1, now() - interval '100 days', now() - interval '100 days', $2, 'infinity', 'infinity', '', 501)`,
    [address, port],
  )
  const plan = plans.find((text) => text.includes('order by f.until_at')) ?? ''
  return { rows, run: plan.split('\n').filter((line) => !line.includes('never executed')) }
}

describe('a query at one time, as a tenant', () => {
  test.each([
    ['an IPv4 address that many sessions have had', '10.0.0.5', null, 'framed_ip_stopped_at_started_at'],
    ['a shared address and port', '192.0.2.2', 33_000, 'address_port_from_port_to_from_at'],
    ['an IPv6 address', '2001:db9:0:100::7', null, 'address_idx'],
    ['an IPv6 prefix', '2001:db9:0:100::/56', null, 'address_idx'],
    ['an IPv4 prefix', '100.64.3.0/24', null, 'framed_ip_stopped_at_started_at'],
  ])('%s is looked up by index, without a sequential scan of a large table', async (_what, address, port, index) => {
    const { run } = await planOf(address, port)
    expect(run.join('\n')).toContain(index)
    const scans = run.filter((line) => /Seq Scan on session_(closed|address)/.test(line))
    // Partitions of future months are empty: reading them costs nothing.
    expect(scans.filter((line) => !/rows=0\.00/.test(line))).toEqual([])
  })

  test('reads only the sessions at that time of a reused address from the table', async () => {
    const { rows, run } = await planOf('10.0.0.5')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThan(40)
    // Rows that pass the index condition and fail a filter were read in vain.
    expect(run.filter((line) => /Rows Removed by Filter/.test(line) && !/: [01]$/.test(line))).toEqual([])
  })
})

test('dropping a month retains addresses that are in use, or ended within the retention', async () => {
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  try {
    await owner.query(`create table session_address_2020_01 (like session_address including defaults including constraints);
      alter table session_address attach partition session_address_2020_01 for values from ('2020-01-01 00:00Z') to ('2020-02-01 00:00Z');
      insert into session_address (uid, username, nas_id, kind, address, from_at, until_at) values
        ('open', 'x', 1, 'delegated-prefix', '2001:db8::/56', '2020-01-05', null),
        ('recent', 'x', 1, 'delegated-prefix', '2001:db8::/56', '2020-01-05', now() - interval '1 day'),
        ('old', 'x', 1, 'delegated-prefix', '2001:db8::/56', '2020-01-05', '2020-02-05')`)
    const { rows } = await owner.query('select * from panel.maintain_months(13)')
    expect(rows[0].dropped).toBe(1)
    const left = await owner.query(`select uid from session_address where from_at < '2021-01-01' order by uid`)
    expect(left.rows).toEqual([{ uid: 'open' }, { uid: 'recent' }])
    await owner.query(`update session_address set until_at = now() - interval '20 months' where uid = 'open'`)
    await owner.query('select * from panel.maintain_months(13)')
    const later = await owner.query(`select uid from session_address where from_at < '2021-01-01' order by uid`)
    expect(later.rows).toEqual([{ uid: 'recent' }])
  } finally {
    await owner.end()
  }
})
