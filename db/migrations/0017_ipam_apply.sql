-- Siblings are disjoint: two probes of an index under the lock of what they stand in, which also two writers that pass by
-- the engine wait for. Disjoint siblings lie in order, so that what contains a new one is just before it and what lies in
-- it just behind. (As an exclusion constraint it took 0.6 ms a row, ten times as long.)
alter table subnet drop constraint subnet_sibling;
create index subnet_top on subnet (space_id, net) where parent_id is null and holds;
create function ip_keep_apart() returns trigger language plpgsql as $$
declare
  beside cidr;
begin
  if new.parent_id is null then
    perform from ip_space where id = new.space_id for no key update;
    select net into beside from subnet where space_id = new.space_id and parent_id is null and holds and net < new.net order by net desc limit 1;
    if not found or not beside >>= new.net then
      select net into beside from subnet where space_id = new.space_id and parent_id is null and holds and net > new.net order by net limit 1;
      if not found or not new.net >>= beside then return null; end if;
    end if;
  else
    perform from subnet where id = new.parent_id for no key update;
    select net into beside from subnet where parent_id = new.parent_id and holds and net < new.net order by net desc limit 1;
    if not found or not beside >>= new.net then
      select net into beside from subnet where parent_id = new.parent_id and holds and net > new.net order by net limit 1;
      if not found or not new.net >>= beside then return null; end if;
    end if;
  end if;
  -- Asked for at the end of a step, it looks at the row as it is by then.
  if exists (select from subnet where id = new.id and holds and parent_id is not distinct from new.parent_id and net = new.net and space_id = new.space_id) then
    raise exception '% overlaps % beside it', new.net, beside using errcode = 'exclusion_violation', constraint = 'subnet_sibling', table = 'subnet', schema = 'public';
  end if;
  return null;
end $$;
-- While a node is split or covered, a child stands for a moment where its parent does not give subnets yet, or beside
-- what is to contain it. Both are checked at the end of the step that asks for it; else at each statement.
create constraint trigger subnet_sibling after insert on subnet deferrable initially immediate for each row when (new.holds) execute function ip_keep_apart();
create constraint trigger subnet_sibling_moved after update on subnet deferrable initially immediate for each row
  when (new.holds and (old.net, old.parent_id, old.space_id, old.holds) is distinct from (new.net, new.parent_id, new.space_id, new.holds)) execute function ip_keep_apart();
alter table subnet alter constraint subnet_parent deferrable initially immediate;

-- Many children that change their parent at once are told to the audit log by whoever moves them, in one statement.
drop trigger audit_update on subnet;
create trigger audit_update after update on subnet for each row
  when (old.version is distinct from new.version and not (old.parent_id is distinct from new.parent_id and new.holds and coalesce(current_setting('app.moves_told', true), '') = 'on'))
  execute function audit_row('subnets', 'company_id', 'net', '', 'used,assigned,in_use,in_use_at,child_count,address_count,parent_depth,edges_cut,parent_net,parent_hosts,deletion_id,holds', 'id');

-- Doing ---------------------------------------------------------------------------------------------------------------
-- Each function here does what was looked at: it has the locks of the nodes that the look named, and nothing in the way.

-- Cuts the edges of a node as its prefix asks for them now, and writes its free blocks and counters anew from what is in it.
create function ip_settle(node bigint) returns void language plpgsql as $$
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

