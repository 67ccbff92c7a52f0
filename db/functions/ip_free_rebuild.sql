-- Recomputes the node's free blocks from its allocations. Needs the node's lock. Returns the number of allocated
-- addresses: the right value of `used`.
create or replace function ip_free_rebuild(node bigint) returns numeric language plpgsql set enable_seqscan = off set jit = off as $$
declare
  top cidr := (select net from subnet where id = node);
  at inet := ip_first(top);
  taken record;
  free numeric;
begin
  delete from free_block where parent_id = node;
  for taken in
    select ip_first(net) as lo, ip_last(net) as hi from subnet where parent_id = node and holds
    union all select ip, ip from address where subnet_id = node and holds
    union all select lo, hi from ip_range where subnet_id = node
    order by 1
  loop
    if taken.lo > at then
      insert into free_block (parent_id, net, plen) select node, b, masklen(b) from ip_cover(at, taken.lo - 1) b;
    end if;
    at := case when taken.hi < ip_last(top) then greatest(at, taken.hi + 1) end;
    exit when at is null;
  end loop;
  if at is not null then
    insert into free_block (parent_id, net, plen) select node, b, masklen(b) from ip_cover(at, ip_last(top)) b;
  end if;
  select coalesce(sum(ip_size(net)), 0) into free from free_block where parent_id = node;
  return ip_size(top) - free;
end $$;
