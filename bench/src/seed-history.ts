import pg from 'pg'

/**
 * Number of rows in growing tables: the log of changes, logins, device commands, change requests, licences,
 * invitations.
 */
export const historySize = {
  audit: 500_000,
  logins: 300_000,
  commands: 100_000,
  coa: 50_000,
  licences: 50_000,
  invitations: 20_000,
}

/**
 * History of the companies of `seedHierarchy` and `seedBusiness`, over a year, by set-based SQL without triggers.
 * @param ownerUrl the database as its owner, a superuser
 */
export async function seedHistory(ownerUrl: string, size = historySize): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0; select setseed(0.42)')
    /** Rows of a table numbered from 0, as `c`, so that row i of the history belongs to one of them. */
    const numbered = async (name: string, of: string): Promise<string> => {
      await client.query(
        `create temporary table ${name} as select row_number() over (order by id) - 1 as at, * from ${of}; create unique index on ${name} (at); analyze ${name}`,
      )
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${name}`)
      return `${name} c on c.at = (i * 7919::bigint) % ${Number(rows[0]?.n)}`
    }
    const client_ = await numbered('client_of', `company where type = 'client'`)
    const service_ = await numbered('service_of', 'service')
    const device_ = await numbered('device_of', 'hardware')
    await client.query(
      `insert into audit_log (at, action, subject, object_id, object_label, company_id, actor_id, actor_name, request_id, after)
        select now() - interval '365 days' * (1 - i::float8 / $1), (array['create','update','destroy','sign-in'])[1 + i % 4],
          (array['services','hardware','users','companies'])[1 + i % 4], i % 100000, 'row ' || i, c.id, c.id, 'user ' || c.id, md5('r' || i), '{"status": "active"}'
        from generate_series(1, $1::int) i join ${client_} order by i`,
      [size.audit],
    )
    await client.query(
      `insert into auth_log (at, username, service_id, company_id, nas_id, accepted, reason, calling, ancestor_ids)
        select now() - interval '365 days' * (i::float8 / $1), c.username, c.id, c.company_id, (select min(id) from nas), i % 5 > 0,
          case when i % 5 > 0 then '' else 'bad-credentials' end, 'aa' || i % 1000, c.ancestor_ids
        from generate_series(1, $1::int) i join ${service_}`,
      [size.logins],
    )
    await client.query(
      `insert into device_command (company_id, hardware_id, kind, label, requested_by, state, created_at, deadline_at, finished_at, ancestor_ids)
        select c.company_id, c.id, 'reboot', 'Reboot', 'bench', (array['done','done','done','done','refused','unreachable','reverted','differs','unknown'])[1 + i % 9], t, t, t, c.ancestor_ids
        from generate_series(1, $1::int) i join ${device_},
          lateral (select now() - interval '365 days' * (1 - i::float8 / $1) as t) t`,
      [size.commands],
    )
    await client.query(
      `insert into coa_request (uid, kind, reason, state, service_id, username, company_id, nas_id, requested_by, created_at, finished_at, ancestor_ids)
        select md5('c' || i), 'coa', 'status', 'ack', c.id, c.username, c.company_id, (select min(id) from nas), 'bench', t, t, c.ancestor_ids
        from generate_series(1, $1::int) i join ${service_},
          lateral (select now() - interval '365 days' * (1 - i::float8 / $1) as t) t`,
      [size.coa],
    )
    await client.query(
      `insert into licence (company_id, key, category, permissions, type, status, starts_on, expires_on, ancestor_ids)
        select c.id, 'TL' || regexp_replace(upper(left(md5('k' || i), 20)), '(.{5})', '-\\1', 'g'), 'radius', '{radius}', 'trial', (array['available','active','active','suspended','expired'])[1 + i % 5], current_date - i % 400, current_date + i % 700, c.ancestor_ids
        from generate_series(1, $1::int) i join ${client_}`,
      [size.licences],
    )
    await client.query(
      `insert into invitation (company_id, email, role, token_hash, invited_by_id, created_at, expires_at, accepted_at, ancestor_ids)
        select c.id, 'guest' || i || '@x.example', 'editor', sha256(i::text::bytea), (select min(id) from app_user), t, t + interval '7 days', case when i % 10 > 0 then t end, c.ancestor_ids
        from generate_series(1, $1::int) i join ${client_}, lateral (select now() - interval '365 days' * (i::float8 / $1) as t) t`,
      [size.invitations],
    )
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
