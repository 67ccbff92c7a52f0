-- Giving subnets back, taking them again, delegation; what a job does by the clock; what a company that holds space may not.

-- Frees a node whose content is freed: the row stays as history. Needs the locks of its parent and of itself.
create function ip_free_node(node subnet) returns void language plpgsql as $$
begin
  delete from free_block where parent_id = node.id;
  delete from ip_range where subnet_id = node.id;
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null,
    deleted_at = coalesce(deleted_at, now()), used = 0, child_count = 0, address_count = 0, edges_cut = false where id = node.id;
  if node.parent_id is not null then
    update subnet set child_count = child_count - 1, used = used - ip_size(node.net) where id = node.parent_id;
    perform ip_give_back(node.parent_id, node.net);
  end if;
end $$;

-- Locks the node and all below it, ancestors first, until nothing is put in meanwhile; tells which they are.
create function ip_lock_below(top bigint) returns bigint[] language plpgsql as $$
declare
  ids bigint[] := '{}';
  known int;
begin
  loop
    known := cardinality(ids);
    ids := array(with recursive below as (select top as id union all select s.id from below join subnet s on s.parent_id = below.id and s.holds) select id from below);
    exit when cardinality(ids) = known;
    perform from subnet where id = any (ids) order by space_id, net for no key update;
  end loop;
  return ids;
end $$;

-- Frees a node with everything in it. `below` is locked; so is the parent.
create function ip_free_tree(node subnet, below bigint[]) returns void language plpgsql as $$
begin
  update address set holds = false, state = 'released', subnet_id = null, subnet_net = null, subnet_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now())
    where subnet_id = any (below) and holds;
  delete from free_block where parent_id = any (below);
  delete from ip_range where subnet_id = any (below);
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null,
    deleted_at = coalesce(deleted_at, now()), used = 0, child_count = 0, address_count = 0, edges_cut = false
    where id = any (below) and id <> node.id;
  perform ip_free_node(node);
end $$;

-- The node goes, its children climb to its parent. Both are locked.
create function ip_lift(node subnet, p subnet) returns void language plpgsql as $$
declare
  given numeric;
begin
  if node.hosts then perform ip_refuse(409, null, format('%s gives addresses, and a container gives none: they can not climb.', node.net)); end if;
  if p.id is null and not ip_everything() and (select kind from ip_space where id = node.space_id) = 'public' then
    perform ip_refuse(409, null, 'Only the provider has public space without a subnet above it.');
  end if;
  if p.type = 'pool' and exists (select from subnet where parent_id = node.id and holds and type = 'pool') then
    perform ip_refuse(409, null, 'A pool can not stand in a pool.');
  end if;
  perform ip_give_back(node.id, block) from ip_range r, ip_cover(r.lo, r.hi) block where r.subnet_id = node.id;
  delete from ip_range where subnet_id = node.id;
  given := (select sum(ip_size(net)) from subnet where parent_id = node.id and holds);
  -- It steps aside first: a child may not lie beside what contains it.
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now()),
    used = 0, child_count = 0 where id = node.id;
  update subnet set parent_id = p.id, parent_net = p.net, parent_hosts = p.hosts where parent_id = node.id and holds;
  if p.id is null then
    delete from free_block where parent_id = node.id;
  else
    update free_block set parent_id = p.id where parent_id = node.id;
    update subnet set child_count = child_count - 1 + node.child_count, used = used - ip_size(node.net) + given where id = p.id;
  end if;
end $$;

-- Who in the node is live, for a refusal: how many, and the first 20.
create function ip_holders(node bigint) returns jsonb language sql stable as $$
  with live as (
    (select 'subnet' as kind, id, net::text as net, name, net::inet as place from subnet where parent_id = node and holds and deleted_at is null)
    union all
    -- The gateway that is kept by itself holds nobody up.
    (select 'address', id, host(ip), coalesce(used_by_label, dns_name), ip from address where subnet_id = node and holds and deleted_at is null and not (is_gateway and state = 'reserved' and used_by_id is null)))
  select jsonb_build_object('count', (select count(*) from live), 'subnets', (select count(*) from live where kind = 'subnet'), 'addresses', (select count(*) from live where kind = 'address'),
    'holders', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'net', net, 'name', name) order by place) from (select * from live order by place limit 20) f), '[]'))
