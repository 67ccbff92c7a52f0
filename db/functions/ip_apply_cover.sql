-- Only direct children and free blocks change their parent; deeper rows are not changed.
create or replace function ip_apply_cover(request jsonb, parent bigint) returns bigint[] language plpgsql as $$
declare
  p subnet;
  want cidr := (request ->> 'net')::cidr;
  space bigint := coalesce((request ->> 'space_id')::bigint, 1);
  a jsonb := coalesce(request -> 'attributes', '{}');
  made bigint;
  ids bigint[];
  moved bigint;
  free numeric;
begin
  select * into p from subnet where id = parent;
  space := coalesce(p.space_id, space);
  set constraints subnet_sibling deferred;
  insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, exclusive, shared, name, description, vlan, assign_len, policy, mark_full)
    values (space, want, p.id, p.net, p.hosts, false, 'container', case when a ? 'usage_type' then a ->> 'usage_type' else p.usage_type end,
      case when a ? 'category_id' then (a ->> 'category_id')::bigint else p.category_id end, coalesce(a ->> 'state', 'reserved'),
      coalesce((request ->> 'company_id')::bigint, p.company_id, (select company_id from ip_space where id = space), (select id from company where parent_id is null)),
      coalesce((a ->> 'exclusive')::boolean, false), coalesce((a ->> 'shared')::boolean, false), coalesce(request ->> 'name', a ->> 'name', ''), coalesce(a ->> 'description', ''), (a ->> 'vlan')::int,
      coalesce((a ->> 'assign_len')::int, case when p.assign_len >= masklen(want) then p.assign_len end, ip_default_unit(want, false, null)),
      coalesce(a ->> 'policy', p.policy, case family(want) when 4 then 'best-fit' else 'sparse' end), coalesce((a ->> 'mark_full')::boolean, false))
    returning id into made;
  ids := array(select id from ip_inside(space, p.id, want));
  moved := cardinality(ids);
  perform ip_announce_moves(ids, p.id, made);
  update subnet set parent_id = made, parent_net = want, parent_hosts = false where id = any (ids);
  perform set_config('app.moves_told', '', true);
  if p.id is null then
    perform ip_settle(made);
  else
    update ip_range set subnet_id = made where subnet_id = p.id and lo <<= want and hi <<= want;
    update free_block set parent_id = made where parent_id = p.id and net >= want and net <= set_masklen(broadcast(want), ip_bits(want))::cidr;
    if not found and moved = 0 and not exists (select from ip_range where subnet_id = made) then
      -- It is entirely part of one larger free block.
      perform ip_carve(p.id, want);
      insert into free_block (parent_id, net, plen) values (made, want, masklen(want));
    end if;
    free := coalesce((select sum(ip_size(net)) from free_block where parent_id = made), 0);
    update subnet set used = ip_size(want) - free, child_count = moved where id = made;
    update subnet set used = used + free, child_count = child_count + 1 - moved where id = p.id;
  end if;
  set constraints subnet_sibling immediate;
  return array[made];
end $$;
