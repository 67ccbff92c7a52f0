-- A node that the caller may change: in its owner's line, open, and not in the trash.
create or replace function ip_own(node bigint, field text) returns subnet language plpgsql as $$
declare
  n subnet;
begin
  select * into n from subnet where id = node and holds;
  if n.id is null or not ip_sees(n.ancestor_ids, n.shared) then perform reject(404, field, 'row.missing', jsonb_build_object('kind', 'subnet')); end if;
  if not ip_sees(n.ancestor_ids) then perform reject(403, null, 'forbidden'); end if;
  perform ip_check_open(n, field);
  return n;
end $$;
