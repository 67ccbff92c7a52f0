-- Many who take from one pool at once: each finds an address of its own and writes its row without the pool's lock. What
-- has to be done under it, the free block and the count, is done when the transaction commits: nobody waits for what
-- another caller does between taking its address and committing it.

-- The lock of one address of a node, for whoever is about to take it: 732 beside a hash of both. Two that share a hash
-- pass each other by.
create function ip_address_key(node bigint, ip inet) returns int language sql immutable parallel safe
  return hashtext(node::text || ' ' || host(ip));

-- The next free address of a node that nobody else is about to take, kept for this transaction; null where none is free.
-- Needs no lock of the node. What is free and about to be taken is waited for, once nothing else is left: its taker may
-- yet give up. `policy` says where it begins, as of ip_pick: lowest, last, or the smallest block (best-fit).
create function ip_next_address(node bigint, policy text) returns inet language plpgsql as $$
declare
  blocks cidr[];
  block cidr;
  pick inet;
  busy inet;
  seen int;
begin
  for round in 1..1000 loop
    busy := null;
    seen := 0;
    -- A few at a time: most who ask are alone and take the first.
    loop
      if policy = 'last' then
        blocks := array(select net from free_block where parent_id = node order by net desc offset seen limit 8);
      elsif policy = 'best-fit' then
        blocks := array(select net from free_block where parent_id = node order by plen desc, net offset seen limit 8);
      else
        blocks := array(select net from free_block where parent_id = node order by net offset seen limit 8);
      end if;
      foreach block in array blocks loop
        for i in 0..least(ip_size(block), 64)::int - 1 loop
          pick := case policy when 'last' then ip_last(block) - i else ip_first(block) + i end;
          if not pg_try_advisory_xact_lock(732, ip_address_key(node, pick)) then
            busy := coalesce(busy, pick);
          -- Looked at anew: whoever had it may have taken it and gone since the block was read.
          elsif (select net >>= pick from free_block where parent_id = node and net <= pick::cidr order by net desc limit 1) then
            return pick;
          end if;
        end loop;
      end loop;
      seen := seen + cardinality(blocks);
      exit when cardinality(blocks) < 8 or seen >= 64;
    end loop;
    if busy is not null then
      perform pg_advisory_xact_lock(732, ip_address_key(node, busy));
    elsif not exists (select from free_block where parent_id = node) then
      return null;
    end if;
  end loop;
  raise exception using errcode = 'deadlock_detected', message = 'Others took what was free each time.';
end $$;
alter function ip_next_address(bigint, text) set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off;

-- An address that was taken without the node's lock is taken out of the node's free space, and counted. What was judged
-- without the lock has to stand under it; else all is given up, as after a deadlock.
create function ip_settle() returns trigger language plpgsql as $$
declare
  n subnet;
begin
  perform pg_advisory_xact_lock(731, (new.subnet_id % 2147483647)::int);
  select * into n from subnet where id = new.subnet_id and holds for no key update;
  if n.id is null or n.mark_full or n.deleted_at is not null
    or not n.company_id = any (new.lineage) or not ip_sees(n.lineage, n.offered)
    or not coalesce((select f.net >>= new.ip from free_block f where f.parent_id = n.id and f.net <= new.ip::cidr order by f.net desc limit 1), false) then
    raise exception using errcode = 'deadlock_detected', message = format('%s has changed meanwhile.', new.subnet_net);
  end if;
  if n.exclusive then perform ip_check_open(n, 'subnet_id'); end if;
  perform ip_carve(n.id, new.ip::cidr);
  perform set_config('app.taking', 'settling', true);
  update subnet set address_count = address_count + 1, used = used + 1 where id = n.id;
  perform set_config('app.taking', 'taken', true);
  return null;
end $$;
select ip_engine('ip_settle()');
create constraint trigger ip_settle after insert on address deferrable initially deferred for each row
  when (current_setting('app.taking', true) = 'on') execute function ip_settle();

-- A count alone is announced to nobody: that an address was taken is announced with its row.
drop trigger announce_update on subnet;
create trigger announce_update after update on subnet referencing new table as new_rows old table as old_rows for each statement
  when (current_setting('app.taking', true) is distinct from 'settling') execute function announce_space();

-- Before anything else is done in a transaction with what it took.
create function ip_settle_now() returns void language plpgsql as $$
begin
  if current_setting('app.taking', true) = 'taken' then
    set constraints ip_settle immediate;
    perform set_config('app.taking', '', true);
  end if;
end $$;

-- As before (0012_ipam_engine.sql, 0015_ipam_addresses.sql, 0016_ipam_release.sql, 0017_ipam_apply.sql), with what was taken settled first.
create or replace function ip_lock(node bigint, field text default 'parent_id') returns subnet language plpgsql as $$
declare
  found_node subnet;
begin
  perform ip_settle_now();
  select * into found_node from subnet where id = node and holds for no key update;
  if found_node.id is null or not ip_sees(found_node.lineage, found_node.offered) then
    perform ip_refuse(404, field, 'There is no such subnet.');
  end if;
  return found_node;
end $$;

