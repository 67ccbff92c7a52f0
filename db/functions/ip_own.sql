-- A node that the caller may work on: its holder's line, open, and not in the trash.
create or replace function ip_own(node bigint, field text) returns subnet language plpgsql as $$
declare
  n subnet;
begin
  select * into n from subnet where id = node and holds;
  if n.id is null or not ip_sees(n.lineage, n.offered) then perform ip_refuse(404, field, 'There is no such subnet.'); end if;
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet belongs to the company that offers it.'); end if;
  perform ip_check_open(n, field);
  return n;
end $$;
