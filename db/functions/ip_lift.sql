-- Deletes the node and moves its children to its parent. Both are locked.
create or replace function ip_lift(node subnet, p subnet) returns void language plpgsql as $$
declare
  given numeric;
begin
  if node.hosts then perform reject(409, null, 'subnet.holds_addresses', jsonb_build_object('net', node.net)); end if;
  if p.id is null and not ip_sees_all() and (select kind from ip_space where id = node.space_id) = 'public' then
    perform reject(409, null, 'space.provider_only');
  end if;
  if p.type = 'pool' and exists (select from subnet where parent_id = node.id and holds and type = 'pool') then
    perform reject(409, null, 'subnet.pool_in_pool');
  end if;
  perform ip_release_block(node.id, block) from ip_range r, ip_cover(r.lo, r.hi) block where r.subnet_id = node.id;
  delete from ip_range where subnet_id = node.id;
  given := (select sum(ip_size(net)) from subnet where parent_id = node.id and holds);
  -- The node is moved away first: a child must not be a sibling of a node that contains it.
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now()),
    used = 0, child_count = 0 where id = node.id;
  update subnet set parent_id = p.id, parent_net = p.net, parent_hosts = p.hosts where parent_id = node.id and holds;
  if p.id is null then
    delete from free_block where parent_id = node.id;
  else
    update free_block set parent_id = p.id where parent_id = node.id;
    update subnet set child_count = child_count - 1 + node.child_count, used = used - ip_size(node.net) + given where id = p.id;
  end if;
end $$;
