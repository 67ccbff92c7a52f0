-- Returns a block to the free space and merges it with its buddy as long as that is free too. Needs the node's lock.
create or replace function ip_release_block(node bigint, block cidr) returns void language plpgsql as $$
declare
  top int := (select masklen(net) from subnet where id = node);
  grown cidr := block;
begin
  perform ip_settle_now();
  while masklen(grown) > top loop
    delete from free_block where parent_id = node and net = ip_buddy(grown);
    exit when not found;
    grown := set_masklen(grown, masklen(grown) - 1);
  end loop;
  insert into free_block (parent_id, net, plen) values (node, grown, masklen(grown));
end $$;