create function ip_do_split(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  len int := (request ->> 'length')::int;
  made bigint[];
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  set constraints subnet_parent, subnet_sibling, subnet_sibling_moved deferred;
  with part as (
    insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, offered, vlan, gateway, assign_len, policy)
    select n.space_id, p, n.id, n.net, false, n.hosts, n.type, n.usage_type, n.category_id, n.state, n.company_id, n.offered, n.vlan, case when n.gateway <<= p then n.gateway end,
      greatest(n.assign_len, len), n.policy
    from ip_parts(n.net, len) p where not exists (select from subnet c where c.parent_id = n.id and c.holds and c.net = p)
    returning id, net),
  freed as (insert into free_block (parent_id, net, plen) select id, net, masklen(net) from part)
  select array_agg(id order by net) into made from part;
  update address a set subnet_id = c.id, subnet_net = c.net from subnet c
    where a.subnet_id = n.id and a.holds and c.parent_id = n.id and c.holds and c.net = network(set_masklen(a.ip, len));
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note)
    select c.id, n.company_id, p.lo, p.hi, p.kind, p.note from ip_pieces(n.id, len, n.type) p join subnet c on c.parent_id = n.id and c.holds and c.net = p.part;
  delete from ip_range where subnet_id = n.id;
  update subnet c set parent_id = u.id, parent_net = u.net from subnet u
    where c.parent_id = n.id and c.holds and masklen(c.net) > len and u.parent_id = n.id and u.holds and u.net = set_masklen(c.net, len);
  update subnet set type = 'container', hosts = false, gateway = null, assign_len = len, edges_cut = false, used = ip_size(n.net), address_count = 0,
    child_count = (select count(*) from subnet where parent_id = n.id and holds), state = case n.state when 'assigned' then 'reserved' else n.state end,
    policy = case when n.hosts then case family(n.net) when 4 then 'best-fit' else 'sparse' end else n.policy end where id = n.id;
  delete from free_block where parent_id = n.id;
  set constraints subnet_parent, subnet_sibling, subnet_sibling_moved immediate;
  perform ip_settle(c.id) from subnet c where c.id = any (made) and (exists (select from address where subnet_id = c.id and holds)
    or exists (select from ip_range where subnet_id = c.id) or exists (select from subnet where parent_id = c.id and holds));
  return made;
end $$;

create function ip_do_merge(request jsonb) returns bigint[] language plpgsql as $$
declare
  ids bigint[] := array(select id from subnet where id in (select i::bigint from jsonb_array_elements_text(request -> 'ids') i) order by net);
  n subnet;
  merged cidr := (select inet_merge(min(net::inet), max(net::inet)) from subnet where id = any (ids));
  gate inet := (select gateway from subnet where id = any (ids) and gateway is not null order by net limit 1);
begin
  select * into n from subnet where id = ids[1];
  -- They step aside first: none may lie in the one that grows.
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, deleted_at = now(), used = 0, child_count = 0, address_count = 0
    where id = any (ids[2:]);
  delete from ip_range where subnet_id = any (ids) and kind = 'edge';
  delete from free_block where parent_id = any (ids);
  update subnet set net = merged, gateway = gate, edges_cut = (select bool_or(edges_cut) from subnet where id = any (ids)) where id = n.id;
  update subnet set parent_id = n.id, parent_net = merged where parent_id = any (ids[2:]) and holds;
  update address set subnet_id = n.id, subnet_net = merged, is_gateway = is_gateway and ip is not distinct from gate where subnet_id = any (ids[2:]) and holds;
  update ip_range set subnet_id = n.id where subnet_id = any (ids[2:]);
  update subnet set edges_cut = false where id = any (ids[2:]);
  update subnet set child_count = child_count - (cardinality(ids) - 1) where id = n.parent_id;
  perform ip_settle(n.id);
  return array[n.id];
end $$;

