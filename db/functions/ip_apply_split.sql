-- Applies a plan: divides a node into equal parts.
create or replace function ip_apply_split(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  len int := (request ->> 'length')::int;
  made bigint[];
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  set constraints subnet_parent, subnet_sibling, subnet_sibling_moved deferred;
  with part as (
    insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, shared, vlan, gateway, assign_len, policy)
    select n.space_id, p, n.id, n.net, false, n.hosts, n.type, n.usage_type, n.category_id, n.state, n.company_id, n.shared, n.vlan, case when n.gateway <<= p then n.gateway end,
      greatest(n.assign_len, len), n.policy
    from ip_parts(n.net, len) p where not exists (select from subnet c where c.parent_id = n.id and c.holds and c.net = p)
    returning id, net),
  freed as (insert into free_block (parent_id, net, plen) select id, net, masklen(net) from part)
  select array_agg(id order by net) into made from part;
  update address a set subnet_id = c.id, subnet_net = c.net from subnet c
    where a.subnet_id = n.id and a.holds and c.parent_id = n.id and c.holds and c.net = network(set_masklen(a.ip, len));
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note)
    select c.id, n.company_id, p.lo, p.hi, p.kind, p.note from ip_ranges_by_part(n.id, len, n.type) p join subnet c on c.parent_id = n.id and c.holds and c.net = p.part;
  delete from ip_range where subnet_id = n.id;
  update subnet c set parent_id = u.id, parent_net = u.net from subnet u
    where c.parent_id = n.id and c.holds and masklen(c.net) > len and u.parent_id = n.id and u.holds and u.net = set_masklen(c.net, len);
  update subnet set type = 'container', hosts = false, gateway = null, assign_len = len, edges_cut = false, used = ip_size(n.net), address_count = 0,
    child_count = (select count(*) from subnet where parent_id = n.id and holds), state = case n.state when 'assigned' then 'reserved' else n.state end,
    policy = case when n.hosts then case family(n.net) when 4 then 'best-fit' else 'sparse' end else n.policy end where id = n.id;
  delete from free_block where parent_id = n.id;
  set constraints subnet_parent, subnet_sibling, subnet_sibling_moved immediate;
  perform ip_settle(c.id) from subnet c where c.id = any (made) and (exists (select from address where subnet_id = c.id and holds)
    or exists (select from ip_range where subnet_id = c.id) or exists (select from subnet where parent_id = c.id and holds));
  return made;
end $$;
