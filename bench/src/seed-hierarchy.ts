import pg from 'pg'

/** Companies per level: 1 provider, 10 master-distributors, 100 distributors, 1,000 resellers, 9,000 clients. */
export const levels = [
  { type: 'simrush', count: 1 },
  { type: 'master-distributor', count: 10 },
  { type: 'distributor', count: 100 },
  { type: 'reseller', count: 1000 },
  { type: 'client', count: 9000 },
] as const
export const userCount = 200_000

const firstNames = [
  'Anna',
  'Ben',
  'Clara',
  'David',
  'Elena',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Katrin',
  'Liam',
  'Mara',
  'Noah',
  'Olga',
  'Paul',
  'Quinn',
  'Rosa',
  'Samuel',
  'Tilda',
  'Umut',
  'Vera',
  'Willem',
  'Xenia',
  'Yara',
  'Zoe',
]
export const lastNames = [
  'Abbott',
  'Becker',
  'Castillo',
  'Dvorak',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Hoffmann',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Moretti',
  'Novak',
  'Okafor',
  'Petrov',
  'Quiroga',
  'Rossi',
  'Schneider',
  'Takahashi',
  'Ulrich',
  'Vasquez',
  'Weber',
  'Xu',
  'Yilmaz',
  'Zimmermann',
  'Andersson',
  'Brennan',
  'Chevalier',
  'Dimitrov',
]

/**
 * A tree of 10,111 companies on five levels with 200,000 users, by set-based SQL. Triggers are off (the
 * closure is written here), so that the audit log does not contain 210,000 rows of the seed.
 * @param ownerUrl the database as its owner, a superuser
 */
export async function seedHierarchy(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      'set local session_replication_role = replica; set local statement_timeout = 0; select setseed(0.42)',
    )
    let first = 1
    let parents: { first: number; count: number } | null = null
    for (const { type, count } of levels) {
      await client.query(
        `insert into company (id, parent_id, type, name, city, county_iso_code, ancestor_ids, created_at)
         overriding system value
         select i, p.id, $1, initcap($1) || ' ' || (array['North','South','East','West','Blue','Green','Silver','Clear'])[1 + floor(random() * 8)] || ' ' || to_char(i, 'FM00000'),
           (array['Berlin','Lyon','Porto','Gdansk','Malmo','Turin','Graz','Ghent'])[1 + floor(random() * 8)], 'DE',
           coalesce(p.ancestor_ids, '{}') || i, now() - random() * interval '700 days'
         from generate_series($2::bigint, $2::bigint + $3 - 1) as i
         left join company p on p.id = $4::bigint + (i - $2) % $5::bigint`,
        [type, first, count, parents?.first ?? null, parents?.count ?? 1],
      )
      parents = { first, count }
      first += count
    }
    await client.query(`insert into company_tree (ancestor_id, descendant_id, depth)
      select a, id, cardinality(ancestor_ids) - n from company, unnest(ancestor_ids) with ordinality as l(a, n)`)
    await client.query(
      `insert into app_user (company_id, role, first_name, last_name, email, email_verified_at, is_active, phone_country_code, phone_number, created_at, ancestor_ids)
       select 1 + (i % $1::int), case when i <= $1::int then 'primary-admin' else (array['admin','editor','read-only'])[1 + floor(random() * 3)] end,
         f.name, l.name || ' ' || to_char(i % 9973, 'FM0000'),
         lower(f.name) || '.' || lower(l.name) || i || '@' || (array['example.org','example.net','example.com'])[1 + i % 3], now(), random() > 0.1, '49', (3000000000 + i)::text, now() - random() * interval '700 days', c.ancestor_ids
       from generate_series(1, $6::int) as i join company c on c.id = 1 + (i % $1::int),
         lateral (select ($2::text[])[1 + (i::bigint * 7919) % $4] as name) f, lateral (select ($3::text[])[1 + (i::bigint * 104729 / 31) % $5] as name) l`,
      [first - 1, firstNames, lastNames, firstNames.length, lastNames.length, userCount],
    )
    await client.query(
      `select setval(pg_get_serial_sequence('company', 'id'), (select max(id) from company)), setval(pg_get_serial_sequence('app_user', 'id'), (select max(id) from app_user))`,
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** A session of the first primary admin of a company of each type, created without sign-in. */
export async function openSessions(
  ownerUrl: string,
  hash: (token: string) => Buffer,
): Promise<{ type: string; company: number; bearer: string }[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const sessions = []
    for (const { type } of levels) {
      const bearer = `tla_bench-${type}`.padEnd(47, 'x')
      await client.query('delete from access_token where hash = $1', [hash(bearer)])
      const { rows } = await client.query(
        `with who as (select u.id, u.company_id from app_user u join company c on c.id = u.company_id where c.type = $1 and u.role = 'primary-admin' and u.is_active order by c.id limit 1),
           s as (insert into session (user_id, company_id, expires_at) select id, company_id, now() + interval '1 day' from who returning id, company_id)
         insert into access_token (hash, session_id, expires_at) select $2, id, now() + interval '1 day' from s returning (select company_id from s) as company`,
        [type, hash(bearer)],
      )
      sessions.push({ type, company: Number(rows[0].company), bearer })
    }
    return sessions
  } finally {
    await client.end()
  }
}