create or replace function ip_give_back(node bigint, block cidr) returns void language plpgsql as $$
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

create or replace function ip_lock_below(top bigint) returns bigint[] language plpgsql as $$
declare
  ids bigint[] := '{}';
  known int;
begin
  perform ip_settle_now();
  loop
    known := cardinality(ids);
    ids := array(with recursive below as (select top as id union all select s.id from below join subnet s on s.parent_id = below.id and s.holds) select id from below);
    exit when cardinality(ids) = known;
    perform from subnet where id = any (ids) order by space_id, net for no key update;
  end loop;
  return ids;
end $$;

create or replace function ip_free_tree(node subnet, below bigint[]) returns void language plpgsql as $$
begin
  perform ip_settle_now();
  update address set holds = false, state = 'released', subnet_id = null, subnet_net = null, subnet_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now())
    where subnet_id = any (below) and holds;
  delete from free_block where parent_id = any (below);
  delete from ip_range where subnet_id = any (below);
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null,
    deleted_at = coalesce(deleted_at, now()), used = 0, child_count = 0, address_count = 0, edges_cut = false
    where id = any (below) and id <> node.id;
  perform ip_free_node(node);
end $$;

create or replace function ip_lock_nodes(nodes jsonb) returns void language plpgsql as $$
begin
  perform ip_settle_now();
  perform from subnet where id in (select i::bigint from jsonb_array_elements_text(nodes) i) order by space_id, net for no key update;
end $$;

create or replace function ip_take_addresses(node bigint, wanted inet, amount int, holder bigint, new_state text, hold_seconds int,
  used_kind text, used_id bigint, used_label text, new_mac macaddr, new_dns_name text, new_note text, gateway boolean)
  returns table (id bigint, ip inet) language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  n subnet;
  ips inet[] := '{}';
  pick inet;
  resting address;
  kept bigint;
  -- Its row is written now, and settled with the node when the transaction ends.
  early boolean := false;
  until timestamptz := now() + hold_seconds * interval '1 second';
begin
  perform ip_settle_now();
  if wanted is null and amount = 1 then
    select * into n from subnet where id = node and holds;
    early := n.hosts and (n.edges_cut or n.type <> 'network') and n.policy <> 'sparse' and not n.mark_full
      and not (used_id is not null and exists (select from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.state = 'quarantined'));
  end if;
  if early then
    perform from company where id = coalesce(holder, n.company_id) for share;
    if not ip_sees(n.lineage, n.offered) then perform ip_refuse(404, 'subnet_id', 'There is no such subnet.'); end if;
  else
    -- Before the node: whoever is about to take it waits for the node.
    perform pg_advisory_xact_lock(732, ip_address_key(node, wanted)) where wanted is not null;
    perform ip_hold_company(node, holder);
    n := ip_lock(node, 'subnet_id');
  end if;
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
      pick := null;
      if used_id is not null and not early then
        select * into resting from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.company_id = holder and a.state = 'quarantined'
          order by a.ip limit 1 for no key update;
        if resting.id is not null then
          perform ip_free_addresses(n.id, array[resting.id]);
          pick := resting.ip;
        end if;
      end if;
      if pick is null and n.policy = 'sparse' then
        pick := ip_pick(n.id, ip_bits(n.net), n.policy)::inet;
      elsif pick is null then
        pick := ip_next_address(n.id, n.policy);
      end if;
      if pick is null then
        perform ip_refuse(409, 'ip', case when amount = 1 then format('No address is free in %s.', n.net) else format('%s has %s of %s addresses free.', n.net, i - 1, amount) end);
      end if;
      if not early then perform ip_carve(n.id, pick::cidr); end if;
      ips := ips || pick;
    end loop;
  end if;
  if early then perform set_config('app.taking', 'on', true); end if;
  return query insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
    select n.space_id, a, n.id, n.net, true, holder, case when hold_seconds is null then coalesce(new_state, 'assigned') else 'held' end,
      used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until
    from unnest(ips) with ordinality as t (a, place) order by place
    returning address.id, address.ip;
  if early then
    perform set_config('app.taking', 'taken', true);
    return;
  end if;
  update subnet s set address_count = s.address_count + cardinality(ips), used = s.used + cardinality(ips) where s.id = n.id;
end $$;

-- Whoever writes the count of a pool no longer pays for what does not change with it. A generated column is read and
-- planned anew by each statement that writes its table, a fifth of what taking an address cost the database; as columns
-- that triggers keep they cost what they are worth, where what they are made of changes. The triggers fire for whoever
-- writes, replication too: nobody can write a row that says something else of itself.

alter table subnet alter column search_text drop expression, alter column search_text set default '',
  alter column nearly_full drop expression, alter column nearly_full set default false;
alter table address alter column search_text drop expression, alter column search_text set default '';

create function ip_keep_subnet_words() returns trigger language plpgsql as $$
begin
  new.search_text := lower(host(new.net) || '/' || masklen(new.net) || ' ' || new.name || ' ' || new.description || ' ' || coalesce(new.used_by_label, ''));
  return new;
