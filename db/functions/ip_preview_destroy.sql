-- Previews a plan: deleting a node with its contents.
create or replace function ip_preview_destroy(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  p subnet;
  below bigint[] := array(with recursive b as (select n.id as id union all select s.id from b join subnet s on s.parent_id = b.id and s.holds) select id from b);
  addresses bigint := (select count(*) from address where subnet_id = any (below) and holds and deleted_at is null);
begin
  select * into p from subnet where id = n.parent_id;
  if p.id is not null then perform ip_check_open(p, 'id'); end if;
  return ip_outcome(array_remove(array[p.id, n.id], null), '[]',
    coalesce((select jsonb_agg(case address_count when 0 then ip_change(id, net::text, null, 'change.trashed') else ip_change(id, net::text, null, 'change.trashed_with', jsonb_build_object('addresses', address_count)) end order by net)
      from (select id, net, address_count from subnet where id = any (below) and deleted_at is null order by net limit 100) s), '[]'),
    (select count(*) from subnet where id = any (below) and deleted_at is null) + addresses, ip_free_of(p), ip_free_of(p), ip_fingerprint(below));
end $$;
