-- Previews a plan: dividing a node into equal parts.
create or replace function ip_preview_split(request jsonb) returns jsonb language plpgsql as $$
declare
  n subnet := ip_own((request ->> 'id')::bigint, 'id');
  len int := (request ->> 'length')::int;
  way jsonb := ip_in_use(n);
  parts bigint;
  kept numeric;
  filled bigint;
begin
  if len is null or len not between masklen(n.net) + 1 and ip_bits(n.net) then
    if masklen(n.net) = ip_bits(n.net) then perform reject(422, 'length', 'split.single_address', jsonb_build_object('net', n.net)); end if;
    perform reject(422, 'length', 'ip.length', jsonb_build_object('min', masklen(n.net) + 1, 'max', ip_bits(n.net)));
  elsif len - masklen(n.net) > 16 then
    perform reject(422, 'length', 'split.too_many_parts', jsonb_build_object('max', masklen(n.net) + 16));
  end if;
  parts := 1 << (len - masklen(n.net));
  if n.hosts then
    way := way || coalesce((select jsonb_agg(ip_conflict('ip.would_be_edge', jsonb_build_object('address', host(ip), 'net', network(set_masklen(ip, len))), host(ip)) -> 0) from (
      select ip from (
        select ip from address where subnet_id = n.id and holds union select n.gateway where n.gateway is not null) a
      where ip::cidr = any (ip_edges(network(set_masklen(ip, len)), n.type)) order by ip limit 20) e), '[]');
  else
    way := way || coalesce((select jsonb_agg(ip_conflict('split.larger_part', jsonb_build_object('net', net, 'length', len), net::text, id) -> 0) from (
      select id, net from subnet where parent_id = n.id and holds and masklen(net) < len order by net limit 20) c), '[]');
    -- A child of exactly that length already is one of the parts.
    parts := parts - (select count(*) from subnet where parent_id = n.id and holds and masklen(net) = len);
    if parts = 0 then way := way || ip_conflict('split.already', jsonb_build_object('net', n.net), n.net::text, n.id); end if;
  end if;
  -- The first contents of a part reserve its edges.
  select count(distinct part), coalesce(sum(size), 0) into filled, kept from (
    select network(set_masklen(ip, len)) as part, 1 as size from address where subnet_id = n.id and holds
    union all select part, ip_width(lo, hi) from ip_ranges_by_part(n.id, len, n.type)
    union all select set_masklen(net, len), ip_size(net) from subnet where parent_id = n.id and holds and masklen(net) > len) c;
  return ip_outcome(array_remove(array[n.parent_id, n.id], null), way,
    jsonb_build_array(ip_change(n.id, n.net::text, n.net::text, 'change.split', jsonb_build_object('parts', parts))) ||
      coalesce((select jsonb_agg(case inside when 0 then ip_change(null, null, part::text, 'change.created')
        else ip_change(null, null, part::text, 'change.created_with', jsonb_build_object('net', n.net, 'entries', inside)) end) from (
        select part, (select count(*) from address where subnet_id = n.id and holds and ip <<= part) + (select count(*) from subnet where parent_id = n.id and holds and net << part) as inside
        from (select part from ip_parts(n.net, len, 200) part where not exists (select from subnet where parent_id = n.id and holds and net = part) limit 100) p) f), '[]'),
    1 + parts + n.address_count + n.child_count, ip_free_of(n),
    ip_size(n.net) - kept - filled * coalesce(cardinality(ip_edges(set_masklen(n.net, len), n.type)), 0) - coalesce((select sum(ip_size(net)) from subnet where parent_id = n.id and holds and masklen(net) = len), 0),
    ip_fingerprint(array[n.id]));
end $$;
