-- Reserves the edges of a node for its current prefix, and recomputes its free blocks and counters from its contents.
create or replace function ip_settle(node bigint) returns void language plpgsql as $$
declare
  n subnet;
  cut boolean;
begin
  select * into n from subnet where id = node;
  cut := n.edges_cut or (n.type = 'network' and (exists (select from address where subnet_id = node and holds) or exists (select from ip_range where subnet_id = node)));
  delete from ip_range where subnet_id = node and kind = 'edge';
  if cut then
    insert into ip_range (subnet_id, company_id, lo, hi, kind) select node, n.company_id, ip_first(e), ip_first(e), 'edge' from unnest(ip_edges(n.net, n.type)) e;
  end if;
  update subnet set used = ip_free_rebuild(node), edges_cut = cut, child_count = (select count(*) from subnet where parent_id = node and holds),
    address_count = (select count(*) from address where subnet_id = node and holds) where id = node;
end $$;

-- Deferred trigger of address, at commit: an address that was allocated without the node's lock is removed from
-- the node's free space and counted. Conditions that were checked without the lock have to hold under it; else the transaction
-- is aborted, as after a deadlock. Two statements: the first writes the counter and returns its row; the second finds, checks
-- and removes the free block.
create or replace function ip_settle()
  returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  n subnet;
  block cidr;
  taking text;
begin
  perform pg_advisory_xact_lock(731, (new.subnet_id % 2147483647)::int);
  taking := set_config('app.taking', 'settling', true);
  update subnet set address_count = address_count + 1, used = used + 1 where id = new.subnet_id and holds returning * into n;
  taking := set_config('app.taking', 'taken', true);
  delete from free_block where parent_id = n.id
    and net = (select f.net from free_block f where f.parent_id = n.id and f.net <= new.ip::cidr order by f.net desc limit 1)
    returning net into block;
  if block is null or not block >>= new.ip or n.mark_full or n.deleted_at is not null
    or not n.company_id = any (new.ancestor_ids) or not ip_sees(n.ancestor_ids, n.shared) then
    raise exception using errcode = 'deadlock_detected', message = format('%s has changed meanwhile.', new.subnet_net);
  end if;
  if n.exclusive then perform ip_check_open(n, 'subnet_id'); end if;
  if masklen(block) < masklen(new.ip) then
    insert into free_block (parent_id, net, plen)
      select n.id, ip_buddy(set_masklen(new.ip::cidr, len)), len from generate_series(masklen(block) + 1, masklen(new.ip)) len;
  end if;
  return null;
end $$;
alter function ip_settle() owner to trunkline_app_all;
