-- What lies in these blocks, in a node or (null) among the roots of a space: the first 20, by name to whoever may see it.
-- Edges are no obstacle: they are cut anew.
create or replace function ip_in_way(space bigint, node bigint, blocks cidr[]) returns jsonb language sql stable as $$
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
