-- RADIUS servers that report to the panel: whether each FreeRADIUS runs, why not, and the accounting that it buffers.
-- A report comes every 15 seconds and with each change of state, from the panel process that looks after FreeRADIUS or
-- from `npm run radius` on a host of its own. Provider only: no policy for tenants.
create table radius_server (
  -- Host name and a hash of the configuration folder, so that two servers of one machine are two rows.
  host text primary key check (length(host) between 1 and 300),
  -- Host name alone, for people.
  name text not null check (length(name) between 1 and 255),
  state text not null check (state in ('running', 'starting', 'missing', 'no-driver', 'wrong-version', 'ports-taken', 'stopped', 'failed')),
  -- Why it does not run: {"reason", "command", "port", "program", "pid", "version", "text"}, each only where it applies.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Of FreeRADIUS; empty where it is not known.
  version text not null default '',
  auth_port int not null check (auth_port between 1 and 65535),
  acct_port int not null check (acct_port between 1 and 65535),
  -- Start of this state and reason.
  since timestamptz not null default now(),
  -- Last report.
  checked_at timestamptz not null default now(),
  -- Accounting that the database has not stored yet: its size, and when the oldest file of it was begun.
  buffer_bytes bigint not null default 0 check (buffer_bytes >= 0),
  buffer_since timestamptz
) with (fillfactor = 50);
alter table radius_server enable row level security;
alter table radius_server force row level security;
create policy everything on radius_server to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on radius_server to trunkline_app_all;

grant create on schema panel to trunkline_app_all;

-- Stores the report of one server. A state that continues keeps its start, unless reports were missing for three minutes.
create function panel.radius_status(host text, name text, state text, detail jsonb, version text, auth_port int, acct_port int, buffer_bytes bigint, buffer_since timestamptz) returns void
language sql as $$
  insert into radius_server as s (host, name, state, detail, version, auth_port, acct_port, buffer_bytes, buffer_since)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (host) do update set
    name = excluded.name, state = excluded.state, detail = excluded.detail, version = excluded.version,
    auth_port = excluded.auth_port, acct_port = excluded.acct_port,
    buffer_bytes = excluded.buffer_bytes, buffer_since = excluded.buffer_since,
    checked_at = now(),
    since = case
      when s.state = excluded.state and s.detail ->> 'reason' is not distinct from excluded.detail ->> 'reason'
        and s.checked_at > now() - interval '3 minutes' then s.since
      else now()
    end
$$;
revoke execute on function panel.radius_status from public;
alter function panel.radius_status owner to trunkline_app_all;
alter function panel.radius_status security definer set search_path = public, pg_temp;
grant execute on function panel.radius_status to trunkline_radius;
revoke create on schema panel from trunkline_app_all;
