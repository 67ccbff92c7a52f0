-- Nodes of one space are disjoint or nested: another parent that contains the node is either in another space, or, in
-- the same one, an ancestor, and then the node in between conflicts.
create or replace function ip_preview_move(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  target subnet := ip_own((request ->> 'parent_id')::bigint, 'parent_id');
  way jsonb := case when n.state = 'held' then ip_in_use(n) else '[]' end;
  rows bigint;
  moved_rows bigint;
begin
  if n.parent_id is not null then perform ip_check_open((select p from subnet p where p.id = n.parent_id), 'id'); end if;
  if target.id = n.parent_id then way := way || ip_conflict('move.already_there', jsonb_build_object('net', n.net, 'parent', target.net), target.net::text, target.id);
  elsif not n.net << target.net then way := way || ip_conflict('ip.outside', jsonb_build_object('net', n.net, 'parent', target.net), target.net::text, target.id);
  elsif target.space_id = n.space_id then way := way || ip_conflict('move.same_space', jsonb_build_object('net', n.net), target.net::text, target.id);
  elsif target.hosts then way := way || ip_conflict('subnet.holds_addresses', jsonb_build_object('net', target.net), target.net::text, target.id);
  elsif target.type = 'pool' and n.type = 'pool' then way := way || ip_conflict('subnet.pool_in_pool', '{}', target.net::text, target.id);
  elsif not target.company_id = any (n.ancestor_ids) then way := way || ip_conflict('subnet.company_not_below_parent', jsonb_build_object('net', n.net, 'parent', target.net), target.net::text, target.id);
  else way := way || ip_blocking(target.space_id, target.id, array[n.net]); end if;
  select count(*), sum(address_count) into rows, moved_rows from subnet where space_id = n.space_id and holds and net >= n.net and net <= set_masklen(broadcast(n.net), ip_bits(n.net))::cidr;
  return ip_outcome(array_remove(array[n.parent_id, target.id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, n.net::text, 'change.moved_to_space',
      jsonb_build_object('parent', target.net, 'space', (select name from ip_space where id = target.space_id), 'subnets', rows - 1))),
    rows + moved_rows, ip_free_of(target), ip_free_of(target) - ip_size(n.net), ip_fingerprint(array[n.id]));
end $$;