create function ip_do_resize(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  want cidr := (request ->> 'net')::cidr;
  grows boolean;
  rest cidr[];
  more numeric;
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  grows := want >> n.net;
  rest := case when grows then ip_rest(want, n.net) else ip_rest(n.net, want) end;
  more := (select sum(ip_size(b)) from unnest(rest) b);
  if grows and n.parent_id is not null then
    perform ip_carve(n.parent_id, b) from unnest(rest) b;
    update subnet set used = used + more where id = n.parent_id;
  elsif not grows and not n.edges_cut then
    perform ip_carve(n.id, b) from unnest(rest) b;
  end if;
  update subnet set net = want, assign_len = greatest(assign_len, masklen(want)) where id = n.id;
  if n.edges_cut then perform ip_settle(n.id);
  elsif grows then perform ip_give_back(n.id, b) from unnest(rest) b;
  end if;
  if not grows and n.parent_id is not null then
    perform ip_give_back(n.parent_id, b) from unnest(rest) b;
    update subnet set used = used - more where id = n.parent_id;
  end if;
  return array[n.id];
end $$;

-- The key carries the new space to all that is below, addresses too.
create function ip_do_move(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  target subnet;
  ids bigint[];
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  select * into target from subnet where id = (request ->> 'parent_id')::bigint;
  ids := ip_lock_below(n.id);
  perform ip_carve(target.id, n.net);
  update subnet set used = used + ip_size(n.net), child_count = child_count + 1 where id = target.id;
  update subnet set space_id = target.space_id, parent_id = target.id, parent_net = target.net, parent_hosts = target.hosts where id = n.id;
  if n.parent_id is not null then
    perform ip_give_back(n.parent_id, n.net);
    update subnet set used = used - ip_size(n.net), child_count = child_count - 1 where id = n.parent_id;
  end if;
  with closed as (
    update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where upper_inf(valid)
      and ((address_id is null and subnet_id = any (ids)) or address_id = any (array(select id from address where subnet_id = any (ids) and holds)))
    returning net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id)
  insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, valid)
    select target.space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, tstzrange(clock_timestamp(), null) from closed;
  return array[n.id];
end $$;

-- Says of nodes that are about to change their parent, and nothing else, what triggers would say row by row: to the audit
-- log, and of what counts as assigned. Holds until app.moves_told is off.
create function ip_tell_moves(ids bigint[], from_node bigint, to_node bigint) returns void language plpgsql as $$
begin
  insert into audit_log (action, subject, object_id, object_label, company_id, actor_id, actor_name, impersonator_id, impersonator_name, ip, request_id, before, after)
    select 'update', 'subnets', id, net::text, company_id, nullif(current_setting('app.actor', true), '')::bigint, coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
      nullif(current_setting('app.impersonator', true), '')::bigint, nullif(current_setting('app.impersonator_name', true), ''), nullif(current_setting('app.ip', true), ''),
      nullif(current_setting('app.request_id', true), ''), jsonb_build_object('parent_id', from_node), jsonb_build_object('parent_id', to_node)
    from subnet where id = any (ids) order by net;
  insert into ip_delta (subnet_id, assigned)
    select node, change * assigned from (select sum(case state when 'assigned' then ip_size(net) else assigned end) as assigned from subnet where id = any (ids)) s,
      (values (from_node, -1), (to_node, 1)) c (node, change) where node is not null and assigned <> 0;
  perform set_config('app.moves_told', 'on', true);
end $$;

-- Only direct children and free blocks change hands; what is deeper stays untouched.
create function ip_do_cover(request jsonb, parent bigint) returns bigint[] language plpgsql as $$
declare
  p subnet;
  want cidr := (request ->> 'net')::cidr;
  space bigint := coalesce((request ->> 'space_id')::bigint, 1);
  a jsonb := coalesce(request -> 'attributes', '{}');
  made bigint;
  ids bigint[];
  moved bigint;
  free numeric;
begin
  select * into p from subnet where id = parent;
  space := coalesce(p.space_id, space);
  set constraints subnet_sibling deferred;
  insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, exclusive, offered, name, description, vlan, assign_len, policy, mark_full)
    values (space, want, p.id, p.net, p.hosts, false, 'container', case when a ? 'usage_type' then a ->> 'usage_type' else p.usage_type end,
      case when a ? 'category_id' then (a ->> 'category_id')::bigint else p.category_id end, coalesce(a ->> 'state', 'reserved'),
      coalesce((request ->> 'company_id')::bigint, p.company_id, (select company_id from ip_space where id = space), (select id from company where parent_id is null)),
      coalesce((a ->> 'exclusive')::boolean, false), coalesce((a ->> 'offered')::boolean, false), coalesce(request ->> 'name', a ->> 'name', ''), coalesce(a ->> 'description', ''), (a ->> 'vlan')::int,
      coalesce((a ->> 'assign_len')::int, case when p.assign_len >= masklen(want) then p.assign_len end, ip_default_unit(want, false, null)),
      coalesce(a ->> 'policy', p.policy, case family(want) when 4 then 'best-fit' else 'sparse' end), coalesce((a ->> 'mark_full')::boolean, false))
    returning id into made;
  ids := array(select id from ip_inside(space, p.id, want));
  moved := cardinality(ids);
  perform ip_tell_moves(ids, p.id, made);
  update subnet set parent_id = made, parent_net = want, parent_hosts = false where id = any (ids);
  perform set_config('app.moves_told', '', true);
  if p.id is null then
    perform ip_settle(made);
  else
    update ip_range set subnet_id = made where subnet_id = p.id and lo <<= want and hi <<= want;
    update free_block set parent_id = made where parent_id = p.id and net >= want and net <= set_masklen(broadcast(want), ip_bits(want))::cidr;
    if not found and moved = 0 and not exists (select from ip_range where subnet_id = made) then
      -- All of it is a part of one larger free block.
      perform ip_carve(p.id, want);
      insert into free_block (parent_id, net, plen) values (made, want, masklen(want));
    end if;
    free := coalesce((select sum(ip_size(net)) from free_block where parent_id = made), 0);
    update subnet set used = ip_size(want) - free, child_count = moved where id = made;
    update subnet set used = used + free, child_count = child_count + 1 - moved where id = p.id;
  end if;
  set constraints subnet_sibling immediate;
  return array[made];
