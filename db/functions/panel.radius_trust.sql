-- What the user of a device has to trust; not secret.
create or replace function panel.radius_trust()
  returns table (names text[], not_after timestamptz, root_pem text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.names, s.not_after, s.root_pem from radius_certificate s where s.kind = 'server' and s.active
$$;
alter function panel.radius_trust() owner to trunkline_app_all;
revoke execute on function panel.radius_trust() from public;
grant execute on function panel.radius_trust() to trunkline_app;
