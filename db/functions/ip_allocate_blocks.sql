-- Removes the next blocks from the node's free space. An owner that released a block gets it again during its quarantine.
create or replace function ip_allocate_blocks(node subnet, len int, amount int, side_by_side boolean, pick_policy text, holder bigint, used_kind text, used_id bigint)
  returns cidr[]
  language plpgsql as $$
declare
  nets cidr[] := '{}';
  block cidr;
  resting subnet;
begin
  if side_by_side and amount > 1 then
    block := ip_pick(node.id, len - ceil(log(2, amount))::int, pick_policy);
    if block is null or masklen(block) <= masklen(node.net) - 1 then
      perform reject(409, 'count', 'subnet.no_adjacent_blocks', jsonb_build_object('net', node.net, 'length', len, 'wanted', amount));
    end if;
    block := set_masklen(block, len);
    for i in 1..amount loop
      perform ip_carve(node.id, block);
      nets := nets || block;
      if i < amount then block := (broadcast(block) + 1)::cidr; end if;
    end loop;
    return nets;
  end if;
  for i in 1..amount loop
    block := null;
    if used_id is not null or holder <> node.company_id then
      select * into resting from subnet
        where parent_id = node.id and company_id = holder and state = 'quarantined' and masklen(net) = len and child_count = 0 and address_count = 0
          and used_by_kind is not distinct from used_kind and used_by_id is not distinct from used_id
        order by net limit 1 for no key update;
      if resting.id is not null then
        perform ip_free_node(resting);
        block := resting.net;
      end if;
    end if;
    block := coalesce(block, ip_pick(node.id, len, pick_policy));
    if block is null then
      if amount = 1 then perform reject(409, 'prefix', 'subnet.no_free_block', jsonb_build_object('net', node.net, 'length', len)); end if;
      perform reject(409, 'prefix', 'subnet.too_few_blocks', jsonb_build_object('net', node.net, 'length', len, 'free', i - 1, 'wanted', amount));
    end if;
    perform ip_carve(node.id, block);
    nets := nets || block;
  end loop;
  return nets;
end $$;
