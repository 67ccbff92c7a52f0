-- Rejects because `want` is allocated in the node (null: among the roots), naming what occupies it if the caller may see it.
create or replace function ip_reject_allocated(space bigint, node bigint, want cidr, field text default 'net') returns void language plpgsql as $$
declare
  way record;
  asked text := case when masklen(want) = ip_bits(want) then host(want) else want::text end;
  named text;
  detail jsonb;
begin
  select * into way from (
    (select 'subnet' as kind, id, net::text as net, name, ancestor_ids, shared, release_at, state from subnet
      where space_id = space and parent_id is not distinct from node and holds and net = any (ip_prefixes(want)) order by net limit 1)
    union all
    (select 'subnet', id, net::text, name, ancestor_ids, shared, release_at, state from subnet
      where space_id = space and parent_id is not distinct from node and holds and net > want and net <= set_masklen(broadcast(want), ip_bits(want))::cidr order by net limit 1)
    union all
    (select 'address', id, host(ip), used_by_label, ancestor_ids, false, release_at, state from address
      where subnet_id = node and holds and ip between ip_first(want) and ip_last(want) order by ip limit 1)
    union all
    (select 'range', id, host(lo) || case when lo <> hi then '–' || host(hi) else '' end, kind, ancestor_ids, false, null, kind from ip_range
      where subnet_id = node and lo <= ip_last(want) and hi >= ip_first(want) order by lo limit 1)) w limit 1;
  if way.id is null or not ip_sees(way.ancestor_ids, way.shared) then
    perform reject(409, field, 'ip.taken', jsonb_build_object('net', asked));
  end if;
  detail := jsonb_build_object('kind', way.kind, 'id', way.id, 'net', way.net);
  named := way.net || coalesce(' (' || nullif(way.name, '') || ')', '');
  if way.state = 'quarantined' then
    perform reject(409, field, 'ip.quarantined', jsonb_build_object('net', way.net, 'until', to_char(way.release_at, 'YYYY-MM-DD HH24:MI "UTC"')), detail);
  elsif way.state = 'edge' then
    perform reject(409, field, 'ip.edge', jsonb_build_object('address', way.net), detail);
  elsif way.kind = 'range' then
    perform reject(409, field, 'ip.reserved', jsonb_build_object('range', way.net), detail);
  elsif way.net <> asked then
    perform reject(409, field, 'ip.overlaps', jsonb_build_object('net', asked, 'other', named), detail);
  end if;
  perform reject(409, field, 'ip.taken', jsonb_build_object('net', named), detail);
end $$;
