-- Structural work on the tree: split, merge, resize, move, cover, lift, destroy. Each has a function that looks (what
-- would change, what stands in the way) and one that does it. A plan keeps what was looked at with the versions of the
-- rows concerned; it is applied while they stand, in one transaction, at once or by a job.

alter table ip_plan add column actor_id bigint;

create or replace function queueable_tasks() returns text[] language sql immutable parallel safe
  as $$ select array['send-mail', 'run-ip-plan', 'verify-ipam'] $$;

-- `app.scoped`: a job of the panel that works for one company, and sees no more than it.
create or replace function ip_everything() returns boolean language sql stable
  as $$ select 'trunkline_app_all' in (session_user::text, current_setting('role', true)) and coalesce(current_setting('app.scoped', true), '') <> 'on' $$;

-- Looking ------------------------------------------------------------------------------------------------------------
create function ip_conflict(sentence text, net text default null, id bigint default null) returns jsonb language sql immutable
  as $$ select jsonb_build_array(jsonb_build_object('message', sentence, 'net', net, 'id', id)) $$;
create function ip_change(id bigint, before text, after text, note text) returns jsonb language sql immutable
  as $$ select jsonb_build_object('id', id, 'before', before, 'after', after, 'note', note) $$;

-- What a look comes to. nodes: whose locks the work needs, and whose versions have to stand. contents: a mark of the
-- other rows that move. rows: how many are written. free_*: in addresses, of the node that the work goes on in.
create function ip_outcome(nodes bigint[], conflicts jsonb, changes jsonb, rows bigint, free_before numeric, free_after numeric, contents text default '') returns jsonb language sql immutable as $$
  select jsonb_build_object('nodes', nodes, 'conflicts', conflicts, 'changes', jsonb_path_query_array(changes, '$[0 to 99]'), 'rows', rows, 'as_job', rows > 5000,
    'changes_total', greatest(rows, jsonb_array_length(changes)), 'free_before', trunc(free_before)::text, 'free_after', trunc(free_after)::text, 'contents', contents, 'result_ids', '[]'::jsonb)
$$;

-- A node that the caller may work on: its holder's line, open, and not in the trash.
create function ip_own(node bigint, field text) returns subnet language plpgsql as $$
declare
  n subnet;
begin
  select * into n from subnet where id = node and holds;
  if n.id is null or not ip_sees(n.lineage, n.offered) then perform ip_refuse(404, field, 'There is no such subnet.'); end if;
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet belongs to the company that offers it.'); end if;
  perform ip_check_open(n, field);
  return n;
end $$;

create function ip_free_of(node subnet) returns numeric language sql immutable as $$ select coalesce(ip_size(node.net) - node.used, 0) $$;

-- The blocks that a prefix has more than one that lies in it, the smallest first.
create function ip_rest(outer_net cidr, inner_net cidr) returns cidr[] language sql immutable
  as $$ select array(select ip_buddy(set_masklen(inner_net, len)) from generate_series(masklen(inner_net), masklen(outer_net) + 1, -1) len) $$;

-- The addresses of a prefix that are never handed out.
create function ip_edges(net cidr, type text) returns cidr[] language sql immutable as $$
  select case when type <> 'network' or masklen(net) > ip_bits(net) - 2 then '{}' when family(net) = 6 then array[ip_first(net)::cidr] else array[ip_first(net)::cidr, ip_last(net)::cidr] end
$$;

