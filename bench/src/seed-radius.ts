import pg from 'pg'
import { seal } from '../../server/src/sessions/seal.ts'

/** Number of rows of each kind. */
interface Size {
  services: number
  /** Ended sessions. */
  closed: number
  /** Running sessions. */
  live: number
}

/**
 * Services of 1,000 companies with one tariff and one NAS, ended and running sessions. Users with an odd
 * number have no session limit; those with an even one have a limit of one session.
 * @param secret of the NAS, which is 127.0.0.1
 */
export async function seedPanel(url: string, size: Size, key: Buffer, secret: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set role trunkline_app_all')
  const one = async (sql: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(`${sql} returning id`, values)).rows[0]!.id
  const root = await one(`insert into company (type, name) values ('simrush', 'Root')`)
  const reseller = await one(`insert into company (type, name, parent_id) values ('reseller', 'Reseller', $1)`, [root])
  const tariff = await one(
    `insert into tariff (company_id, name, currency, download_rate, upload_rate) values ($1, 'Fast', 'EUR', 50000, 10000)`,
    [root],
  )
  const nas = await one(
    `insert into nas (company_id, name, address, secret, vendor) values ($1, 'NAS', '127.0.0.1', $2, 'mikrotik')`,
    [reseller, seal(key, secret)],
  )
  await client.query(
    `insert into company (type, name, parent_id) select 'client', 'Client ' || i, $1 from generate_series(1, 1000) i`,
    [reseller],
  )
  await client.query('reset role')
  await client.query(`set session_replication_role = replica`)
  const { rows: clients } = await client.query<{ id: string; ancestor_ids: string }>(
    `select id, ancestor_ids::text from company where type = 'client' order by id`,
  )
  for (let from = 1; from <= size.services; from += 5000) {
    const names: string[] = []
    const passwords: Buffer[] = []
    const companies: string[] = []
    const ancestors: string[] = []
    for (let i = from; i < Math.min(from + 5000, size.services + 1); i++) {
      const company = clients[i % clients.length]!
      names.push(`user${i}`)
      passwords.push(seal(key, `password${i}`))
      companies.push(company.id)
      ancestors.push(company.ancestor_ids)
    }
    await client.query(
      `insert into service (kind, company_id, username, password, tariff_id, status, simultaneous_use, ipv4_method, address, ancestor_ids)
        select 'service', c, u, p, $5, 'active', case when substr(u, 5)::int % 2 = 0 then 1 end, 'static-address', '100.64.0.0'::inet + substr(u, 5)::int, l::bigint[] from unnest($1::text[], $2::bytea[], $3::bigint[], $4::text[]) t (u, p, c, l)`,
      [names, passwords, companies, ancestors, tariff],
    )
  }
  await client.query(`
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by)
      select md5('c' || i), 's' || i, s.id, s.username, s.company_id, ${nas}, 'aa' || i % 1000, s.address, t, t + interval '1 hour', 3600, i, i, s.ancestor_ids, t + interval '1 hour', 'User-Request', 'stop'
      from generate_series(1, ${size.closed}) i join service s on s.username = 'user' || 1 + i % ${size.services}, lateral (select now() - (i % 365 + 1) * interval '1 day' as t) d`)
  await client.query(`
    insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids)
      select md5('l' || i), 'l' || i, s.id, s.username, s.company_id, ${nas}, 'aa', s.address, now() - interval '1 hour', now(), 3600, i, i, s.ancestor_ids
      from generate_series(0, ${size.live - 1}) i join service s on s.username = 'user' || ${size.services} - i`)
  await client.query('analyze')
  await client.end()
}
