-- Addresses and ranges of a node.

-- Cuts out what a network never hands out, holds back what its category says, and keeps its gateway: once, with the
-- first address or range, so that an untouched /64 stays one row. Needs the node's lock; returns how much it cut.
create function ip_cut_edges(node subnet) returns numeric language plpgsql as $$
declare
  lo inet := ip_usable_first(node.net, node.type);
  hi inet := ip_usable_last(node.net, node.type);
  back int := (select reserve_first from subnet_category where id = node.category_id);
  until inet;
  cut numeric := 0;
  edge inet;
begin
  if node.edges_cut or node.type <> 'network' then return 0; end if;
  foreach edge in array array[ip_first(node.net), ip_last(node.net)] loop
    continue when edge between lo and hi;
    perform ip_carve(node.id, edge::cidr);
    insert into ip_range (subnet_id, company_id, lo, hi, kind) values (node.id, node.company_id, edge, edge, 'edge');
    cut := cut + 1;
  end loop;
  if node.gateway between lo and hi then
    perform ip_carve(node.id, node.gateway::cidr);
    insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, state, is_gateway)
      values (node.space_id, node.gateway, node.id, node.net, true, node.company_id, 'reserved', true);
    cut := cut + 1;
  end if;
  if back > 0 and masklen(node.net) <= ip_bits(node.net) - 2 then
    until := case when ip_size(node.net) - 2 <= back then hi else lo + (back - 1) end;
    if node.gateway = lo then lo := lo + 1; elsif node.gateway = until then until := until - 1; end if;
    -- A gateway in the midst of them is kept by its own row.
    if lo <= until and (node.gateway is null or not node.gateway between lo and until) then
      perform ip_carve(node.id, block) from ip_cover(lo, until) block;
      insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (node.id, node.company_id, lo, until, 'reserved', 'Held back by the category');
      cut := cut + (until - lo) + 1;
    end if;
  end if;
  update subnet set edges_cut = true, used = used + cut, address_count = address_count + (case when node.gateway between ip_usable_first(node.net, node.type) and ip_usable_last(node.net, node.type) then 1 else 0 end) where id = node.id;
  return cut;
end $$;

-- Takes addresses of a node: `wanted`, or the next ones. Who gave one back gets it again while it rests.
create function ip_take_addresses(node bigint, wanted inet, amount int, holder bigint, new_state text, hold_seconds int,
  used_kind text, used_id bigint, used_label text, new_mac macaddr, new_dns_name text, new_note text, gateway boolean)
  returns table (id bigint, ip inet) language plpgsql as $$
#variable_conflict use_column
declare
  n subnet;
  ips inet[] := '{}';
  block cidr;
  resting address;
  kept bigint;
  until timestamptz := now() + hold_seconds * interval '1 second';
begin
  perform ip_hold_company(node, holder);
  n := ip_lock(node, 'subnet_id');
  perform ip_check_open(n, 'subnet_id');
  holder := coalesce(holder, case when ip_everything() or current_company() = any (n.lineage) then n.company_id else current_company() end);
  perform ip_check_holder(holder, n.company_id);
  if not n.hosts then
    perform ip_refuse(422, 'subnet_id', format('%s gives subnets. Addresses are taken from a network or a pool.', n.net));
  elsif wanted is not null and family(wanted) <> family(n.net) then
    perform ip_refuse(422, 'ip', format('%s is IPv%s.', n.net, family(n.net)));
  elsif wanted is not null and not wanted <<= n.net then
    perform ip_refuse(422, 'ip', format('%s lies outside of %s.', host(wanted), n.net));
  elsif wanted is not null and amount > 1 then
    perform ip_refuse(422, 'count', 'One address can be given by hand at a time.');
  elsif wanted is null and n.mark_full then
    perform ip_refuse(409, 'subnet_id', format('%s is marked as full.', n.net));
  end if;
  if not n.edges_cut and n.type = 'network' then perform ip_cut_edges(n); end if;

  if wanted is not null then
    -- The gateway that was kept for it has its row already.
    update address a set company_id = holder, state = case when hold_seconds is null then coalesce(new_state, 'assigned') else 'held' end, expires_at = until,
        used_by_kind = used_kind, used_by_id = used_id, used_by_label = used_label, mac = new_mac, dns_name = coalesce(new_dns_name, ''), note = coalesce(new_note, '')
      where a.subnet_id = n.id and a.ip = wanted and a.holds and a.is_gateway and a.state = 'reserved' and a.used_by_id is null and gateway is not false
      returning a.id into kept;
    if kept is not null then
      return query select kept, wanted;
      return;
    end if;
    perform ip_claim(n, wanted::cidr, 'ip');
    ips := array[wanted];
  else
    for i in 1..amount loop
      block := null;
      if used_id is not null then
        select * into resting from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.company_id = holder and a.state = 'quarantined'
          order by a.ip limit 1 for no key update;
        if resting.id is not null then
          perform ip_free_addresses(n.id, array[resting.id]);
          block := resting.ip::cidr;
        end if;
      end if;
      block := coalesce(block, ip_pick(n.id, ip_bits(n.net), n.policy));
      if block is null then
        perform ip_refuse(409, 'ip', case when amount = 1 then format('No address is free in %s.', n.net) else format('%s has %s of %s addresses free.', n.net, i - 1, amount) end);
      end if;
      perform ip_carve(n.id, block);
      ips := ips || block::inet;
    end loop;
  end if;
  return query insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
    select n.space_id, a, n.id, n.net, true, holder, case when hold_seconds is null then coalesce(new_state, 'assigned') else 'held' end,
      used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until
    from unnest(ips) with ordinality as t (a, place) order by place
    returning address.id, address.ip;
  update subnet s set address_count = s.address_count + cardinality(ips), used = s.used + cardinality(ips) where s.id = n.id;