$$;

-- Destroys a node. What lives in it climbs (`lift`) or is destroyed with it (`destroy`); else it is refused. It rests for
-- the longest cool-down of the categories in it, unless it goes at once.
create function ip_release_subnet(wanted bigint, with_children text default null, at_once boolean default false)
  returns table (addresses int, subnets int) language plpgsql as $$
#variable_conflict use_column
declare
  n subnet;
  p subnet;
  below bigint[];
  rest interval;
  live jsonb;
begin
  select * into n from subnet where id = wanted;
  if n.id is null or not ip_sees(n.lineage, n.offered) then perform ip_refuse(404, null, 'There is no such subnet.'); end if;
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet belongs to the company that offers it.'); end if;
  if not n.holds then perform ip_refuse(409, null, format('%s was given back already.', n.net)); end if;
  select * into p from subnet where id = n.parent_id for no key update;
  below := ip_lock_below(n.id);
  select * into n from subnet where id = wanted;
  if not n.holds or n.parent_id is distinct from p.id then perform ip_refuse(409, null, 'Somebody else is changing the tree at this place. Try again.'); end if;
  if p.id is not null and p.deleted_at is null then perform ip_check_open(p, null); end if;
  if n.state = 'quarantined' and not at_once then perform ip_refuse(409, null, format('%s is in the trash already.', n.net)); end if;
  live := ip_holders(n.id);
  if (live ->> 'count')::int > 0 then
    if with_children is null then
      perform ip_refuse(409, null, format('%s still has %s.', n.net, concat_ws(' and ',
        case live ->> 'subnets' when '0' then null when '1' then '1 subnet' else (live ->> 'subnets') || ' subnets' end,
        case live ->> 'addresses' when '0' then null when '1' then '1 address' else (live ->> 'addresses') || ' addresses' end)), live);
    elsif with_children = 'lift' then
      perform ip_lift(n, p);
      return query select 0, 1;
      return;
    end if;
  end if;
  rest := (select max(ip_cool_down(category_id)) from subnet where id = any (below));
  return query select (select count(*)::int from address a where a.subnet_id = any (below) and a.holds and (at_once or a.deleted_at is null)),
    (select count(*)::int from subnet s where s.id = any (below) and (at_once or s.deleted_at is null));
  if at_once or n.state = 'held' or rest = interval '0' then
    perform ip_free_tree(n, below);
  else
    -- What was in the trash before keeps its own time, and is freed first or together with the node.
    update address a set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null where a.subnet_id = any (below) and a.holds and a.deleted_at is null;
    update subnet s set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null, deletion_id = n.id where s.id = any (below) and s.deleted_at is null;
  end if;
end $$;

-- Gives back all that something uses: a service that ends.
create function ip_release_used(kind text, user_id bigint, at_once boolean default false) returns table (addresses int, subnets int) language plpgsql as $$
#variable_conflict use_column
declare
  of_addresses int := 0;
  of_subnets int := 0;
  one bigint;
  gone record;
begin
  -- All at once, in order, so that two that end together do not wait for each other.
  perform from subnet where id in (
      select a.subnet_id from address a where a.used_by_kind = kind and a.used_by_id = user_id and a.deleted_at is null
      union select unnest(array[s.parent_id, s.id]) from subnet s where s.used_by_kind = kind and s.used_by_id = user_id and s.deleted_at is null)
    order by space_id, net for no key update;
  for one in select a.id from address a where a.used_by_kind = kind and a.used_by_id = user_id and a.deleted_at is null and ip_sees(a.lineage) order by a.ip loop
    perform ip_release_address(one, at_once);
    of_addresses := of_addresses + 1;
  end loop;
  for one in select s.id from subnet s where s.used_by_kind = kind and s.used_by_id = user_id and s.deleted_at is null and ip_sees(s.lineage) order by s.net loop
    select * into gone from ip_release_subnet(one, 'destroy', at_once);
    of_addresses := of_addresses + gone.addresses;
    of_subnets := of_subnets + gone.subnets;
  end loop;
  return query select of_addresses, of_subnets;
end $$;

