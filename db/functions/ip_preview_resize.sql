-- Previews a plan: growing a node into adjacent free space, or shrinking it.
create or replace function ip_preview_resize(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  want cidr := (request ->> 'net')::cidr;
  p subnet;
  rest cidr[];
  way jsonb := case when n.state = 'held' then ip_in_use(n) else '[]' end;
  gave numeric;
begin
  if family(want) <> family(n.net) then perform reject(422, 'net', 'ip.wrong_version', jsonb_build_object('net', n.net, 'version', family(n.net))); end if;
  if want = n.net then perform reject(422, 'net', 'resize.same'); end if;
  if not want >> n.net and not want << n.net then perform reject(422, 'net', 'resize.neither', jsonb_build_object('net', n.net)); end if;
  select * into p from subnet where id = n.parent_id;
  if want >> n.net then
    rest := ip_rest(want, n.net);
    if p.id is null then perform ip_check_root_range(n.space_id, want);
    elsif not ip_sees(p.ancestor_ids, p.shared) then way := way || ip_conflict('resize.no_room_around', jsonb_build_object('net', n.net));
    else perform ip_check_open(p, 'net'); end if;
    if p.id is not null and ip_sees(p.ancestor_ids, p.shared) and not want << p.net then
      way := way || case when want = p.net then ip_conflict('subnet.exists', jsonb_build_object('net', want), p.net::text)
        else ip_conflict('ip.outside', jsonb_build_object('net', want, 'parent', p.net), p.net::text) end;
    elsif way = '[]' then way := way || ip_blocking(n.space_id, p.id, rest); end if;
  else
    rest := ip_rest(n.net, want);
    way := way || ip_blocking(n.space_id, n.id, rest);
    if exists (select from subnet where parent_id = n.id and holds and net = want) then way := way || ip_conflict('subnet.exists', jsonb_build_object('net', want), want::text); end if;
    if n.gateway is not null and not n.gateway <<= want then way := way || ip_conflict('gateway.unusable', jsonb_build_object('gateway', host(n.gateway), 'net', want), host(n.gateway)); end if;
  end if;
  if n.hosts then
    way := way || ip_blocking(n.space_id, n.id, array(select e from unnest(ip_edges(want, n.type)) e where e <<= n.net));
    if n.gateway::cidr = any (ip_edges(want, n.type)) then way := way || ip_conflict('gateway.unusable', jsonb_build_object('gateway', host(n.gateway), 'net', want), host(n.gateway)); end if;
  end if;
  gave := coalesce((select sum(ip_size(b)) from unnest(rest) b), 0) * case when want >> n.net then 1 else -1 end
    + case when n.edges_cut then cardinality(ip_edges(n.net, n.type)) - cardinality(ip_edges(want, n.type)) else 0 end;
  return ip_outcome(array_remove(array[p.id, n.id], null), way,
    jsonb_build_array(case when want >> n.net then ip_change(n.id, n.net::text, want::text, 'change.grows') else ip_change(n.id, n.net::text, want::text, 'change.shrinks') end), 1 + n.child_count + n.address_count, ip_free_of(n), ip_free_of(n) + gave);
end $$;
