-- A buffered record. A record that can never be stored (SQLSTATE classes 22, 23 and 42, and errors raised by the panel) becomes a
-- dead letter and counts as processed, so that the next record proceeds; any other error fails the call, and FreeRADIUS retries.
create or replace function panel.radius_replay(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text)
  returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if $1 in ('Accounting-On', 'Accounting-Off') then perform panel.process_reports(true); end if;
  return panel.radius_record($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23);
exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
  perform panel.dead_letter('accounting', jsonb_build_object('type', $1, 'uid', $2, 'session_id', $3, 'login', $4, 'nas', $5, 'src_ip', $6, 'port', $7, 'calling', $8, 'called', $9, 'ip', $10,
    'ipv6_prefix', $11, 'ipv6_address', $12, 'delegated_prefix', $13, 'cgn', $14, 'service', $15, 'hints', $16, 'at', $17, 'secs', $18, 'in_octets', $19, 'in_gigawords', $20, 'out_octets', $21,
    'out_gigawords', $22, 'cause', $23), sqlstate, sqlerrm);
  return 1;
end $$;
alter function panel.radius_replay(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_replay(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_replay(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) to trunkline_radius;
