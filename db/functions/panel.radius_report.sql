-- For FreeRADIUS hosts whose configuration was written by an older version (`npm run radius -- write`): strings as text.
-- See panel.radius_update.
create or replace function panel.radius_report(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text)
  returns int
  language sql security definer set search_path = public, pg_temp as $$
  select panel.radius_update($1, panel.text_octets($2), panel.text_octets($3), $4, $5, panel.text_octets($6), panel.text_octets($7), panel.text_octets($8), $9, $10, '', $11, '', '', '', $12::text, $13, $14, $15, $16, $17)
$$;
alter function panel.radius_report(text, text, text, text, text, text, text, text, text, text, text, bigint, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_report(text, text, text, text, text, text, text, text, text, text, text, bigint, text, text, text, text, text) from public;
grant execute on function panel.radius_report(text, text, text, text, text, text, text, text, text, text, text, bigint, text, text, text, text, text) to trunkline_radius;