end $$;

-- Really gives addresses of a node back: the row stays as history. Needs the node's lock.
create function ip_free_addresses(node bigint, ids bigint[]) returns int language plpgsql as $$
declare
  gone inet;
  freed int := 0;
begin
  for gone in
    update address set holds = false, state = 'released', subnet_id = null, subnet_net = null, subnet_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now())
      where id = any (ids) and holds and subnet_id = node returning ip
  loop
    perform ip_give_back(node, gone::cidr);
    freed := freed + 1;
  end loop;
  update subnet set address_count = address_count - freed, used = used - freed where id = node and freed > 0;
  return freed;
end $$;

-- Days that space of this category rests.
create function ip_cool_down(category bigint) returns interval language sql stable
  as $$ select coalesce((select cool_down_days from subnet_category where id = category), 30) * interval '1 day' $$;

-- The address, for whoever works with it: its holder's line. Locked.
create function ip_lock_address(wanted bigint) returns address language plpgsql as $$
declare
  found_address address;
begin
  select * into found_address from address where id = wanted for no key update;
  if found_address.id is null or not ip_sees(found_address.lineage) then perform ip_refuse(404, null, 'There is no such address.'); end if;
  return found_address;
end $$;

-- Gives an address back: it rests for its subnet's cool-down, or goes at once.
create function ip_release_address(wanted bigint, at_once boolean default false) returns void language plpgsql as $$
declare
  a address;
  n subnet;
  rest interval;
begin
  select * into a from address where id = wanted;
  if a.id is null or not ip_sees(a.lineage) then perform ip_refuse(404, null, 'There is no such address.'); end if;
  if not a.holds then perform ip_refuse(409, null, format('%s was given back already.', host(a.ip))); end if;
  -- The node before the address, as everywhere.
  select * into n from subnet where id = a.subnet_id for no key update;
  perform ip_check_open(n, null) where n.deleted_at is null;
  a := ip_lock_address(wanted);
  if a.subnet_id is distinct from n.id then perform ip_refuse(409, null, 'Somebody else is changing this address. Try again.'); end if;
  rest := ip_cool_down(n.category_id);
  if at_once or a.state = 'held' or rest = interval '0' then
    perform ip_free_addresses(n.id, array[a.id]);
  elsif a.state = 'quarantined' then
    perform ip_refuse(409, null, format('%s was given back already.', host(a.ip)));
  else
    update address set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null where id = a.id;
  end if;
end $$;

-- Takes a given back address again: its state while it rests, else its place in whatever contains it now.
create function ip_recover_address(wanted bigint) returns void language plpgsql as $$
declare
  a address;
  n subnet;
