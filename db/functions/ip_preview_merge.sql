-- Previews a plan: merging adjacent nodes. The free count afterwards excludes network and broadcast address of the
-- merged node.
create or replace function ip_preview_merge(request jsonb) returns jsonb language plpgsql as $$
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
  if cardinality(ids) < 2 then perform reject(422, 'ids', 'field.min_entries', jsonb_build_object('min', 2)); end if;
  if cardinality(ids) > 256 then perform reject(422, 'ids', 'field.max_entries', jsonb_build_object('max', 256)); end if;
  for n in select * from subnet where id = any (ids) order by space_id, net loop
    n := ip_own(n.id, 'ids');
    if first.id is null then
      first := n;
      merged := n.net;
    elsif family(n.net) <> family(first.net) then
      perform reject(422, 'ids', 'ip.mixed_versions');
    else
      merged := inet_merge(merged, n.net);
      changes := changes || ip_change(n.id, n.net::text, null, 'change.merged', jsonb_build_object('net', first.net));
    end if;
    way := way || ip_in_use(n);
    if (n.space_id, coalesce(n.parent_id, 0)) <> (first.space_id, coalesce(first.parent_id, 0)) then way := way || ip_conflict('merge.not_siblings', jsonb_build_object('net', n.net, 'other', first.net), n.net::text, n.id); end if;
    if n.company_id <> first.company_id then way := way || ip_conflict('merge.companies_differ', jsonb_build_object('net', n.net, 'other', first.net), n.net::text, n.id); end if;
    if (n.type, n.hosts) <> (first.type, first.hosts) then way := way || ip_conflict('merge.types_differ', jsonb_build_object('net', n.net, 'other', first.net), n.net::text, n.id); end if;
    if n.state <> first.state then way := way || ip_conflict('merge.states_differ', jsonb_build_object('net', n.net, 'other', first.net), n.net::text, n.id); end if;
    sum := sum + ip_size(n.net);
    free := free + ip_free_of(n);
    rows := rows + 1 + n.child_count + n.address_count;
  end loop;
  if cardinality(ids) <> (select count(*) from subnet where id = any (ids) and holds) then perform reject(404, 'ids', 'row.missing', jsonb_build_object('kind', 'subnet')); end if;
  select net into p_net from subnet where id = first.parent_id;
  if sum <> ip_size(merged) then way := way || ip_conflict('merge.not_one_block', jsonb_build_object('net', merged, 'missing', (ip_size(merged) - sum)::text), merged::text);
  elsif p_net = merged then way := way || ip_conflict('subnet.exists', jsonb_build_object('net', merged), merged::text, first.parent_id);
  elsif first.hosts then
    way := way || (select coalesce(jsonb_agg(w), '[]') from unnest(ids) i, jsonb_array_elements(ip_blocking(first.space_id, i, ip_edges(merged, first.type))) w);
    select n2.* into n from subnet n2 where n2.id = any (ids) and n2.gateway::cidr = any (ip_edges(merged, first.type)) limit 1;
    if found then way := way || ip_conflict('gateway.unusable', jsonb_build_object('gateway', host(n.gateway), 'net', merged), n.net::text, n.id); end if;
  end if;
  -- The reserved edges of the parts become free, and those of the whole are reserved.
  after := free;
  if first.hosts and sum = ip_size(merged) then
    after := free + (select count(*) from ip_range where subnet_id = any (ids) and kind = 'edge')
      - case when exists (select from subnet where id = any (ids) and edges_cut) or exists (select from address where subnet_id = any (ids) and holds) or exists (select from ip_range where subnet_id = any (ids))
        then cardinality(ip_edges(merged, first.type)) else 0 end;
  end if;
  return ip_outcome(array_remove(first.parent_id || array(select id from subnet where id = any (ids) order by net), null), way,
    jsonb_build_array(ip_change(first.id, first.net::text, merged::text, 'change.grows')) || changes, rows, free, after, ip_fingerprint(ids));
end $$;
