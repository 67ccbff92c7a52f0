-- Allocation: one function a kind, one round trip, one locked row (the node that is taken from). All run past row
-- security and check by themselves whom they serve: what the caller does not see is refused as missing.

create index subnet_resting on subnet (parent_id, company_id) where state = 'quarantined';
create index address_resting on address (subnet_id, used_by_kind, used_by_id) where state = 'quarantined';

-- Checks --------------------------------------------------------------------------------------------------------------
-- The holder of what is taken: live, seen by the caller, and below the company `above`.
create function ip_check_holder(holder bigint, above bigint) returns void language plpgsql as $$
declare
  found_company record;
begin
  select lineage, deleted_at into found_company from company where id = holder for share;
  if not found or found_company.deleted_at is not null or not ip_sees(found_company.lineage) then
    perform ip_refuse(422, 'company_id', 'There is no such company.');
  end if;
  if not above = any (found_company.lineage) then
    perform ip_refuse(422, 'company_id', 'The holder has to be the holder of the subnet above, or a company below it.');
  end if;
end $$;

-- The holder's company is locked before the node: a company that moves takes its nodes along, after its own row.
create function ip_hold_company(node bigint, holder bigint) returns void language plpgsql as $$
begin
  -- One after the other from here on: whoever waits for a node holds nothing yet. Rows that many hold at once, and
  -- queues at a row, cost more than the work itself.
  perform pg_advisory_xact_lock(731, (node % 2147483647)::int) where node is not null;
  perform from company where id = coalesce(holder, (select company_id from subnet where id = node)) for share;
end $$;

-- Nobody works in what rests, nor from above in what a company below runs alone.
create function ip_check_open(node subnet, field text) returns void language plpgsql as $$
declare
  me bigint := nullif(current_company(), 0);
  closed record;
begin
  if node.deleted_at is not null then
    perform ip_refuse(409, field, format('%s is in the trash. Take it back out first.', node.net));
  end if;
  if me is null or node.company_id = me then return; end if;
  with recursive up as (
    select node.net, node.parent_id, node.exclusive, node.company_id, node.lineage
    union all
    select s.net, s.parent_id, s.exclusive, s.company_id, s.lineage from up join subnet s on s.id = up.parent_id)
  select up.net, c.name into closed from up join company c on c.id = up.company_id
    where up.exclusive and up.company_id <> me and me = any (up.lineage) limit 1;
  if found then
    perform ip_refuse(409, field, format('%s is run by %s alone. Take it back first.', closed.net, closed.name));
  end if;
end $$;

-- Refuses because of what is in the way of `want` in the node (null: among the roots), naming it to whoever may see it.
create function ip_refuse_taken(space bigint, node bigint, want cidr, field text default 'net') returns void language plpgsql as $$
declare
  way record;
  asked text := case when masklen(want) = ip_bits(want) then host(want) else want::text end;
  told jsonb;
begin
  select * into way from (
    (select 'subnet' as kind, id, net::text as net, name, lineage, offered, release_at, state from subnet
      where space_id = space and parent_id is not distinct from node and holds and net = any (ip_prefixes(want)) order by net limit 1)
    union all
    (select 'subnet', id, net::text, name, lineage, offered, release_at, state from subnet
      where space_id = space and parent_id is not distinct from node and holds and net > want and net <= set_masklen(broadcast(want), ip_bits(want))::cidr order by net limit 1)
    union all
    (select 'address', id, host(ip), used_by_label, lineage, false, release_at, state from address
      where subnet_id = node and holds and ip between ip_first(want) and ip_last(want) order by ip limit 1)
    union all
    (select 'range', id, host(lo) || case when lo <> hi then '–' || host(hi) else '' end, kind, lineage, false, null, kind from ip_range
      where subnet_id = node and lo <= ip_last(want) and hi >= ip_first(want) order by lo limit 1)) w limit 1;
  if way.id is null or not ip_sees(way.lineage, way.offered) then
    perform ip_refuse(409, field, format('%s is taken.', asked));
  end if;
  told := jsonb_build_object('kind', way.kind, 'id', way.id, 'net', way.net);
  if way.state = 'quarantined' then
    perform ip_refuse(409, field, format('%s was given back and rests until %s.', way.net, to_char(way.release_at, 'YYYY-MM-DD HH24:MI "UTC"')), told);
  elsif way.state = 'edge' then
    perform ip_refuse(409, field, format('%s is never handed out in a network.', way.net), told);
  end if;
  perform ip_refuse(409, field, format('%s is taken%s%s.', asked, case when way.net <> asked then ' by ' || way.net end, ' (' || nullif(way.name, '') || ')'), told);