end $$;
create trigger words before insert or update of net, name, description, used_by_label, search_text on subnet
  for each row execute function ip_keep_subnet_words();

create function ip_keep_address_words() returns trigger language plpgsql as $$
begin
  new.search_text := lower(host(new.ip) || ' ' || new.dns_name || ' ' || new.note || ' ' || coalesce(new.used_by_label, ''));
  return new;
end $$;
create trigger words before insert or update of ip, dns_name, note, used_by_label, search_text on address
  for each row execute function ip_keep_address_words();

create function ip_keep_fullness() returns trigger language plpgsql as $$
begin
  new.nearly_full := new.deleted_at is null and not new.mark_full and not new.leased and new.type <> 'container'
    and new.assign_len - masklen(new.net) >= 4 and new.used * 10 > ip_size(new.net) * 9;
  return new;
end $$;
create trigger fullness before insert or update of used, net, type, assign_len, leased, mark_full, deleted_at, nearly_full on subnet
  for each row execute function ip_keep_fullness();

alter table subnet enable always trigger words, enable always trigger fullness;
alter table address enable always trigger words;

-- As before (0013_ipam_plans.sql); what is free afterwards counts edges as the whole has them.
create or replace function ip_look_merge(request jsonb) returns jsonb language plpgsql as $$
declare
  ids bigint[] := array(select distinct i::bigint from jsonb_array_elements_text(request -> 'ids') i);
  first subnet;
  n subnet;
  merged cidr;
  sum numeric := 0;
  free numeric := 0;
  after numeric;
  rows bigint := 0;
  way jsonb := '[]';
  changes jsonb := '[]';
  p_net cidr;
begin
  if cardinality(ids) not between 2 and 256 then perform ip_refuse(422, 'ids', 'Choose 2 to 256 subnets.'); end if;
  for n in select * from subnet where id = any (ids) order by space_id, net loop
    n := ip_own(n.id, 'ids');
    if first.id is null then
      first := n;
      merged := n.net;
    elsif family(n.net) <> family(first.net) then
      perform ip_refuse(422, 'ids', 'IPv4 and IPv6 do not make one block.');
    else
      merged := inet_merge(merged, n.net);
      changes := changes || ip_change(n.id, n.net::text, null, format('Goes; what is in it moves to %s', first.net));
    end if;
    way := way || ip_in_use(n);
    if (n.space_id, coalesce(n.parent_id, 0)) <> (first.space_id, coalesce(first.parent_id, 0)) then way := way || ip_conflict(format('%s does not stand beside %s.', n.net, first.net), n.net::text, n.id); end if;
    if n.company_id <> first.company_id then way := way || ip_conflict(format('%s has another holder than %s.', n.net, first.net), n.net::text, n.id); end if;
    if (n.type, n.hosts) <> (first.type, first.hosts) then way := way || ip_conflict(format('%s is a %s, %s is a %s.', n.net, n.type, first.net, first.type), n.net::text, n.id); end if;
    if n.state <> first.state then way := way || ip_conflict(format('%s is %s, %s is %s.', n.net, n.state, first.net, first.state), n.net::text, n.id); end if;
    sum := sum + ip_size(n.net);
    free := free + ip_free_of(n);
    rows := rows + 1 + n.child_count + n.address_count;
  end loop;
  if cardinality(ids) <> (select count(*) from subnet where id = any (ids) and holds) then perform ip_refuse(404, 'ids', 'There is no such subnet.'); end if;
  select net into p_net from subnet where id = first.parent_id;
  if sum <> ip_size(merged) then way := way || ip_conflict(format('They do not make one block: %s would hold %s addresses more.', merged, ip_size(merged) - sum), merged::text);
  elsif p_net = merged then way := way || ip_conflict(format('Together they are the whole of %s, which has a row already.', merged), merged::text, first.parent_id);
  elsif first.hosts then
    way := way || (select coalesce(jsonb_agg(w), '[]') from unnest(ids) i, jsonb_array_elements(ip_in_way(first.space_id, i, ip_edges(merged, first.type))) w);
    select n2.* into n from subnet n2 where n2.id = any (ids) and n2.gateway::cidr = any (ip_edges(merged, first.type)) limit 1;
    if found then way := way || ip_conflict(format('The gateway %s would be an edge of %s.', host(n.gateway), merged), n.net::text, n.id); end if;
  end if;
  -- The edges of the parts are free again, and those of the whole are cut.
  after := free;
  if first.hosts and sum = ip_size(merged) then
    after := free + (select count(*) from ip_range where subnet_id = any (ids) and kind = 'edge')
      - case when exists (select from subnet where id = any (ids) and edges_cut) or exists (select from address where subnet_id = any (ids) and holds) or exists (select from ip_range where subnet_id = any (ids))
        then cardinality(ip_edges(merged, first.type)) else 0 end;
  end if;
  return ip_outcome(array_remove(first.parent_id || array(select id from subnet where id = any (ids) order by net), null), way,
    jsonb_build_array(ip_change(first.id, first.net::text, merged::text, 'Grows; keeps its details')) || changes, rows, free, after, ip_mark(ids));
end $$;