-- What lies in these blocks, in a node or (null) among the roots of a space: the first 20, by name to whoever may see it.
-- Edges are no obstacle: they are cut anew.
create function ip_in_way(space bigint, node bigint, blocks cidr[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('message', case
      when not sees then format('A part of %s is taken.', block)
      when state = 'quarantined' then format('%s was given back and rests until %s.', net, to_char(release_at, 'YYYY-MM-DD HH24:MI "UTC"'))
      when kind = 'range' then format('The addresses %s are kept back.', net)
      else format('%s%s is in the way.', net, coalesce(' (' || nullif(name, '') || ')', '')) end,
    'net', case when sees then net end, 'id', case when sees and kind = 'subnet' then id end) order by place), '[]')
  from (
    select w.*, ip_sees(w.lineage, w.offered) as sees from (
      select block, f.* from unnest(blocks) block, lateral (
        select 'subnet' as kind, id, net::text, net::inet as place, name, state, release_at, lineage, offered from subnet
          where node is not null and parent_id = node and holds and net >= block and net <= set_masklen(broadcast(block), ip_bits(block))::cidr
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, lineage, offered from subnet
          where node is not null and parent_id = node and holds and net = any (ip_prefixes(block))
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, lineage, offered from subnet
          where node is null and space_id = space and parent_id is null and holds and net >= block and net <= set_masklen(broadcast(block), ip_bits(block))::cidr
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, lineage, offered from subnet
          where node is null and space_id = space and parent_id is null and holds and net = any (ip_prefixes(block))
        union
        select 'address', id, host(ip), ip, coalesce(nullif(used_by_label, ''), dns_name), state, release_at, lineage, false from address
          where subnet_id = node and holds and ip between ip_first(block) and ip_last(block)
        union
        select 'range', id, host(lo) || case when lo <> hi then '–' || host(hi) else '' end, lo, '', kind, null, lineage, false from ip_range
          where subnet_id = node and kind <> 'edge' and lo <= ip_last(block) and hi >= ip_first(block)
        limit 20) f) w
    limit 20) named
$$;

-- A mark of what a node holds directly, which changes with any of its rows.
create function ip_mark(ids bigint[]) returns text language sql stable as $$
  select md5(coalesce((select string_agg(id || ':' || version, ',' order by id) from subnet where parent_id = any (ids) and holds), '') || ';' ||
    coalesce((select count(*) || ':' || sum(version) || ':' || max(id) from address where subnet_id = any (ids) and holds), '') || ';' ||
    coalesce((select count(*) || ':' || sum(version) || ':' || max(id) from ip_range where subnet_id = any (ids) and kind <> 'edge'), ''))
$$;

create function ip_in_use(n subnet) returns jsonb language sql stable as $$
  select case when n.used_by_kind is not null then ip_conflict(format('%s is used as a whole by %s. Release it first.', n.net, coalesce(nullif(n.used_by_label, ''), n.used_by_kind)), n.net::text, n.id)
    when n.state = 'held' then ip_conflict(format('%s is only held for a time.', n.net), n.net::text, n.id) else '[]' end
$$;

