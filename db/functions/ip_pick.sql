-- The next block of length len by policy, or null if none is free. Allocates nothing.
--   best-fit  from the smallest block that is large enough; preserves the large ones
--   lowest, last  first and last of the node
--   sparse    the start of the largest block: 0, 1/2, 1/4, 3/4 … of the node, so that each has the most free space behind it
--             (RFC 3531 3.2, bits assigned from the left)
-- Usually the first blocks are large enough, or are all of one length; only if small ones come before the first that is large
-- enough, one statement finds the first block of each length. The length is computed from the block: as a column it would lead
-- to the index without the order.
create or replace function ip_pick(node bigint, len int, policy text) returns cidr language plpgsql stable as $$
declare
  block cidr;
  near smallint;
begin
  case policy
  when 'best-fit' then
    select net into block from free_block where parent_id = node and plen <= len order by plen desc, net limit 1;
  when 'sparse' then
    select plen into near from free_block where parent_id = node and plen <= len order by plen, net desc limit 1;
    select net into block from free_block where parent_id = node and plen = near order by net limit 1;
  when 'last' then
    select net into block from (select net from free_block where parent_id = node order by net desc limit 8) f where masklen(net) <= len limit 1;
    if block is null then
      select net, plen into block, near from free_block where parent_id = node and plen <= len order by plen, net desc limit 1;
      if exists (select from free_block where parent_id = node and plen > near and plen <= len) then
        with recursive of_length as (
          select block as net, near as plen
          union all
          select f.net, f.plen from of_length o,
            lateral (select net, plen from free_block where parent_id = node and plen > o.plen and plen <= len order by plen, net desc limit 1) f)
        select net into block from of_length order by net desc limit 1;
      end if;
    end if;
    return network(set_masklen(broadcast(block), len));
  else
    select net into block from (select net from free_block where parent_id = node order by net limit 8) f where masklen(net) <= len limit 1;
    if block is null then
      select net, plen into block, near from free_block where parent_id = node and plen <= len order by plen desc, net limit 1;
      if exists (select from free_block where parent_id = node and plen < near) then
        with recursive of_length as (
          select block as net, near as plen
          union all
          select f.net, f.plen from of_length o,
            lateral (select net, plen from free_block where parent_id = node and plen < o.plen order by plen desc, net limit 1) f)
        select net into block from of_length order by net limit 1;
      end if;
    end if;
  end case;
  return set_masklen(block, len);
end $$;
