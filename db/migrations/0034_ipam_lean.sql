-- Taking one address asks fewer questions, and the lowest block of a length is found by fewer of them. Where many take
-- from one pool the database is busy with starting and ending statements, more than with rows: what one statement can
-- answer is asked once, and what needs no table is no statement (an assignment in place of `perform`).

-- As before (0012_ipam_engine.sql): a condition with a question in it is a statement each time, also where it is not needed.
create or replace function ip_sees(lineage bigint[], offered boolean default false) returns boolean language plpgsql stable as $$
begin
  if ip_everything() or current_company() = any (lineage) then return true; end if;
  if not offered then return false; end if;
  return (select c.lineage from company c where c.id = current_company()) @> lineage[cardinality(lineage):];
end $$;

-- The lineage of the holder of what is taken, whose row is kept from moving: live, seen by the caller, and below the
-- company `above`.
create function ip_holder_lineage(holder bigint, above bigint) returns bigint[] language plpgsql as $$
declare
  lineage bigint[];
  gone timestamptz;
begin
  select c.lineage, c.deleted_at into lineage, gone from company c where c.id = holder for share;
  if lineage is null or gone is not null or not ip_sees(lineage) then
    perform ip_refuse(422, 'company_id', 'There is no such company.');
  end if;
  if not above = any (lineage) then
    perform ip_refuse(422, 'company_id', 'The holder has to be the holder of the subnet above, or a company below it.');
  end if;
  return lineage;
end $$;

create or replace function ip_check_holder(holder bigint, above bigint) returns void language plpgsql as $$
begin
  perform ip_holder_lineage(holder, above);
end $$;

-- The engine writes an address with the lineage that it has just read; any other writer leaves it out. Where an address
-- is taken and settled at the commit, `place` is asked there, under the lock.
drop trigger lineage on address;
create trigger lineage_insert before insert on address for each row when (new.lineage = '{}') execute function take_lineage();
create trigger lineage before update of company_id on address for each row execute function take_lineage();
drop trigger place on address;
create trigger place_insert before insert on address for each row
  when (current_setting('app.taking', true) is distinct from 'on') execute function ip_place_address();
create trigger place before update of subnet_id, company_id on address for each row execute function ip_place_address();

-- As before (0024_ipam_pick.sql). Mostly the first blocks have room, or are all of one length; only where small ones lie
-- before the first that has room, the first of each length is looked for. The length is taken from the block: asked for
-- as a column, it leads to the index that has not the order.
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

-- As before (0033_ipam_hot.sql), one statement a look: it stops at the first address whose lock is to be had.
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
    -- Looked at anew: whoever had it may have taken it and gone since the block was read.
    if (select net >>= pick from free_block where parent_id = node and net <= pick::cidr order by net desc limit 1) then return pick; end if;
  end loop;
  raise exception using errcode = 'deadlock_detected', message = 'Others took what was free each time.';
end $$;

-- As before (0033_ipam_hot.sql), with two statements in place of five: the count is written first and tells what it was
-- written to, the free block is found, judged and taken away in one.
create or replace function ip_settle() returns trigger language plpgsql as $$
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
    or not n.company_id = any (new.lineage) or not ip_sees(n.lineage, n.offered) then
    raise exception using errcode = 'deadlock_detected', message = format('%s has changed meanwhile.', new.subnet_net);
  end if;
  if n.exclusive then perform ip_check_open(n, 'subnet_id'); end if;
  if masklen(block) < masklen(new.ip) then
    insert into free_block (parent_id, net, plen)
      select n.id, ip_buddy(set_masklen(new.ip::cidr, len)), len from generate_series(masklen(block) + 1, masklen(new.ip)) len;
  end if;
  return null;
end $$;
select ip_engine('ip_settle()');

-- As before (0033_ipam_hot.sql), with fewer questions where one address is taken and settled at the commit.
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
  holder_lineage bigint[];
  taking text := current_setting('app.taking', true);
  until timestamptz := now() + hold_seconds * interval '1 second';
  held text := case when hold_seconds is null then coalesce(new_state, 'assigned') else 'held' end;