end $$;

create function ip_do_lift(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  p subnet;
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  select * into p from subnet where id = n.parent_id;
  if n.child_count = 0 then
    perform ip_free_node(n);
  else
    perform ip_tell_moves(array(select id from subnet where parent_id = n.id and holds), n.id, p.id);
    perform ip_lift(n, p);
    perform set_config('app.moves_told', '', true);
  end if;
  return '{}';
end $$;

create function ip_do_destroy(request jsonb) returns bigint[] language plpgsql as $$
begin
  perform ip_release_subnet((request ->> 'id')::bigint, 'destroy', false);
  return '{}';
end $$;

create function ip_do(request jsonb, looked jsonb) returns bigint[] language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_do_split(request) when 'merge' then ip_do_merge(request) when 'resize' then ip_do_resize(request)
    when 'move' then ip_do_move(request) when 'cover' then ip_do_cover(request, (looked -> 'nodes' ->> 0)::bigint) when 'lift' then ip_do_lift(request) when 'destroy' then ip_do_destroy(request) end;
end $$;

-- Locks the nodes in the order of every other writer.
create function ip_lock_nodes(nodes jsonb) returns void language plpgsql as $$
begin
  perform from subnet where id in (select i::bigint from jsonb_array_elements_text(nodes) i) order by space_id, net for no key update;
end $$;

create function ip_refuse_conflicts(looked jsonb, field text) returns void language plpgsql as $$
begin
  if looked -> 'conflicts' <> '[]' then
    perform ip_refuse(409, field, looked #>> '{conflicts,0,message}', jsonb_build_object('conflicts', looked -> 'conflicts'));
  end if;
end $$;

-- Does it at once, without a plan. `most`: how many rows at most.
create function ip_restructure(request jsonb, most bigint default 5000, field text default null) returns table (ids bigint[], rows bigint) language plpgsql as $$
declare
  looked jsonb := ip_look(request);
  again jsonb;
begin
  perform ip_refuse_conflicts(looked, field);
  if (looked ->> 'rows')::bigint > most then
    perform ip_refuse(409, field, format('This changes %s rows. Make a plan of it, which runs as a job.', looked ->> 'rows'), jsonb_build_object('rows', (looked ->> 'rows')::bigint));
  end if;
  for attempt in 1..3 loop
    perform ip_lock_nodes(looked -> 'nodes');
    again := ip_look(request);
    exit when again -> 'nodes' = looked -> 'nodes';
    if attempt = 3 then perform ip_refuse(409, field, 'Somebody else is changing the tree at this place. Try again.'); end if;
    looked := again;
  end loop;
  perform ip_refuse_conflicts(again, field);
  return query select ip_do(request, again), (again ->> 'rows')::bigint;
end $$;

-- Plans ----------------------------------------------------------------------------------------------------------------
create function ip_versions(nodes jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(id, version), '{}') from subnet where id in (select i::bigint from jsonb_array_elements_text(nodes) i) and holds
$$;

-- Looks, and keeps what it saw. Changes nothing of the tree.
create function ip_plan_make(request jsonb, by text default '') returns bigint language plpgsql as $$
declare
  looked jsonb := ip_look(request);
  made bigint;
begin
  insert into ip_plan (company_id, created_by, actor_id, operation, request, outcome, versions)
    values (coalesce(nullif(current_company(), 0), (select id from company where parent_id is null)), by, nullif(current_setting('app.actor', true), '')::bigint,
      request ->> 'operation', request, looked, ip_versions(looked -> 'nodes') || jsonb_build_object('contents', looked -> 'contents'))
    returning id into made;
  return made;
end $$;

-- Does what was planned, while the rows stand that it was made from: at once, or by a job where it writes more than 5,000.
-- The job (as_worker) works as the company that planned, and changes nothing where it is done already.
create function ip_plan_apply(plan_id bigint, as_worker boolean default false) returns text language plpgsql as $$
declare
  plan ip_plan;
  looked jsonb;
  moved text;
  result bigint[];
begin
  select * into plan from ip_plan where id = plan_id for update;
  if plan.id is null or not ip_sees(plan.lineage) then perform ip_refuse(404, null, 'There is no such plan.'); end if;
  if as_worker then
    if not ip_everything() then perform ip_refuse(403, null, 'This is done by the panel itself.'); end if;
    if plan.state not in ('queued', 'running') then return plan.state; end if;
    perform set_config('app.company', plan.company_id::text, true), set_config('app.actor', coalesce(plan.actor_id::text, ''), true), set_config('app.actor_name', plan.created_by, true),
      set_config('app.scoped', case when cardinality(plan.lineage) > 1 then 'on' else '' end, true);
  elsif plan.state <> 'planned' then
    perform ip_refuse(409, null, case plan.state when 'done' then 'This plan was applied already.' when 'failed' then 'This plan failed. Make a new one.' else 'This plan is under way.' end);
  end if;
  perform ip_lock_nodes(plan.outcome -> 'nodes');
  select coalesce((select net::text from subnet where id = key::bigint), '') into moved
    from jsonb_each(plan.versions) where key <> 'contents' and value is distinct from (select to_jsonb(version) from subnet where id = key::bigint and holds) limit 1;
  if not found and not as_worker and (plan.outcome ->> 'as_job')::boolean then
    -- The job looks again; a request would wait for that.
    perform ip_refuse_conflicts(plan.outcome, null);
    perform queue_job('run-ip-plan', jsonb_build_object('plan_id', plan.id), 'ip-plan:' || plan.id);
    update ip_plan set state = 'queued' where id = plan.id;
    return 'queued';
  end if;
  if moved is null then
    looked := ip_look(plan.request);
    if looked -> 'nodes' <> plan.outcome -> 'nodes' or looked -> 'contents' <> plan.versions -> 'contents' then moved := 'What is there'; end if;
  end if;
  if moved is not null then
    perform ip_refuse(409, null, format('%s was changed after this plan was made. Make the plan again.', moved), '{"stale": true}');
  end if;
  perform ip_refuse_conflicts(looked, null);
  result := ip_do(plan.request, looked);
  update ip_plan set state = 'done', finished_at = clock_timestamp(), outcome = looked || jsonb_build_object('result_ids', to_jsonb(result)) where id = plan.id;
  return 'done';
end $$;

select ip_engine(f) from unnest(array['ip_restructure(jsonb,bigint,text)', 'ip_plan_make(jsonb,text)', 'ip_plan_apply(bigint,boolean)']::regprocedure[]) f;
