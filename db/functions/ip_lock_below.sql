-- Locks the node and its descendants, ancestors first, until no concurrent insert is left; returns their ids.
create or replace function ip_lock_below(top bigint) returns bigint[] language plpgsql as $$
declare
  ids bigint[] := '{}';
  known int;
begin
  perform ip_settle_now();
  loop
    known := cardinality(ids);
    ids := array(with recursive below as (select top as id union all select s.id from below join subnet s on s.parent_id = below.id and s.holds) select id from below);
    exit when cardinality(ids) = known;
    perform from subnet where id = any (ids) order by space_id, net for no key update;
  end loop;
  return ids;
end $$;
