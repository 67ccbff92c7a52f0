-- The next free address of a node that no other transaction is allocating, reserved for this one; null if none is
-- free. Needs no lock of the node. If the only free addresses are being allocated by others, it waits for one of them:
-- that transaction may still roll back. policy decides where it starts, as in ip_pick: lowest, last, or the smallest block
-- (best-fit). One statement per attempt: it stops at the first address whose lock is available.
create or replace function ip_next_address(node bigint, policy text) returns inet language plpgsql as $$
declare
  pick inet;
begin
  for round in 1..1000 loop
    if policy = 'last' then
      select c.ip into pick from (select net from free_block where parent_id = node order by net desc limit 64) f,
        lateral (select ip_last(f.net) - i as ip from generate_series(0, least(ip_size(f.net), 64)::int - 1) i) c
        where pg_try_advisory_xact_lock(732, ip_address_key(node, c.ip)) limit 1;
    elsif policy = 'best-fit' then
      select c.ip into pick from (select net from free_block where parent_id = node order by plen desc, net limit 64) f,
        lateral (select ip_first(f.net) + i as ip from generate_series(0, least(ip_size(f.net), 64)::int - 1) i) c
        where pg_try_advisory_xact_lock(732, ip_address_key(node, c.ip)) limit 1;
    else
      select c.ip into pick from (select net from free_block where parent_id = node order by net limit 64) f,
        lateral (select ip_first(f.net) + i as ip from generate_series(0, least(ip_size(f.net), 64)::int - 1) i) c
        where pg_try_advisory_xact_lock(732, ip_address_key(node, c.ip)) limit 1;
    end if;
    if pick is null then
      select ip_first(net) into pick from free_block where parent_id = node order by net limit 1;
      if pick is null then return null; end if;
      perform pg_advisory_xact_lock(732, ip_address_key(node, pick));
    end if;
    -- Checked again: its last owner may have allocated it and committed since the block was read.
    if (select net >>= pick from free_block where parent_id = node and net <= pick::cidr order by net desc limit 1) then return pick; end if;
  end loop;
  raise exception using errcode = 'deadlock_detected', message = 'Others took what was free each time.';
end $$;
