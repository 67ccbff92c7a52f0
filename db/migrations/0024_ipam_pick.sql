-- The first or last block of each length that there is, and of these the first or last, in one statement: a loop over the
-- lengths cost a statement each.
create or replace function ip_pick(node bigint, len int, policy text) returns cidr language plpgsql stable as $$
declare
  block cidr;
  whole subnet;
  top int;
begin
  case policy
  when 'best-fit' then
    select net into block from free_block where parent_id = node and plen <= len order by plen desc, net limit 1;
  when 'sparse' then
    select plen into top from free_block where parent_id = node and plen <= len order by plen, net desc limit 1;
    select net into block from free_block where parent_id = node and plen = top order by net limit 1;
  else
    select * into whole from subnet where id = node;
    -- Where one address is wanted, any block has room.
    if len = ip_bits(whole.net) then
      if policy = 'last' then
        select net into block from free_block where parent_id = node order by net desc limit 1;
        return network(set_masklen(broadcast(block), len));
      end if;
      select net into block from free_block where parent_id = node order by net limit 1;
      return set_masklen(block, len);
    end if;
    if policy = 'last' then
      select f.net into block from generate_series(masklen(whole.net), len) l,
        lateral (select net from free_block where parent_id = node and plen = l order by net desc limit 1) f
        order by f.net desc limit 1;
      return network(set_masklen(broadcast(block), len));
    end if;
    select f.net into block from generate_series(masklen(whole.net), len) l,
      lateral (select net from free_block where parent_id = node and plen = l order by net limit 1) f
      order by f.net limit 1;
  end case;
  return set_masklen(block, len);
end $$;
