-- Previews a plan: deleting a node and moving its children to its parent.
create or replace function ip_preview_lift(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  p subnet;
  way jsonb := ip_in_use(n);
begin
  select * into p from subnet where id = n.parent_id;
  if n.hosts then way := way || ip_conflict('subnet.holds_addresses', jsonb_build_object('net', n.net), n.net::text, n.id); end if;
  if p.id is null and not ip_sees_all() and (select kind from ip_space where id = n.space_id) = 'public' then way := way || ip_conflict('space.provider_only', '{}', n.net::text, n.id); end if;
  if p.id is not null and not ip_sees(p.ancestor_ids) then way := way || ip_conflict('subnet.delegated', jsonb_build_object('net', n.net), n.net::text, n.id);
  elsif p.id is not null then perform ip_check_open(p, 'id'); end if;
  if p.type = 'pool' then
    way := way || coalesce((select jsonb_agg(ip_conflict('subnet.pool_in_pool', '{}', net::text, id) -> 0) from (
      select id, net from subnet where parent_id = n.id and holds and type = 'pool' limit 20) c), '[]');
  end if;
  return ip_outcome(array_remove(array[p.id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, null, 'change.removed')) || coalesce((select jsonb_agg(case when p.id is null then ip_change(id, net::text, net::text, 'change.moved_to_top')
      else ip_change(id, net::text, net::text, 'change.moved', jsonb_build_object('parent', p.net)) end order by net) from (
      select id, net from subnet where parent_id = n.id and holds order by net limit 100) c), '[]'),
    1 + n.child_count, ip_free_of(p), case when p.id is null then 0 else ip_free_of(p) + ip_free_of(n) + coalesce((select sum(ip_width(lo, hi)) from ip_range where subnet_id = n.id), 0) end, ip_fingerprint(array[n.id]));
end $$;
