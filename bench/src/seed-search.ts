import pg from 'pg'
import { seedBusiness } from './seed-business.ts'
import { seedHierarchy, userCount } from './seed-hierarchy.ts'

const scale = Number(process.env['SCALE'] ?? 1)
const size = {
  services: 200_000 * scale,
  closed: 250_000 * scale,
  live: 50_000 * scale,
  sites: 50_000 * scale,
  hardware: 200_000 * scale,
}
/** DHCP leases in the last readings of devices. */
const leases = 300_000 * scale

/** A MAC address of the n-th row, as text with a separator. */
const mac = (prefix: string, n: string) =>
  `regexp_replace('${prefix}' || lpad(to_hex(${n}), 6, '0'), '(..)(?=.)', '\\1:', 'g')`

/**
 * A million rows that the search reads: users, services, sessions, sites, devices and leases of 10,111 companies.
 * @returns the number of rows of each kind
 */
export async function seedSearch(ownerUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Text indexes are built at the end: inserting into them row by row takes many times as long.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and indexdef like '%gin_trgm_ops%'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await seedHierarchy(ownerUrl)
    // Models of devices, without the whole catalogue.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      insert into hardware_type (company_id, name, kind) select id, 'Router', 'router' from company where parent_id is null;
      insert into hardware_manufacturer (company_id, name) select id, 'MikroTik' from company where parent_id is null;
      insert into hardware_model (company_id, type_id, manufacturer_id, name)
        select c.id, t.id, f.id, 'hEX ' || i from company c, hardware_type t, hardware_manufacturer f, generate_series(1, 20) i where c.parent_id is null`)
    await seedBusiness(ownerUrl, size)
    await client.query(
      `update app_user set phone_country_code = '44', phone_number = to_char(1130000000 + id, 'FM0000000000')`,
    )
    await client.query(`update session_live set calling = upper(${mac('00a1b2', 'in_octets::int')})`)
    await client.query(`update session_closed set calling = upper(${mac('00c1d2', 'in_octets::int')})`)
    await client.query(
      `update company set postcode = 'LS' || id % 90 || ' ' || 1 + id % 9 || 'AB', email = 'desk@company' || id || '.example' where type = 'client'`,
    )
    await client.query(
      `insert into reading_entry (hardware_id, menu, key, mac, address, name, state)
        select h.id, 'ip/dhcp-server/lease', i::text, (${mac('7e5500', 'i')})::macaddr, '192.168.88.0'::inet + 2 + i % 250,
          (array['iphone','android','laptop','printer','tv'])[1 + i % 5] || '-' || i, 'bound'
        from generate_series(1, $1) i join (select row_number() over (order by id) - 1 as at, id from hardware) h on h.at = i % ${size.hardware}`,
      [leases],
    )
    await client.query(`set session_replication_role = origin; set maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return { users: userCount, ...size, leases }
}
