-- Applies a plan: merges adjacent nodes into the first of them.
create or replace function ip_apply_merge(request jsonb) returns bigint[] language plpgsql as $$
declare
  ids bigint[] := array(select id from subnet where id in (select i::bigint from jsonb_array_elements_text(request -> 'ids') i) order by net);
  n subnet;
  merged cidr := (select inet_merge(min(net::inet), max(net::inet)) from subnet where id = any (ids));
  gate inet := (select gateway from subnet where id = any (ids) and gateway is not null order by net limit 1);
begin
  select * into n from subnet where id = ids[1];
  -- They are moved away first: none may overlap with the node that grows.
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, deleted_at = now(), used = 0, child_count = 0, address_count = 0
    where id = any (ids[2:]);
  delete from ip_range where subnet_id = any (ids) and kind = 'edge';
  delete from free_block where parent_id = any (ids);
  update subnet set net = merged, gateway = gate, edges_cut = (select bool_or(edges_cut) from subnet where id = any (ids)) where id = n.id;
  update subnet set parent_id = n.id, parent_net = merged where parent_id = any (ids[2:]) and holds;
  update address set subnet_id = n.id, subnet_net = merged, is_gateway = is_gateway and ip is not distinct from gate where subnet_id = any (ids[2:]) and holds;
  update ip_range set subnet_id = n.id where subnet_id = any (ids[2:]);
  update subnet set edges_cut = false where id = any (ids[2:]);
  update subnet set child_count = child_count - (cardinality(ids) - 1) where id = n.parent_id;
  perform ip_settle(n.id);
  return array[n.id];
end $$;
