-- Removes exactly this block from the node's free space. Needs the node's lock.
create or replace function ip_carve(node bigint, want cidr) returns void language plpgsql as $$
declare
  block cidr;
begin
  select net into block from free_block where parent_id = node and net <= want order by net desc limit 1;
  if block is null or not block >>= want then
    perform reject(409, 'net', 'ip.taken', jsonb_build_object('net', want));
  end if;
  delete from free_block where parent_id = node and net = block;
  if block <> want then
    insert into free_block (parent_id, net, plen)
      select node, ip_buddy(set_masklen(want, len)), len from generate_series(masklen(block) + 1, masklen(want)) len;
  end if;
end $$;
