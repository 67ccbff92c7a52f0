-- Addresses of NAS devices whose counters to read, including those in the trash, after `after` (null: from the first), at most
-- `most`. FreeRADIUS's own list of its clients stops at the first removed one.
create or replace function panel.radius_addresses(after inet, most int)
  returns setof inet
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct address from nas where after is null or address > after order by address limit least(most, 1000)
$$;
alter function panel.radius_addresses(inet, integer) owner to trunkline_app_all;
revoke execute on function panel.radius_addresses(inet, integer) from public;
grant execute on function panel.radius_addresses(inet, integer) to trunkline_radius;