create function ip_look_split(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  len int := (request ->> 'length')::int;
  way jsonb := ip_in_use(n);
  parts bigint;
  kept numeric;
  filled bigint;
begin
  if len is null or len not between masklen(n.net) + 1 and ip_bits(n.net) then
    perform ip_refuse(422, 'length', case when masklen(n.net) = ip_bits(n.net) then format('%s is a single address.', n.net) else format('The length is from %s to %s here.', masklen(n.net) + 1, ip_bits(n.net)) end);
  elsif len - masklen(n.net) > 16 then
    perform ip_refuse(422, 'length', format('These are too many parts. The length is at most %s here.', masklen(n.net) + 16));
  end if;
  parts := 1 << (len - masklen(n.net));
  if n.hosts then
    way := way || coalesce((select jsonb_agg(ip_conflict(format('%s would be an edge of %s, which is never handed out.', host(ip), network(set_masklen(ip, len))), host(ip)) -> 0) from (
      select ip from (
        select ip from address where subnet_id = n.id and holds union select n.gateway where n.gateway is not null) a
      where ip::cidr = any (ip_edges(network(set_masklen(ip, len)), n.type)) order by ip limit 20) e), '[]');
  else
    way := way || coalesce((select jsonb_agg(ip_conflict(format('%s is larger than a /%s.', net, len), net::text, id) -> 0) from (
      select id, net from subnet where parent_id = n.id and holds and masklen(net) < len order by net limit 20) c), '[]');
    -- A child of just that length is one of the parts already.
    parts := parts - (select count(*) from subnet where parent_id = n.id and holds and masklen(net) = len);
    if parts = 0 then way := way || ip_conflict(format('%s is split so already.', n.net), n.net::text, n.id); end if;
  end if;
  -- With the first content of a part its edges are cut.
  select count(distinct part), coalesce(sum(size), 0) into filled, kept from (
    select network(set_masklen(ip, len)) as part, 1 as size from address where subnet_id = n.id and holds
    union all select part, ip_width(lo, hi) from ip_pieces(n.id, len, n.type)
    union all select set_masklen(net, len), ip_size(net) from subnet where parent_id = n.id and holds and masklen(net) > len) c;
  return ip_outcome(array_remove(array[n.parent_id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, n.net::text, case when n.type = 'container' then format('Gets %s parts', parts) else format('Becomes a container of %s parts', parts) end)) ||
      coalesce((select jsonb_agg(ip_change(null, null, part::text, case when inside = 0 then 'New' else format('New, with %s of what is in %s', inside, n.net) end)) from (
        select part, (select count(*) from address where subnet_id = n.id and holds and ip <<= part) + (select count(*) from subnet where parent_id = n.id and holds and net << part) as inside
        from (select part from ip_parts(n.net, len, 200) part where not exists (select from subnet where parent_id = n.id and holds and net = part) limit 100) p) f), '[]'),
    1 + parts + n.address_count + n.child_count, ip_free_of(n),
    ip_size(n.net) - kept - filled * coalesce(cardinality(ip_edges(set_masklen(n.net, len), n.type)), 0) - coalesce((select sum(ip_size(net)) from subnet where parent_id = n.id and holds and masklen(net) = len), 0),
    ip_mark(array[n.id]));
end $$;

-- The first `most` blocks of this length in a prefix.
create function ip_parts(net cidr, len int, most bigint default 65536) returns setof cidr language plpgsql immutable as $$
declare
  part cidr := set_masklen(net, len);
begin
  for i in 1..least(most, 1 << (len - masklen(net))) loop
    if i > 1 then part := (broadcast(part) + 1)::cidr; end if;
    return next part;
  end loop;
end $$;

-- The ranges of a node as they lie in its parts of this length, without the edges of these.
create function ip_pieces(node bigint, len int, type text) returns table (part cidr, lo inet, hi inet, kind text, note text) language plpgsql stable as $$
begin
  return query select p.part, greatest(r.lo, ip_usable_first(p.part, type)), least(r.hi, ip_usable_last(p.part, type)), r.kind, r.note
    from ip_range r, lateral (
      select distinct b as part from ip_cover(r.lo, r.hi) c, lateral (select * from ip_parts(set_masklen(c, least(len, masklen(c))), len)) part (b)) p
    where r.subnet_id = node and r.kind <> 'edge' and greatest(r.lo, ip_usable_first(p.part, type)) <= least(r.hi, ip_usable_last(p.part, type));
end $$;

create function ip_look_merge(request jsonb) returns jsonb language plpgsql as $$
declare
  ids bigint[] := array(select distinct i::bigint from jsonb_array_elements_text(request -> 'ids') i);
  first subnet;
  n subnet;
  merged cidr;
  sum numeric := 0;
  free numeric := 0;
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
  return ip_outcome(array_remove(first.parent_id || array(select id from subnet where id = any (ids) order by net), null), way,
    jsonb_build_array(ip_change(first.id, first.net::text, merged::text, 'Grows; keeps its details')) || changes, rows, free, free, ip_mark(ids));
end $$;

create function ip_look_resize(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  want cidr := (request ->> 'net')::cidr;
  p subnet;
  rest cidr[];
  way jsonb := case when n.state = 'held' then ip_in_use(n) else '[]' end;
  gave numeric;
begin
  if family(want) <> family(n.net) then perform ip_refuse(422, 'net', format('%s is IPv%s.', n.net, family(n.net))); end if;
  if want = n.net then perform ip_refuse(422, 'net', 'This is its size already.'); end if;
  if not want >> n.net and not want << n.net then perform ip_refuse(422, 'net', format('It grows to what contains %s and shrinks to a part of it. %s is neither.', n.net, want)); end if;
  select * into p from subnet where id = n.parent_id;
  if want >> n.net then
    rest := ip_rest(want, n.net);
    if p.id is null then perform ip_check_root_range(n.space_id, want);
    elsif not ip_sees(p.lineage, p.offered) then way := way || ip_conflict(format('There is no room around %s in what was given to you. Ask the company above.', n.net));
    else perform ip_check_open(p, 'net'); end if;
    if p.id is not null and not want << p.net then
      way := way || ip_conflict(case when want = p.net then format('%s would be as large as the subnet above it.', want) else format('%s reaches out of %s above it.', want, p.net) end,
        case when ip_sees(p.lineage, p.offered) then p.net::text end);
    elsif way = '[]' then way := way || ip_in_way(n.space_id, p.id, rest); end if;
  else
    rest := ip_rest(n.net, want);
    way := way || ip_in_way(n.space_id, n.id, rest);
    if exists (select from subnet where parent_id = n.id and holds and net = want) then way := way || ip_conflict(format('A subnet in it is %s itself.', want), want::text); end if;
    if n.gateway is not null and not n.gateway <<= want then way := way || ip_conflict(format('The gateway %s would lie outside.', host(n.gateway)), host(n.gateway)); end if;
  end if;
  if n.hosts then
    way := way || ip_in_way(n.space_id, n.id, array(select e from unnest(ip_edges(want, n.type)) e where e <<= n.net));
    if n.gateway::cidr = any (ip_edges(want, n.type)) then way := way || ip_conflict(format('The gateway %s would be an edge.', host(n.gateway)), host(n.gateway)); end if;
  end if;
  gave := coalesce((select sum(ip_size(b)) from unnest(rest) b), 0) * case when want >> n.net then 1 else -1 end
    + case when n.edges_cut then cardinality(ip_edges(n.net, n.type)) - cardinality(ip_edges(want, n.type)) else 0 end;
  return ip_outcome(array_remove(array[p.id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, want::text, case when want >> n.net then 'Grows' else 'Shrinks' end)), 1 + n.child_count + n.address_count, ip_free_of(n), ip_free_of(n) + gave);
end $$;

-- What may stand without a subnet above it: in the public space what the provider says, in a private one what is meant for it.
create function ip_check_root_range(space bigint, want cidr) returns void language plpgsql as $$
begin
  if ip_everything() then return; end if;
  if (select kind from ip_space where id = space) = 'public' then perform ip_refuse(422, 'net', 'Only the provider has public space without a subnet above it.');
  elsif not exists (select from unnest(array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']::cidr[]) p where p >>= want) then
    perform ip_refuse(422, 'net', 'A private space holds 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 and fc00::/7.');
  end if;
end $$;

-- Nodes of one space are disjoint or nested, so that another parent which contains the node is one of another space; of
-- the same, it is a subnet above, and the one in between is in the way.
create function ip_look_move(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  target subnet := ip_own((request ->> 'parent_id')::bigint, 'parent_id');
  way jsonb := case when n.state = 'held' then ip_in_use(n) else '[]' end;
  rows bigint;
  moved_rows bigint;
begin
  if n.parent_id is not null then perform ip_check_open((select p from subnet p where p.id = n.parent_id), 'id'); end if;
  if target.id = n.parent_id then way := way || ip_conflict(format('%s stands in %s already.', n.net, target.net), target.net::text, target.id);
  elsif not n.net << target.net then way := way || ip_conflict(format('%s does not contain %s.', target.net, n.net), target.net::text, target.id);
  elsif target.space_id = n.space_id then way := way || ip_conflict(format('In one address space %s stands in the smallest that contains it. Choose a container of another address space.', n.net), target.net::text, target.id);
  elsif target.hosts then way := way || ip_conflict(format('%s gives addresses. Subnets stand in a container.', target.net), target.net::text, target.id);
  elsif target.type = 'pool' and n.type = 'pool' then way := way || ip_conflict('A pool can not stand in a pool.', target.net::text, target.id);
  elsif not target.company_id = any (n.lineage) then way := way || ip_conflict(format('The holder of %s is not below the holder of %s.', n.net, target.net), target.net::text, target.id);
  else way := way || ip_in_way(target.space_id, target.id, array[n.net]); end if;
  select count(*), sum(address_count) into rows, moved_rows from subnet where space_id = n.space_id and holds and net >= n.net and net <= set_masklen(broadcast(n.net), ip_bits(n.net))::cidr;
  return ip_outcome(array_remove(array[n.parent_id, target.id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, n.net::text, format('Moves to %s in %s, with %s subnets in it', target.net, (select name from ip_space where id = target.space_id), rows - 1))),
    rows + moved_rows, ip_free_of(target), ip_free_of(target) - ip_size(n.net), ip_mark(array[n.id]));
end $$;

create function ip_look_cover(request jsonb) returns jsonb language plpgsql as $$
declare
  want cidr := (request ->> 'net')::cidr;
  space bigint := (request ->> 'space_id')::bigint;
  parent bigint := (request ->> 'parent_id')::bigint;
  p subnet;
  holder bigint := (request ->> 'company_id')::bigint;
  way jsonb := '[]';
  covered numeric;
  rows bigint;
  mark text;
  strange bigint;
  child subnet;
begin
  if parent is null then
    space := coalesce(space, 1);
    select case when net = want then parent_id else id end into parent from subnet where id = ip_find(space, want);
    if parent is not null and not exists (select from subnet s where s.id = parent and ip_sees(s.lineage)) then perform ip_refuse(409, 'net', format('%s is taken.', want)); end if;
  end if;
  if parent is not null then
    p := ip_own(parent, 'parent_id');
    if space is not null and space <> p.space_id then perform ip_refuse(422, 'space_id', 'The subnet above is in another address space.'); end if;
    space := p.space_id;
    holder := coalesce(holder, p.company_id);
    perform ip_check_holder(holder, p.company_id);
    if family(want) <> family(p.net) then perform ip_refuse(422, 'net', format('%s is IPv%s.', p.net, family(p.net))); end if;
    if p.net = want then way := way || ip_conflict(format('%s has a row already.', want), want::text, p.id);
    elsif not want << p.net then perform ip_refuse(422, 'net', format('%s lies outside of %s.', want, p.net)); end if;
    if p.hosts then way := way || ip_conflict(format('%s gives addresses. Split it, or make a container around it.', p.net), p.net::text, p.id); end if;
    way := way || coalesce((select jsonb_agg(ip_conflict(format('The addresses %s–%s are kept back across its edge.', host(lo), host(hi)), host(lo)) -> 0) from ip_range
      where subnet_id = p.id and lo <= ip_last(want) and hi >= ip_first(want) and not (lo <<= want and hi <<= want)), '[]');
  else
    if not exists (select from ip_space s left join company c on c.id = s.company_id where s.id = space and (s.kind = 'public' or ip_sees(c.lineage))) then
      perform ip_refuse(422, 'space_id', 'There is no such address space.');
    end if;
    perform ip_check_root_range(space, want);
    holder := coalesce(holder, (select company_id from ip_space where id = space), (select id from company where parent_id is null));
    perform ip_check_holder(holder, coalesce((select company_id from ip_space where id = space), (select id from company where parent_id is null)));
  end if;
  -- A subnet that contains it, or is it.
  for child in select * from subnet where p.id is not null and parent_id = p.id and holds and net = any (ip_prefixes(want)) limit 1 loop
    way := way || ip_conflict(case when child.net = want then format('%s has a row already.', want) else format('%s lies in %s.', want, child.net) end, child.net::text, child.id);
  end loop;
  if p.id is null and exists (select from subnet where space_id = space and net = want and holds) then way := way || ip_conflict(format('%s has a row already.', want), want::text); end if;
  select count(*), coalesce(sum(ip_size(net)), 0), md5(coalesce(string_agg(id || ':' || version, ','), '')), count(*) filter (where not holder = any (lineage))
    into rows, covered, mark, strange from ip_inside(space, p.id, want);
  if strange > 0 then
    way := way || (select jsonb_agg(ip_conflict(format('%s is held by a company that is not below the holder of %s.', net, want), net::text, id) -> 0) from (
      select id, net from ip_inside(space, p.id, want) where not holder = any (lineage) limit 20) f);
  end if;
  covered := covered + coalesce((select sum(ip_width(lo, hi)) from ip_range where subnet_id = p.id and lo <<= want and hi <<= want), 0);
  return ip_outcome(array_remove(array[p.id], null), way,
    jsonb_build_array(ip_change(null, null, want::text, case when p.id is null then 'New container' else format('New container in %s', p.net) end)) ||
      coalesce((select jsonb_agg(ip_change(id, net::text, net::text, format('Moves into %s', want)) order by net) from ip_inside(space, p.id, want, 100)), '[]'),
    rows + 1, ip_free_of(p), case when p.id is null then 0 else ip_free_of(p) - (ip_size(want) - covered) end, mark);
end $$;

-- Direct children (null: roots of the space) that lie in a prefix, in order.
create function ip_inside(space bigint, node bigint, outer_net cidr, most bigint default null) returns table (id bigint, net cidr, version int, lineage bigint[]) language plpgsql stable rows 1000 as $$
declare
  last_net cidr := set_masklen(broadcast(outer_net), ip_bits(outer_net));
begin
  if node is not null then
    return query select s.id, s.net, s.version, s.lineage from subnet s where s.parent_id = node and s.holds and s.net > outer_net and s.net <= last_net order by s.net limit most;
  else
    return query select s.id, s.net, s.version, s.lineage from subnet s where s.space_id = space and s.parent_id is null and s.holds and s.net > outer_net and s.net <= last_net order by s.net limit most;
  end if;
end $$;

create function ip_look_lift(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  p subnet;
  way jsonb := ip_in_use(n);
begin
  select * into p from subnet where id = n.parent_id;
  if n.hosts then way := way || ip_conflict(format('%s gives addresses, and a container gives none: they can not climb.', n.net), n.net::text, n.id); end if;
  if p.id is null and not ip_everything() and (select kind from ip_space where id = n.space_id) = 'public' then way := way || ip_conflict('Only the provider has public space without a subnet above it.', n.net::text, n.id); end if;
  if p.id is not null and not ip_sees(p.lineage) then way := way || ip_conflict(format('%s was given to you from above; only its holder takes what is in it.', n.net), n.net::text, n.id);
  elsif p.id is not null then perform ip_check_open(p, 'id'); end if;
  if p.type = 'pool' then
    way := way || coalesce((select jsonb_agg(ip_conflict(format('%s is a pool, and so is %s: a pool can not stand in a pool.', net, p.net), net::text, id) -> 0) from (
      select id, net from subnet where parent_id = n.id and holds and type = 'pool' limit 20) c), '[]');
  end if;
  return ip_outcome(array_remove(array[p.id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, null, 'Goes')) || coalesce((select jsonb_agg(ip_change(id, net::text, net::text, case when p.id is null then 'Stands at the top' else format('Climbs to %s', p.net) end) order by net) from (
      select id, net from subnet where parent_id = n.id and holds order by net limit 100) c), '[]'),
    1 + n.child_count, ip_free_of(p), case when p.id is null then 0 else ip_free_of(p) + ip_free_of(n) + coalesce((select sum(ip_width(lo, hi)) from ip_range where subnet_id = n.id), 0) end, ip_mark(array[n.id]));
end $$;

create function ip_look_destroy(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  p subnet;
  below bigint[] := array(with recursive b as (select n.id as id union all select s.id from b join subnet s on s.parent_id = b.id and s.holds) select id from b);
  addresses bigint := (select count(*) from address where subnet_id = any (below) and holds and deleted_at is null);
begin
  select * into p from subnet where id = n.parent_id;
  if p.id is not null then perform ip_check_open(p, 'id'); end if;
  return ip_outcome(array_remove(array[p.id, n.id], null), '[]',
    coalesce((select jsonb_agg(ip_change(id, net::text, null, case address_count when 0 then 'Rests in the trash' when 1 then 'Rests in the trash, with 1 address' else format('Rests in the trash, with %s addresses', address_count) end) order by net)
      from (select id, net, address_count from subnet where id = any (below) and deleted_at is null order by net limit 100) s), '[]'),
    (select count(*) from subnet where id = any (below) and deleted_at is null) + addresses, ip_free_of(p), ip_free_of(p), ip_mark(below));
end $$;

create function ip_look(request jsonb) returns jsonb language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_look_split(request) when 'merge' then ip_look_merge(request) when 'resize' then ip_look_resize(request)
    when 'move' then ip_look_move(request) when 'cover' then ip_look_cover(request) when 'lift' then ip_look_lift(request) when 'destroy' then ip_look_destroy(request) end;
end $$;
