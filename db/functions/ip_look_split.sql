-- Looks at a plan: dividing a node into equal parts.
create or replace function ip_look_split(request jsonb) returns jsonb language plpgsql as $$
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
