-- For FreeRADIUS hosts whose configuration was written by an older version (`npm run radius -- write`): strings as text.
-- See panel.radius_rejected.
create or replace function panel.radius_reject(login text, nas text, reason text, calling text)
  returns int
  language sql security definer set search_path = public, pg_temp as $$
  select panel.radius_rejected(panel.text_octets(login), nas, reason, panel.text_octets(calling), '', '', '')
$$;
alter function panel.radius_reject(text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_reject(text, text, text, text) from public;
grant execute on function panel.radius_reject(text, text, text, text) to trunkline_radius;
