-- Refuses because of what is in the way of `want` in the node (null: among the roots), naming it to whoever may see it.
create or replace function ip_refuse_taken(space bigint, node bigint, want cidr, field text default 'net') returns void language plpgsql as $$
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
