-- Reserves the session of a login whose password FreeRADIUS has compared: see panel.reserve_session. Strings in hexadecimal,
-- numbers as text, both from FreeRADIUS. Never empty, which FreeRADIUS treats as a failure.
create or replace function panel.radius_reserve(service text, nas text, calling text, session_limit text, interim text, pools text, framed_pools text, delegated_pools text)
  returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return panel.reserve_session(service::bigint, nas::bigint, panel.octets_text(calling), nullif(session_limit, '')::int, interim::int, nullif(pools, ''), nullif(framed_pools, ''), nullif(delegated_pools, ''));
end $$;
alter function panel.radius_reserve(text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_reserve(text, text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_reserve(text, text, text, text, text, text, text, text) to trunkline_radius;