-- Puts a released row back where its space lies now, if nobody has it.
create function ip_put_back(node subnet) returns void language plpgsql as $$
declare
  p subnet;
  deepest bigint := ip_find(node.space_id, node.net);
begin
  if deepest is null then
    perform ip_check_root(node.space_id, node.net, node.company_id);
  else
    select * into p from subnet where id = deepest and holds for no key update;
    if ip_find(node.space_id, node.net) is distinct from p.id then perform ip_refuse(409, null, 'Somebody else is changing the tree at this place. Try again.'); end if;
    if p.net = node.net then perform ip_refuse_taken(p.space_id, p.parent_id, node.net, null); end if;
    if p.hosts or not ip_sees(p.lineage, p.offered) or not exists (select from company where id = node.company_id and p.company_id = any (lineage)) then
      perform ip_refuse(409, null, format('%s is taken.', node.net), case when ip_sees(p.lineage, p.offered) then jsonb_build_object('kind', 'subnet', 'id', p.id, 'net', p.net) end);
    end if;
    perform ip_check_open(p, null);
    perform ip_check_holder(node.company_id, p.company_id);
    perform ip_claim(p, node.net, null);
    update subnet set child_count = child_count + 1, used = used + ip_size(node.net) where id = p.id;
  end if;
  update subnet set holds = true, parent_id = p.id, parent_net = p.net, parent_hosts = p.hosts, deleted_at = null, release_at = null,
    state = former_state where id = node.id;
  insert into free_block (parent_id, net, plen) values (node.id, node.net, masklen(node.net));
end $$;

-- Takes a destroyed node back, with what was destroyed together with it: the state while it rests, else the block
-- itself, if it is free. Addresses that were released are taken back one by one.
create function ip_recover_subnet(wanted bigint) returns void language plpgsql as $$
declare
  n subnet;
  p subnet;
  below bigint[];
  one subnet;
begin
  select * into n from subnet where id = wanted;
  if n.id is null or not ip_sees(n.lineage) then perform ip_refuse(404, null, 'There is no such subnet.'); end if;
  if n.deleted_at is null then perform ip_refuse(409, null, format('%s is not in the trash.', n.net)); end if;
  if n.holds then
    select * into p from subnet where id = n.parent_id for no key update;
    below := ip_lock_below(n.id);
    select * into n from subnet where id = wanted;
    if n.state <> 'quarantined' or n.parent_id is distinct from p.id then perform ip_refuse(409, null, 'Somebody else is changing the tree at this place. Try again.'); end if;
    if p.deleted_at is not null then perform ip_refuse(409, null, format('%s above it is in the trash too. Take that back out first.', p.net)); end if;
    if p.id is not null then perform ip_check_open(p, null); end if;
    perform ip_check_holder(n.company_id, coalesce(p.company_id, n.company_id));
    update subnet s set state = s.former_state, deleted_at = null, release_at = null, deletion_id = null
      where s.id = any (below) and s.state = 'quarantined' and (s.id = n.id or s.deletion_id = n.id);
    update address a set state = a.former_state, deleted_at = null, release_at = null
      from subnet s where s.id = a.subnet_id and a.subnet_id = any (below) and a.state = 'quarantined' and a.deleted_at = n.deleted_at and s.deleted_at is null;
    return;
  end if;
  perform from subnet where id = wanted for no key update;
  perform ip_put_back(n);
  for one in select * from subnet where deletion_id = n.id and id <> n.id and state = 'released' order by net for no key update loop
    perform ip_put_back(one);
  end loop;
  update subnet set deletion_id = null where deletion_id = n.id;
end $$;

-- Changes who holds a node (delegation, or taking it back), whether that company runs it alone, and its state. Null
-- leaves as it is.
create function ip_change_subnet(wanted bigint, holder bigint, alone boolean, new_state text) returns void language plpgsql as $$
declare
  n subnet := ip_lock(wanted, null);
  p subnet;
  -- The gateway that is kept by itself follows its network: before it on the way down, behind it on the way up.
  kept bigint[];
