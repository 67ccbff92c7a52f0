-- Stores a dead letter's accounting record again. Returns '' if it was stored (the row is deleted), the new error if
-- it was not (the row contains it, and counts the attempt), and null if there is no such accounting record.
create or replace function panel.retry_dead_letter(id bigint) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  letter acct_dead_letter;
  a jsonb;
begin
  select d.* into letter from acct_dead_letter d where d.id = retry_dead_letter.id and d.kind = 'accounting' for update;
  if not found then return null; end if;
  -- As FreeRADIUS wrote them. A record of an earlier version has strings as text.
  select letter.arguments || jsonb_object_agg(name, coalesce(letter.octets ->> name, panel.text_octets(letter.arguments ->> name))) into a
    from unnest(array['session_id', 'login', 'port', 'calling', 'called']) name;
  begin
    if a ->> 'type' in ('Accounting-On', 'Accounting-Off') then perform panel.process_reports(true); end if;
    perform panel.radius_record(a ->> 'type', a ->> 'uid', a ->> 'session_id', a ->> 'login', a ->> 'nas', a ->> 'src_ip', a ->> 'port', a ->> 'calling', a ->> 'called', a ->> 'ip',
      coalesce(a ->> 'ipv6_prefix', ''), coalesce(a ->> 'ipv6_address', ''), coalesce(a ->> 'delegated_prefix', ''), coalesce(a ->> 'cgn', ''), coalesce(a ->> 'service', ''), coalesce(a ->> 'hints', ''),
      a ->> 'at', a ->> 'secs', a ->> 'in_octets', a ->> 'in_gigawords', a ->> 'out_octets', a ->> 'out_gigawords', coalesce(a ->> 'cause', ''));
  exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
    update acct_dead_letter d set sqlstate = returned_sqlstate, error = message, retries = d.retries + 1, retried_at = clock_timestamp()
      from (values (sqlstate, sqlerrm)) e (returned_sqlstate, message) where d.id = letter.id;
    return sqlerrm;
  end;
  delete from acct_dead_letter d where d.id = letter.id;
  return '';
end $$;
alter function panel.retry_dead_letter(bigint) owner to trunkline_app_all;
revoke execute on function panel.retry_dead_letter(bigint) from public;
