-- Stores the report of one server. A state that continues keeps its start, unless reports were missing for three minutes.
create or replace function panel.radius_status(host text, name text, state text, detail jsonb, version text, auth_port int, acct_port int, buffer_bytes bigint, buffer_since timestamptz)
  returns void
  language sql security definer set search_path = public, pg_temp as $$
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
alter function panel.radius_status(text, text, text, jsonb, text, integer, integer, bigint, timestamp with time zone) owner to trunkline_app_all;
revoke execute on function panel.radius_status(text, text, text, jsonb, text, integer, integer, bigint, timestamp with time zone) from public;
grant execute on function panel.radius_status(text, text, text, jsonb, text, integer, integer, bigint, timestamp with time zone) to trunkline_radius;
