import pg from 'pg'

export const businessSize = { services: 100_000, closed: 1_000_000, live: 50_000, sites: 50_000, hardware: 200_000 }

/**
 * Records of the clients of `seedHierarchy`: services with running and ended sessions, sites and devices, evenly
 * distributed, by set-based SQL. Triggers are off: ancestor_ids, counts and copies of the model are written here.
 * @param ownerUrl the database as its owner, a superuser
 */
export async function seedBusiness(ownerUrl: string, size = businessSize): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0; select setseed(0.42)')
    await client.query(`create temporary table client_of as
      select row_number() over (order by id) - 1 as at, id, ancestor_ids from company where type = 'client'`)
    await client.query('create unique index on client_of (at); analyze client_of')
    // As a constant, so that the joins below are hash joins.
    const clients = (await client.query<{ n: number }>('select count(*)::int as n from client_of')).rows[0]!.n
    const one = async (statement: string) =>
      (await client.query<{ id: string }>(`${statement} returning id`)).rows[0]!.id
    const tariff = await one(
      `insert into tariff (company_id, name, currency, download_rate, upload_rate, ancestor_ids) select id, 'Fast 50', 'EUR', 50000, 10000, ancestor_ids from company where parent_id is null`,
    )
    const nas = await one(
      `insert into nas (company_id, name, address, secret, vendor, ancestor_ids) select id, 'Core', '192.0.2.1', '\\x00', 'mikrotik', ancestor_ids from company where parent_id is null`,
    )
    await client.query(
      `insert into service (kind, company_id, username, name, password, tariff_id, status, ipv4_method, address, ancestor_ids)
        select 'service', c.id, 'user' || to_char(i, 'FM000000') || '@isp.example', (array['Home','Office','Shop','Farm'])[1 + i % 4] || ' ' || i, '\\x00', ${tariff},
          (array['active','active','active','suspended','pending'])[1 + i % 5], 'static-address', '100.64.0.0'::inet + i, c.ancestor_ids
        from generate_series(0, $1 - 1) i join client_of c on c.at = i % ${clients}`,
      [size.services],
    )
    await client.query('analyze service')
    const session = `uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids`
    await client.query(
      `insert into session_closed (${session}, stopped_at, cause, closed_by)
        select md5('c' || i), 's' || i, s.id, s.username, s.company_id, ${nas}, 'aa' || i % 1000, s.address, t, t + interval '1 hour', 3600, i, i, s.ancestor_ids, t + interval '1 hour', 'User-Request', 'stop'
        from generate_series(1, $1::int) i join (select row_number() over (order by id) - 1 as at, * from service) s on s.at = i % ${size.services}, lateral (select now() - (i % 365 + 1) * interval '1 day' as t) d`,
      [size.closed],
    )
    await client.query(
      `insert into session_live (${session})
        select md5('l' || at), 'l' || at, id, username, company_id, ${nas}, 'aa', address, now() - at * interval '1 second', now(), 3600, at, at, ancestor_ids
        from (select row_number() over (order by id) as at, * from service where status = 'active' limit $1) s`,
      [size.live],
    )
    await client.query(
      `insert into site (company_id, name, city, county_iso_code, latitude, longitude, ancestor_ids)
        select c.id, (array['Office','Warehouse','Shop','Tower','School'])[1 + i % 5] || ' ' || to_char(i, 'FM00000'), (array['Berlin','Lyon','Porto','Gdansk','Malmo','Turin'])[1 + i % 6], 'DE',
          36 + random() * 24, -9 + random() * 33, c.ancestor_ids
        from generate_series(0, $1 - 1) i join client_of c on c.at = i % ${clients}`,
      [size.sites],
    )
    await client.query('analyze site')
    // Devices are at a site of their company; a fifth of them was never read, a tenth is offline.
    await client.query(
      `insert into hardware (company_id, site_id, model_id, type_id, manufacturer_id, name, serial_number, mac, warranty_expiry_at, is_online, ancestor_ids)
        select s.company_id, s.id, m.id, m.type_id, m.manufacturer_id, m.name || ' ' || to_char(i, 'FM000000'), 'HX' || upper(substr(md5(i::text), 1, 10)),
          ('4c5e0c' || lpad(to_hex(i), 6, '0'))::macaddr, current_date + (i % 900 - 300), case when i % 5 = 0 then null else i % 10 <> 1 end, s.ancestor_ids
        from generate_series(0, $1 - 1) i
          join (select row_number() over (order by id) - 1 as at, * from site) s on s.at = i % ${size.sites}
          join (select row_number() over (order by id) - 1 as at, count(*) over () as n, * from hardware_model) m on m.at = i % m.n`,
      [size.hardware],
    )
    await client.query(`update site s set hardware_count = h.n, online_count = h.online, known_count = h.known
      from (select site_id, count(*) as n, count(*) filter (where is_online) as online, count(is_online) as known from hardware group by 1) h where h.site_id = s.id`)
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
