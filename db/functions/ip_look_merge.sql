-- Looks at a plan: joining neighbouring nodes. What is free afterwards counts network and broadcast address as the joined
-- node has them.
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
