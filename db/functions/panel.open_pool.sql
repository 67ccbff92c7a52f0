-- Transfers a pool's free addresses to RADIUS: they are removed from the free space of address management, and leased from
-- here. The first and last address are not leased, since devices treat them as network and broadcast address.
create or replace function panel.open_pool(node bigint) returns void language plpgsql as $$
declare
  n subnet := ip_lock(node, 'subnet_id');
  block record;
  lo inet;
  hi inet;
begin
  if not n.hosts or n.type <> 'pool' or family(n.net) <> 4 then perform reject(422, 'subnet_id', 'pool.required', jsonb_build_object('family', 4)); end if;
  if masklen(n.net) < 16 then perform reject(422, 'subnet_id', 'pool.max_addresses', jsonb_build_object('max', 65536)); end if;
  for block in
    -- Adjacent free blocks form one stretch.
    select min(ip_first(net)) as lo, max(ip_last(net)) as hi from (
      select net, sum(case when ip_first(net) = before + 1 then 0 else 1 end) over (order by net) as stretch
      from (select net, lag(ip_last(net)) over (order by net) as before from free_block where parent_id = node) b) s
    group by stretch order by 1
  loop
    insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, block.lo, block.hi, 'dhcp', 'Leased by RADIUS');
    update subnet set used = used + (block.hi - block.lo) + 1 where id = n.id;
    lo := case when masklen(n.net) <= 30 then greatest(block.lo, ip_first(n.net) + 1) else block.lo end;
    hi := case when masklen(n.net) <= 30 then least(block.hi, ip_last(n.net) - 1) else block.hi end;
    insert into pool_address (subnet_id, address) select n.id, lo + i from generate_series(0, hi - lo) i where lo + i is distinct from n.gateway on conflict do nothing;
  end loop;
  delete from free_block where parent_id = node;
  update subnet set leased = true where id = node;
end $$;
alter function panel.open_pool(bigint) owner to trunkline_app_all;
revoke execute on function panel.open_pool(bigint) from public;
