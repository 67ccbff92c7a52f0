-- Which of these CAs are trusted.
create or replace function panel.radius_trusted(ids bigint[]) returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from radius_certificate a where a.id = any (ids) and a.kind = 'ca' and a.active
$$;
alter function panel.radius_trusted(bigint[]) owner to trunkline_app_all;
revoke execute on function panel.radius_trusted(bigint[]) from public;
grant execute on function panel.radius_trusted(bigint[]) to trunkline_app;