begin
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet belongs to the company that offers it.'); end if;
  if n.deleted_at is not null then perform ip_refuse(409, null, 'This is in the trash. Take it back out first.'); end if;
  select * into p from subnet where id = n.parent_id;
  if p.id is not null then perform ip_check_open(p, null); end if;
  if new_state is not null then perform ip_check_open(n, 'state'); end if;
  if holder is not null then
    perform ip_check_holder(holder, coalesce(p.company_id, (select company_id from ip_space where id = n.space_id), (select id from company where parent_id is null)));
    kept := array(select id from address where subnet_id = n.id and holds and is_gateway and state = 'reserved' and used_by_id is null and company_id = n.company_id);
    if n.company_id = any ((select lineage from company where id = holder)::bigint[]) then update address set company_id = holder where id = any (kept); end if;
  end if;
  update subnet set company_id = coalesce(holder, company_id), exclusive = coalesce(alone, exclusive), state = coalesce(new_state, state),
    expires_at = case when coalesce(new_state, state) = 'held' then expires_at end where id = n.id;
  if holder is not null then
    update address set company_id = holder where id = any (kept) and company_id <> holder;
    update ip_range set company_id = holder where subnet_id = n.id and company_id = n.company_id and kind in ('edge', 'reserved');
  end if;
end $$;

-- By the clock ----------------------------------------------------------------------------------------------------------
-- Frees what has rested long enough and what was held too long: the addresses of one node, or one node. Tells whether
-- there was anything; each call is a transaction of its own. What can't be freed (its free blocks are wrong, which the
-- verifier finds) is left for an hour, so that it does not keep the others.
create function ip_release_due(most int default 500) returns boolean language plpgsql as $$
declare
  node bigint;
  ids bigint[];
  n subnet;
  below bigint[];
  until timestamptz;
begin
  if not ip_everything() then perform ip_refuse(403, null, 'This is done by the panel itself.'); end if;
  node := coalesce(
    (select subnet_id from address where state = 'quarantined' and release_at <= now() order by release_at limit 1),
    (select subnet_id from address where state = 'held' and holds and expires_at <= now() order by expires_at limit 1));
  if node is not null then
    perform from subnet where id = node for no key update;
    ids := array(select id from address where subnet_id = node and holds
      and ((state = 'quarantined' and release_at <= now()) or (state = 'held' and expires_at <= now())) order by ip limit most for no key update);
    begin
      perform ip_free_addresses(node, ids);
    exception when others then
      raise warning 'the addresses of node % can not be freed: %', node, sqlerrm;
      update address set release_at = now() + interval '1 hour' where id = any (ids) and state = 'quarantined';
      update address set expires_at = now() + interval '1 hour' where id = any (ids) and state = 'held';
    end;
    return true;
  end if;
  select * into n from subnet where id = coalesce(
    (select id from subnet where state = 'quarantined' and release_at <= now() order by release_at, id desc limit 1),
    (select id from subnet where state = 'held' and holds and expires_at <= now() order by expires_at limit 1));
  if n.id is null then return false; end if;
  perform from subnet where id = n.parent_id for no key update;
  below := ip_lock_below(n.id);
  node := n.parent_id;
  select * into n from subnet where id = n.id;
  if n.parent_id is distinct from node or n.state not in ('quarantined', 'held') or coalesce(n.release_at, n.expires_at) > now() then return true; end if;
  if n.state = 'held' and (ip_holders(n.id) ->> 'count')::int > 0 then
    -- Somebody has put something into it: it is in use.
    update subnet set state = 'reserved', expires_at = null where id = n.id;
    return true;
  end if;
  until := greatest((select max(release_at) from subnet where id = any (below)), (select max(release_at) from address where subnet_id = any (below) and holds));
  if until > now() then
    update subnet set release_at = until where id = n.id;
  else
    begin
      perform ip_free_tree(n, below);
    exception when others then
      raise warning 'node % can not be freed: %', n.id, sqlerrm;
      update subnet set release_at = case state when 'quarantined' then now() + interval '1 hour' end, expires_at = case state when 'held' then now() + interval '1 hour' end where id = n.id;
    end;
  end if;
  return true;
end $$;

-- Adds up what changed in the figure `assigned`, from the node where it changed to the root, and stops below a node that
-- is assigned as a whole. Tells how many changes there were.
create function ip_fold(most int default 5000) returns int language plpgsql as $$
declare
  changed bigint[];
  folded int;