end $$;

-- Carve that says what is in the way.
create function ip_claim(node subnet, want cidr, field text default 'net') returns void language plpgsql as $$
begin
  perform ip_carve(node.id, want);
exception when sqlstate 'TL409' then
  perform ip_refuse_taken(node.space_id, node.id, want, field);
end $$;

-- A root: in the public space the provider's alone; in a private one its owner's line, and only what is meant for it.
create function ip_check_root(space bigint, want cidr, holder bigint) returns void language plpgsql as $$
declare
  found_space record;
  inside record;
begin
  select s.kind, s.company_id, c.lineage into found_space from ip_space s left join company c on c.id = s.company_id where s.id = space;
  if not found or (found_space.kind = 'private' and not ip_sees(found_space.lineage)) then
    perform ip_refuse(422, 'space_id', 'There is no such address space.');
  end if;
  if not ip_everything() then
    if found_space.kind = 'public' then
      perform ip_refuse(422, 'parent_id', 'Say from which subnet it is to be taken. Only the provider adds public space.');
    elsif not exists (select from unnest(array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']::cidr[]) p where p >>= want) then
      perform ip_refuse(422, 'net', 'A private space holds 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 and fc00::/7.');
    end if;
  end if;
  perform ip_check_holder(holder, coalesce(found_space.company_id, (select id from company where parent_id is null)));
  select id, net into inside from subnet where space_id = space and holds and net >= want order by net limit 1;
  if inside.id is not null and want >>= inside.net then perform ip_refuse_taken(space, null, want); end if;
end $$;

-- Subnets -------------------------------------------------------------------------------------------------------------
-- What a node is given out in, where nobody says: the usual assignment, or what is left of it.
create function ip_default_unit(net cidr, hosts boolean, category subnet_category) returns int language plpgsql stable as $$
declare
  unit int;
begin
  if hosts then return ip_bits(net); end if;
  foreach unit in array case family(net) when 4 then array[category.default_unit_v4, 24, 29, 32] else array[category.default_unit_v6, 56, 64, 128] end loop
    exit when unit > masklen(net);
  end loop;
  return unit;
end $$;

-- Blocks that come next in the node, taken out of its free space. A holder that gave one back gets it again while it rests.
create function ip_take_blocks(node subnet, len int, amount int, side_by_side boolean, pick_policy text, holder bigint, used_kind text, used_id bigint)
  returns cidr[] language plpgsql as $$
declare
  nets cidr[] := '{}';
  block cidr;
  resting subnet;
begin
  if side_by_side and amount > 1 then
    block := ip_pick(node.id, len - ceil(log(2, amount))::int, pick_policy);
    if block is null or masklen(block) <= masklen(node.net) - 1 then
      perform ip_refuse(409, 'count', format('%s has no room for %s × /%s side by side.', node.net, amount, len));
    end if;
    block := set_masklen(block, len);
    for i in 1..amount loop
      perform ip_carve(node.id, block);
      nets := nets || block;
      if i < amount then block := (broadcast(block) + 1)::cidr; end if;
    end loop;
    return nets;
  end if;
  for i in 1..amount loop
    block := null;
    if used_id is not null or holder <> node.company_id then
      select * into resting from subnet
        where parent_id = node.id and company_id = holder and state = 'quarantined' and masklen(net) = len and child_count = 0 and address_count = 0
          and used_by_kind is not distinct from used_kind and used_by_id is not distinct from used_id
        order by net limit 1 for no key update;
      if resting.id is not null then
        perform ip_free_node(resting);
        block := resting.net;
      end if;
    end if;
    block := coalesce(block, ip_pick(node.id, len, pick_policy));
    if block is null then
      perform ip_refuse(409, 'prefix', case when amount = 1 then format('No /%s is free in %s.', len, node.net)
        else format('%s has room for %s of %s × /%s.', node.net, i - 1, amount, len) end);
    end if;
    perform ip_carve(node.id, block);
    nets := nets || block;
  end loop;
  return nets;
end $$;

-- Takes subnets: `wanted`, or the next ones of length `prefix`. Without a parent: from the deepest node that contains
-- `wanted`, as a root where there is none. attributes: the descriptive columns; category and usage are the parent's
-- where they are left out. dry_run tells what it would take.
create function ip_allocate(parent bigint, space bigint, wanted cidr, prefix int, amount int, side_by_side boolean, pick_policy text, holder bigint,
  new_state text, hold_seconds int, attributes jsonb, used_kind text default null, used_id bigint default null, used_label text default null, dry_run boolean default false)
  returns table (id bigint, net cidr) language plpgsql as $$
#variable_conflict use_column
declare
  p subnet;
  deepest bigint;
  category subnet_category;
  new_type text := coalesce(attributes ->> 'type', 'network');
  new_hosts boolean;
  len int := coalesce(masklen(wanted), prefix);
  nets cidr[];
  sample cidr;
  gate inet := (attributes ->> 'gateway')::inet;
begin
  perform ip_hold_company(parent, holder);
  if parent is not null then
    p := ip_lock(parent);
  elsif wanted is null then
    perform ip_refuse(422, 'parent_id', 'Say from which subnet it is to be taken.');
  else
    for attempt in 1..4 loop
      deepest := ip_find(coalesce(space, 1), wanted);
      exit when deepest is not distinct from p.id;
      if attempt = 4 then perform ip_refuse(409, 'net', 'Somebody else is changing the tree at this place. Try again.'); end if;
      p := null;
      exit when deepest is null;
      if not exists (select from subnet s where s.id = deepest and ip_sees(s.lineage, s.offered)) then
        perform ip_refuse(409, 'net', format('%s is taken.', wanted));
      end if;
      p := ip_lock(deepest, 'net');
    end loop;
    if p.net = wanted then perform ip_refuse_taken(p.space_id, p.parent_id, wanted); end if;
  end if;

  if attributes ? 'category_id' then
    select c.* into category from subnet_category c join company o on o.id = c.company_id
      where c.id = (attributes ->> 'category_id')::bigint and c.deleted_at is null and (ip_sees(o.lineage) or c.company_id = any (companies_above()));
    if category.id is null and attributes ->> 'category_id' is not null then perform ip_refuse(422, 'category_id', 'There is no such category.'); end if;
  elsif p.category_id is not null then
    select * into category from subnet_category c where c.id = p.category_id;
  end if;
  new_hosts := case new_type when 'network' then true when 'container' then false else coalesce((attributes ->> 'hosts')::boolean, true) end;

  if p.id is null then
    holder := coalesce(holder, (select s.company_id from ip_space s where s.id = coalesce(space, 1)), nullif(current_company(), 0), (select c.id from company c where c.parent_id is null));
    perform ip_check_root(coalesce(space, 1), wanted, holder);
    if amount > 1 then perform ip_refuse(422, 'count', 'Several at once are taken from a subnet.'); end if;
    nets := array[wanted];
  else
    if space is not null and space <> p.space_id then perform ip_refuse(422, 'space_id', 'The subnet above is in another address space.'); end if;
    holder := coalesce(holder, case when ip_everything() or current_company() = any (p.lineage) then p.company_id else current_company() end);
    perform ip_check_open(p, case when parent is null then 'net' else 'parent_id' end);
    perform ip_check_holder(holder, p.company_id);
    len := coalesce(len, p.assign_len);
    if p.hosts then
      perform ip_refuse(422, case when parent is null then 'net' else 'parent_id' end, format('%s gives addresses. Subnets are taken from a container.', p.net));
    elsif new_type = 'pool' and p.type = 'pool' then
      perform ip_refuse(422, 'type', 'A pool can not stand in a pool.');
    elsif wanted is not null and family(wanted) <> family(p.net) then
      perform ip_refuse(422, 'net', format('%s is IPv%s.', p.net, family(p.net)));
    elsif wanted is not null and not wanted << p.net then
      perform ip_refuse(422, 'net', case when wanted = p.net then format('This is the whole of %s, which has a row already.', p.net) else format('%s lies outside of %s.', wanted, p.net) end);
    elsif len <= masklen(p.net) or len > ip_bits(p.net) then
      perform ip_refuse(422, 'prefix', format('The length is from %s to %s here.', masklen(p.net) + 1, ip_bits(p.net)));
    elsif wanted is not null and amount > 1 then
      perform ip_refuse(422, 'count', 'One block can be given by hand at a time.');
    elsif wanted is null and p.mark_full then
      perform ip_refuse(409, 'parent_id', format('%s is marked as full.', p.net));
    end if;
    if dry_run then
      begin
        if wanted is not null then
          perform ip_claim(p, wanted);
          nets := array[wanted];
        else
          nets := ip_take_blocks(p, len, amount, side_by_side, coalesce(pick_policy, p.policy), holder, used_kind, used_id);
        end if;
        raise exception using errcode = 'TLDRY', message = 'dry run';
      exception when sqlstate 'TLDRY' then
      end;
    elsif wanted is not null then
      perform ip_claim(p, wanted);
      nets := array[wanted];
    else
      nets := ip_take_blocks(p, len, amount, side_by_side, coalesce(pick_policy, p.policy), holder, used_kind, used_id);
    end if;
  end if;
  sample := nets[1];
  if (attributes ->> 'assign_len')::int not between masklen(sample) and ip_bits(sample) then
    perform ip_refuse(422, 'assign_len', format('The unit is from %s to %s here.', masklen(sample), ip_bits(sample)));
  elsif gate is not null and (cardinality(nets) > 1 or not gate between ip_usable_first(sample, new_type) and ip_usable_last(sample, new_type)) then
    perform ip_refuse(422, 'gateway', format('The gateway is one of the addresses that %s gives.', sample));
  end if;
  if dry_run then
    return query select null::bigint, b from unnest(nets) b;
    return;
  end if;

  return query with made as (
    insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, exclusive, offered,
      used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at)
    select coalesce(p.space_id, space, 1), b, p.id, p.net, p.hosts, new_hosts, new_type,
      case when attributes ? 'usage_type' then attributes ->> 'usage_type' else p.usage_type end, category.id,
      case when hold_seconds is not null then 'held' else coalesce(new_state, 'reserved') end, holder,
      coalesce((attributes ->> 'exclusive')::boolean, false), coalesce((attributes ->> 'offered')::boolean, false), used_kind, used_id, used_label,
      coalesce(attributes ->> 'name', ''), coalesce(attributes ->> 'description', ''), (attributes ->> 'vlan')::int,
      case when gate is not null or attributes ? 'gateway' or new_type <> 'network' or masklen(b) > ip_bits(b) - 2 then gate
        else case category.gateway when 'first' then ip_usable_first(b, new_type) when 'last' then ip_usable_last(b, new_type) end end,
      case when new_hosts then ip_bits(b) else coalesce((attributes ->> 'assign_len')::int, ip_default_unit(b, new_hosts, category)) end,
      coalesce(attributes ->> 'policy', category.default_policy, case when new_hosts then 'lowest' when family(b) = 4 then 'best-fit' else 'sparse' end),
      coalesce((attributes ->> 'mark_full')::boolean, false), now() + hold_seconds * interval '1 second'
    from unnest(nets) with ordinality as t (b, place) order by place
    returning subnet.id, subnet.net),
  freed as (insert into free_block (parent_id, net, plen) select made.id, made.net, masklen(made.net) from made)
  select made.id, made.net from made order by made.id;
  if p.id is not null then
    update subnet s set child_count = s.child_count + cardinality(nets), used = s.used + cardinality(nets) * ip_size(sample) where s.id = p.id;
  end if;
end $$;
select ip_engine('ip_allocate(bigint,bigint,cidr,int,int,boolean,text,bigint,text,int,jsonb,text,bigint,text,boolean)');
-- What it asks is the same whatever the values are: planning anew took a third of its time.
alter function ip_allocate(bigint,bigint,cidr,int,int,boolean,text,bigint,text,int,jsonb,text,bigint,text,boolean) set plan_cache_mode = force_generic_plan;
