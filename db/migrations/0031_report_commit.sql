-- A report of a running session does not wait for the disk. It says how much there was in all: the next one, or the Stop,
-- says it again. What a crash of the server takes along is at most the reports of its last 0.6 seconds (three times
-- wal_writer_delay), and the next report of each of those sessions makes it good. Starts and Stops wait, as everything else.
create or replace function panel.radius_report(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine bigint;
  taken acct_taken;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into acct_report values (default, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning id into mine;
  select * into taken from acct_taken;
  if mine - taken.up_to >= 250 or taken.at < now() - interval '1 second' then perform panel.take_reports(); end if;
  return 1;
end $$;