begin
  if not ip_everything() then perform ip_refuse(403, null, 'This is done by the panel itself.'); end if;
  changed := array(select distinct subnet_id from (select subnet_id from ip_delta order by id limit most) d);
  if changed = '{}' then return 0; end if;
  perform from subnet where id in (
      with recursive up as (
        select id, parent_id from subnet where id = any (changed) union select p.id, p.parent_id from up join subnet p on p.id = up.parent_id)
      select id from up)
    order by space_id, net for no key update;
  with recursive taken as (delete from ip_delta where subnet_id = any (changed) returning subnet_id, assigned),
  flow as (
    select s.id, s.parent_id, s.state, t.assigned from (select subnet_id, sum(assigned) as assigned from taken group by 1) t join subnet s on s.id = t.subnet_id
    union all
    select p.id, p.parent_id, p.state, flow.assigned from flow join subnet p on p.id = flow.parent_id where flow.state <> 'assigned'),
  done as (
    update subnet s set assigned = s.assigned + c.assigned from (select id, sum(assigned) as assigned from flow group by 1) c where c.id = s.id and c.assigned <> 0)
  select count(*) into folded from taken;
  return folded;
end $$;

select ip_engine(f) from unnest(array[
  'ip_release_subnet(bigint,text,boolean)', 'ip_release_used(text,bigint,boolean)', 'ip_recover_subnet(bigint)', 'ip_change_subnet(bigint,bigint,boolean,text)',
  'ip_release_due(int)', 'ip_fold(int)']::regprocedure[]) f;

-- Companies that hold space ------------------------------------------------------------------------------------------------
-- What a company holds, for a refusal.
create function ip_held(companies bigint[]) returns jsonb language sql stable as $$
  with held as (
    select 'subnet' as kind, id, net::text as net, name from subnet where company_id = any (companies) and deleted_at is null
    union all select 'address', id, host(ip), coalesce(used_by_label, dns_name) from address where company_id = any (companies) and deleted_at is null)
  select jsonb_build_object('count', (select count(*) from held), 'holders', coalesce((select jsonb_agg(f) from (select * from held order by kind desc, id limit 20) f), '[]'))
$$;

create function ip_keep_company() returns trigger language plpgsql as $$
declare
  held jsonb := ip_held(array[new.id]);
begin
  if (held ->> 'count')::int > 0 then
    perform ip_refuse(409, null, format('%s still holds %s of address space. Take that back first.', new.name, case held ->> 'count' when '1' then '1 part' else (held ->> 'count') || ' parts' end), held);
  end if;
  return new;
end $$;
create trigger company_holds_space before update of deleted_at on company
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_keep_company();

-- Runs after the lineages of all that is below were carried along: nothing that the move takes along may have been taken
-- from a company that is no longer above.
create function ip_keep_line() returns trigger language plpgsql as $$
declare
  torn jsonb;
begin
  with below as (select descendant_id as id from company_tree where ancestor_id = new.id),
  stray as (
    select 'subnet' as kind, s.id, s.net::text as net, s.name from below join subnet s on s.company_id = below.id and s.holds join subnet p on p.id = s.parent_id
      where not p.company_id = any (s.lineage)
    union all
    select 'address', a.id, host(a.ip), coalesce(a.used_by_label, a.dns_name) from below join address a on a.company_id = below.id and a.holds join subnet p on p.id = a.subnet_id
      where not p.company_id = any (a.lineage))
  select jsonb_build_object('count', (select count(*) from stray), 'holders', coalesce((select jsonb_agg(f) from (select * from stray order by kind desc, id limit 20) f), '[]')) into torn;
  if (torn ->> 'count')::int > 0 then
    perform ip_refuse(409, 'parent_id', format('It holds address space of a company that would no longer be above it (%s). Take that back first.',
      (select string_agg(h ->> 'net', ', ') from (select h from jsonb_array_elements(torn -> 'holders') h limit 3) f)), torn);
  end if;
  return null;
end $$;
create trigger company_space_line after update on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function ip_keep_line();
select ip_engine(f) from unnest(array['ip_keep_company()', 'ip_keep_line()']::regprocedure[]) f;