begin
  if taking = 'taken' then perform ip_settle_now(); end if;
  if wanted is null and amount = 1 then
    select * into n from subnet where id = node and holds;
    early := n.hosts and (n.edges_cut or n.type <> 'network') and n.policy <> 'sparse' and not n.mark_full;
    if early and used_id is not null then
      early := not exists (select from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.state = 'quarantined');
    end if;
  end if;
  if early then
    if not ip_sees(n.lineage, n.offered) then perform ip_refuse(404, 'subnet_id', 'There is no such subnet.'); end if;
  else
    -- Before the node: whoever is about to take it waits for the node.
    perform pg_advisory_xact_lock(732, ip_address_key(node, wanted)) where wanted is not null;
    perform ip_hold_company(node, holder);
    n := ip_lock(node, 'subnet_id');
  end if;
  if n.deleted_at is not null or n.company_id is distinct from current_company() then perform ip_check_open(n, 'subnet_id'); end if;
  holder := coalesce(holder, case when ip_everything() or current_company() = any (n.lineage) then n.company_id else current_company() end);
  holder_lineage := ip_holder_lineage(holder, n.company_id);
  if early then
    pick := ip_next_address(n.id, n.policy);
    if pick is null then perform ip_refuse(409, 'ip', format('No address is free in %s.', n.net)); end if;
    taking := set_config('app.taking', 'on', true);
    insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, lineage, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
      values (n.space_id, pick, n.id, n.net, true, holder, holder_lineage, held, used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until)
      returning address.id, address.ip into id, ip;
    taking := set_config('app.taking', 'taken', true);
    return next;
    return;
  end if;
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
    update address a set company_id = holder, state = held, expires_at = until,
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
      if used_id is not null then
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
      perform ip_carve(n.id, pick::cidr);
      ips := ips || pick;
    end loop;
  end if;
  return query insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, lineage, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
    select n.space_id, a, n.id, n.net, true, holder, holder_lineage, held, used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until
    from unnest(ips) with ordinality as t (a, place) order by place
    returning address.id, address.ip;
  update subnet s set address_count = s.address_count + cardinality(ips), used = s.used + cardinality(ips) where s.id = n.id;
end $$;

-- What a row says of itself is judged where it is written, and not with every count: PostgreSQL reads and plans each check
-- of a table anew for every statement that writes to it, half of what a count costs. What makes the tree one stays a
-- check (a child inside its parent, whole copies of the parent); so do the counts.
alter table subnet
  drop constraint subnet_type_check, drop constraint subnet_usage_type_check, drop constraint subnet_state_check, drop constraint subnet_used_by_kind_check,
  drop constraint subnet_policy_check, drop constraint subnet_vlan_check, drop constraint subnet_gone, drop constraint subnet_hold, drop constraint subnet_released,
  drop constraint subnet_used_by, drop constraint subnet_type, drop constraint subnet_unit,
  drop constraint subnet_parent_whole, add constraint subnet_parent_whole check ((parent_id is null) = (parent_net is null) and (parent_id is null) = (parent_hosts is null));
