-- A report of a running session. Stored; applied together with earlier ones when they are many, or when none was applied for a
-- second. It does not wait for the disk: its counters are totals, which the next report or the Stop repeats. A
-- crash of the server loses at most the reports of its last 0.6 seconds (three times wal_writer_delay).
-- With `panel.deferred_reports` off on the connection it waits for the disk, as everything else does.
create or replace function panel.radius_update(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text)
  returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine bigint;
  taken acct_taken;
begin
  if current_setting('panel.deferred_reports', true) is distinct from 'off' then perform set_config('synchronous_commit', 'off', true); end if;
  insert into acct_report (uid, session_id, login, nas, src_ip, port, calling, called, ip, ipv6_prefix, ipv6_address, delegated_prefix, cgn, service, hints, at, secs, in_octets, in_gigawords, out_octets, out_gigawords)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning id into mine;
  select * into taken from acct_taken;
  if mine - taken.up_to >= 250 or taken.at < now() - interval '1 second' then perform panel.process_reports(); end if;
  return 1;
end $$;
alter function panel.radius_update(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_update(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_update(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) to trunkline_radius;
