-- Removes network and broadcast addresses from the free space, reserves the addresses of the category, and the gateway: once, with
-- the first address or range, so that an unused /64 stays one row. Needs the node's lock; returns how much it removed.
create or replace function ip_cut_edges(node subnet) returns numeric language plpgsql as $$
declare
  lo inet := ip_usable_first(node.net, node.type);
  hi inet := ip_usable_last(node.net, node.type);
  part record;
  cut numeric := 0;
  edge inet;
begin
  if node.edges_cut or node.type <> 'network' then return 0; end if;
  foreach edge in array array[ip_first(node.net), ip_last(node.net)] loop
    continue when edge between lo and hi;
    perform ip_carve(node.id, edge::cidr);
    insert into ip_range (subnet_id, company_id, lo, hi, kind) values (node.id, node.company_id, edge, edge, 'edge');
    cut := cut + 1;
  end loop;
  if node.gateway between lo and hi then
    perform ip_carve(node.id, node.gateway::cidr);
    insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, state, is_gateway)
      values (node.space_id, node.gateway, node.id, node.net, true, node.company_id, 'reserved', true);
    cut := cut + 1;
  end if;
  for part in select r.lo, r.hi from ip_category_reserve(node) r loop
    perform ip_carve(node.id, block) from ip_cover(part.lo, part.hi) block;
    insert into ip_range (subnet_id, company_id, lo, hi, kind, note)
      values (node.id, node.company_id, part.lo, part.hi, 'reserved', 'Held back by the category');
    cut := cut + (part.hi - part.lo) + 1;
  end loop;
  update subnet set edges_cut = true, used = used + cut, address_count = address_count + (case when node.gateway between ip_usable_first(node.net, node.type) and ip_usable_last(node.net, node.type) then 1 else 0 end) where id = node.id;
  return cut;
end $$;