create function ip_judge_subnet() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.type in ('container', 'network', 'pool') then 'subnet_type_check'
    when not new.usage_type in ('infrastructure', 'management', 'loopback', 'point-to-point', 'customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'vpn', 'cgn') then 'subnet_usage_type_check'
    when not new.state in ('held', 'reserved', 'assigned', 'quarantined', 'released') then 'subnet_state_check'
    when not new.used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas') then 'subnet_used_by_kind_check'
    when not new.policy in ('best-fit', 'lowest', 'last', 'sparse') then 'subnet_policy_check'
    when not new.vlan between 1 and 4094 then 'subnet_vlan_check'
    when (new.state in ('quarantined', 'released')) <> (new.deleted_at is not null) then 'subnet_gone'
    when (new.state = 'held') <> (new.expires_at is not null) then 'subnet_hold'
    when new.holds <> (new.state <> 'released') then 'subnet_released'
    when (new.used_by_kind is null) <> (new.used_by_id is null) then 'subnet_used_by'
    when not (new.hosts = (new.type = 'network') or new.type = 'pool') then 'subnet_type'
    when not new.assign_len between masklen(new.net) and ip_bits(new.net) then 'subnet_unit' end;
begin
  if broken is not null then
    raise check_violation using message = format('A subnet does not keep "%s".', broken), table = 'subnet', constraint = broken;
  end if;
  return new;
end $$;
create trigger whole before insert or update of net, hosts, type, usage_type, state, used_by_kind, used_by_id, vlan, assign_len, policy, holds, expires_at, deleted_at on subnet
  for each row execute function ip_judge_subnet();
alter table subnet enable always trigger whole;

alter table address
  drop constraint address_state_check, drop constraint address_used_by_kind_check, drop constraint address_gone, drop constraint address_hold,
  drop constraint address_released, drop constraint address_used_by, drop constraint address_ip_check,
  drop constraint address_subnet_whole, add constraint address_subnet_whole check ((subnet_id is null) = (subnet_net is null) and (subnet_id is null) = (subnet_hosts is null));
create function ip_judge_address() returns trigger language plpgsql as $$
declare
  broken text := case
    when masklen(new.ip) <> ip_bits(new.ip) then 'address_ip_check'
    when not new.state in ('held', 'reserved', 'assigned', 'quarantined', 'released') then 'address_state_check'
    when not new.used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas') then 'address_used_by_kind_check'
    when (new.state in ('quarantined', 'released')) <> (new.deleted_at is not null) then 'address_gone'
    when (new.state = 'held') <> (new.expires_at is not null) then 'address_hold'
    when new.holds <> (new.state <> 'released') then 'address_released'
    when (new.used_by_kind is null) <> (new.used_by_id is null) then 'address_used_by' end;
begin
  if broken is not null then
    raise check_violation using message = format('An address does not keep "%s".', broken), table = 'address', constraint = broken;
  end if;
  return new;
end $$;
create trigger whole before insert or update of ip, state, used_by_kind, used_by_id, holds, expires_at, deleted_at on address
  for each row execute function ip_judge_address();
alter table address enable always trigger whole;

-- For whoever reads the catalogue, the generator of row types among them.
comment on column subnet.type is 'One of: container, network, pool.';
comment on column subnet.usage_type is 'One of: infrastructure, management, loopback, point-to-point, customer, cpe-wan, radius-pool, prefix-delegation, vpn, cgn.';
comment on column subnet.state is 'One of: held, reserved, assigned, quarantined, released.';
comment on column subnet.used_by_kind is 'One of: service, vpn-dialup, site, hardware, nas.';
comment on column subnet.policy is 'One of: best-fit, lowest, last, sparse.';
comment on column address.state is 'One of: held, reserved, assigned, quarantined, released.';
comment on column address.used_by_kind is 'One of: service, vpn-dialup, site, hardware, nas.';

-- What these tell is told already: an address stands in the space of its subnet (address_subnet), and history is written
-- from rows that have these keys.
alter table address drop constraint address_space_id_fkey;
alter table ip_holding drop constraint ip_holding_space_id_fkey, drop constraint ip_holding_company_id_fkey;

-- What every row of the log tells of its time and its actor is told in one place, and whoever writes one need not say it.
alter table audit_log
  alter column at set default case when 'trunkline_app_all' in (session_user::text, current_setting('role', true))
    then coalesce(nullif(current_setting('app.at', true), '')::timestamptz, clock_timestamp()) else clock_timestamp() end,
  alter column actor_id set default nullif(current_setting('app.actor', true), '')::bigint,
  alter column actor_name set default coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
  alter column impersonator_id set default nullif(current_setting('app.impersonator', true), '')::bigint,
  alter column impersonator_name set default nullif(current_setting('app.impersonator_name', true), ''),
  alter column ip set default nullif(current_setting('app.ip', true), ''),
  alter column request_id set default nullif(current_setting('app.request_id', true), '');

create or replace function audit_event(action text, subject text, object_id bigint, object_label text, company_id bigint, before jsonb default null, after jsonb default null)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (action, subject, object_id, object_label, company_id, before, after)
    values (audit_event.action, audit_event.subject, audit_event.object_id, audit_event.object_label, audit_event.company_id, audit_event.before, audit_event.after);
end $$;

-- As before (0011_ipam.sql). A new row without secrets, which every allocation writes, goes the short way.
create or replace function audit_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb;
  is_ jsonb;
  any_row jsonb;
  noise text[] := array['id', 'version', 'updated_at', 'created_at', 'lineage', 'search_text', 'telephone', 'name_sort', 'nearly_full'] || string_to_array(coalesce(tg_argv[4], ''), ',');
  secret text[];
  changed_before jsonb;
  changed_after jsonb;
  action text;
begin
  if tg_op = 'INSERT' and coalesce(tg_argv[3], '') = '' then
    is_ := to_jsonb(new);
    insert into audit_log (action, subject, object_id, object_label, company_id, after)
      values ('create', tg_argv[0], (is_ ->> coalesce(tg_argv[5], 'id'))::bigint, is_ ->> tg_argv[2], (is_ ->> tg_argv[1])::bigint, nullif(jsonb_strip_nulls(is_ - noise), '{}'));
    return null;
  end if;
  was := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_ := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  any_row := case when tg_op = 'DELETE' then was else is_ end;
  secret := string_to_array(coalesce(tg_argv[3], ''), ',');
  action := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'destroy' else 'update' end;
  -- What is empty before and after says nothing.
  select coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(was -> k, 'null') end) filter (where tg_op <> 'INSERT' or k = any (secret)), '{}'),
      coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(is_ -> k, 'null') end) filter (where tg_op <> 'DELETE' or k = any (secret)), '{}')
    into changed_before, changed_after
    from jsonb_object_keys(any_row - noise) k where coalesce(was -> k, 'null') <> coalesce(is_ -> k, 'null');
  if tg_op = 'UPDATE' then
    if changed_after = '{}' then return null; end if;
    if was ->> 'deleted_at' is null and is_ ->> 'deleted_at' is not null then action := 'destroy';
    elsif was ->> 'deleted_at' is not null and is_ ->> 'deleted_at' is null then action := 'recover';
    elsif tg_argv[0] = 'companies' and was -> 'parent_id' is distinct from is_ -> 'parent_id' then action := 'move';
    end if;
  end if;
  insert into audit_log (action, subject, object_id, object_label, company_id, before, after)
    values (action, tg_argv[0], coalesce(any_row ->> coalesce(tg_argv[5], 'id'), was ->> coalesce(tg_argv[5], 'id'))::bigint, any_row ->> tg_argv[2], (any_row ->> tg_argv[1])::bigint,
      nullif(changed_before, '{}'), nullif(changed_after, '{}'));
  return null;
end $$;
