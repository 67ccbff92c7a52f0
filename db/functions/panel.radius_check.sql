-- For FreeRADIUS hosts whose configuration was written by an older version (`npm run radius -- write`): strings as text.
-- See panel.radius_login.
create or replace function panel.radius_check(login text, nas text, calling text)
  returns table (id int, username text, attribute text, value text, op text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.* from panel.radius_login(panel.text_octets(login), nas, panel.text_octets(calling), '') i where i.attribute not in ('Panel-Limit', 'Panel-Extra', 'Panel-Framed-Pool6', 'Panel-Delegated-Pool6')
$$;
alter function panel.radius_check(text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_check(text, text, text) from public;
grant execute on function panel.radius_check(text, text, text) to trunkline_radius;