begin
  select * into a from address where id = wanted;
  if a.id is null or not ip_sees(a.lineage) then perform ip_refuse(404, null, 'There is no such address.'); end if;
  select * into n from subnet where id = coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) for no key update;
  a := ip_lock_address(wanted);
  if a.deleted_at is null then perform ip_refuse(409, null, format('%s is not given back.', host(a.ip))); end if;
  if n.id is null or not n.hosts then perform ip_refuse(409, null, format('%s lies in no network now.', host(a.ip))); end if;
  if coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) is distinct from n.id then perform ip_refuse(409, null, 'Somebody else is changing this address. Try again.'); end if;
  if not ip_sees(n.lineage, n.offered) or not n.company_id = any (a.lineage) then perform ip_refuse(409, null, format('%s is taken.', host(a.ip))); end if;
  perform ip_check_open(n, null);
  perform ip_check_holder(a.company_id, n.company_id);
  if not a.holds then
    if not n.edges_cut then perform ip_cut_edges(n); end if;
    perform ip_claim(n, a.ip::cidr, 'ip');
    update subnet set address_count = address_count + 1, used = used + 1 where id = n.id;
  end if;
  update address set holds = true, subnet_id = n.id, subnet_net = n.net, subnet_hosts = true, deleted_at = null, release_at = null,
    state = former_state where id = a.id;
end $$;

-- Keeps a range from being handed out. All of it has to be free.
create function ip_store_range(node bigint, range_lo inet, range_hi inet, range_kind text, range_note text) returns bigint language plpgsql as $$
declare
  n subnet := ip_lock(node, 'subnet_id');
  made bigint;
  block cidr;
begin
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet is run by the company that offers it.'); end if;
  perform ip_check_open(n, 'subnet_id');
  if range_kind not in ('reserved', 'dhcp') or (range_kind = 'dhcp' and not n.hosts) then
    perform ip_refuse(422, 'kind', 'A DHCP range lies in a network or pool that gives addresses.');
  elsif not range_lo <<= n.net then
    perform ip_refuse(422, 'lo', format('%s lies outside of %s.', host(range_lo), n.net));
  elsif not range_hi <<= n.net then
    perform ip_refuse(422, 'hi', format('%s lies outside of %s.', host(range_hi), n.net));
  elsif range_hi < range_lo then
    perform ip_refuse(422, 'hi', 'The end comes before the start.');
  end if;
  if n.type = 'network' and not n.edges_cut then perform ip_cut_edges(n); end if;
  for block in select ip_cover(range_lo, range_hi) loop
    perform ip_claim(n, block, 'lo');
  end loop;
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, range_lo, range_hi, range_kind, coalesce(range_note, '')) returning id into made;
  update subnet set used = used + ip_width(range_lo, range_hi) where id = n.id;
  return made;
end $$;

create function ip_destroy_range(wanted bigint) returns void language plpgsql as $$
declare
  r ip_range;
  n subnet;
begin
  select * into r from ip_range where id = wanted;
  if r.id is null or not ip_sees(r.lineage) then perform ip_refuse(404, null, 'There is no such range.'); end if;
  n := ip_lock(r.subnet_id, null);
  perform ip_check_open(n, null);
  if r.kind = 'edge' then perform ip_refuse(409, null, format('%s is never handed out in a network.', host(r.lo))); end if;
  delete from ip_range where id = wanted returning * into r;
  if r.id is null then perform ip_refuse(404, null, 'There is no such range.'); end if;
  perform ip_give_back(n.id, block) from ip_cover(r.lo, r.hi) block;
  update subnet set used = used - ip_width(r.lo, r.hi) where id = n.id;
end $$;

-- Changes who holds an address and for what; null leaves a column as it is.
create function ip_change_address(wanted bigint, new_state text, holder bigint default null) returns void language plpgsql as $$
declare
  a address := ip_lock_address(wanted);
  n subnet;
begin
  select * into n from subnet where id = a.subnet_id;
  if a.deleted_at is not null then perform ip_refuse(409, null, 'This is in the trash. Take it back out first.'); end if;
  perform ip_check_open(n, null);
  if holder is not null then perform ip_check_holder(holder, n.company_id); end if;
  update address set state = coalesce(new_state, state), company_id = coalesce(holder, company_id), expires_at = case when coalesce(new_state, state) = 'held' then expires_at end where id = a.id;
end $$;

select ip_engine(f) from unnest(array[
  'ip_take_addresses(bigint,inet,int,bigint,text,int,text,bigint,text,macaddr,text,text,boolean)', 'ip_release_address(bigint,boolean)', 'ip_recover_address(bigint)',
  'ip_store_range(bigint,inet,inet,text,text)', 'ip_destroy_range(bigint)', 'ip_change_address(bigint,text,bigint)']::regprocedure[]) f;
alter function ip_take_addresses(bigint,inet,int,bigint,text,int,text,bigint,text,macaddr,text,text,boolean) set plan_cache_mode = force_generic_plan;
