-- What overlaps these blocks, in a node or (null) among the roots of a space: the first 20, with names that the caller may
-- see. Network and broadcast addresses do not conflict: they are reserved again.
create or replace function ip_blocking(space bigint, node bigint, blocks cidr[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg((case
      when not sees then ip_conflict('ip.partly_taken', jsonb_build_object('net', block))
      when state = 'quarantined' then ip_conflict('ip.quarantined', jsonb_build_object('net', net, 'until', to_char(release_at, 'YYYY-MM-DD HH24:MI "UTC"')), net, case kind when 'subnet' then id end)
      when kind = 'range' then ip_conflict('ip.reserved', jsonb_build_object('range', net), net)
      else ip_conflict('ip.taken', jsonb_build_object('net', net || coalesce(' (' || nullif(name, '') || ')', '')), net, case kind when 'subnet' then id end) end) -> 0 order by place), '[]')
  from (
    select w.*, ip_sees(w.ancestor_ids, w.shared) as sees from (
      select block, f.* from unnest(blocks) block, lateral (
        select 'subnet' as kind, id, net::text, net::inet as place, name, state, release_at, ancestor_ids, shared from subnet
          where node is not null and parent_id = node and holds and net >= block and net <= set_masklen(broadcast(block), ip_bits(block))::cidr
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, ancestor_ids, shared from subnet
          where node is not null and parent_id = node and holds and net = any (ip_prefixes(block))
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, ancestor_ids, shared from subnet
          where node is null and space_id = space and parent_id is null and holds and net >= block and net <= set_masklen(broadcast(block), ip_bits(block))::cidr
        union
        select 'subnet', id, net::text, net::inet, name, state, release_at, ancestor_ids, shared from subnet
          where node is null and space_id = space and parent_id is null and holds and net = any (ip_prefixes(block))
        union
        select 'address', id, host(ip), ip, coalesce(nullif(used_by_label, ''), dns_name), state, release_at, ancestor_ids, false from address
          where subnet_id = node and holds and ip between ip_first(block) and ip_last(block)
        union
        select 'range', id, host(lo) || case when lo <> hi then '–' || host(hi) else '' end, lo, '', kind, null, ancestor_ids, false from ip_range
          where subnet_id = node and kind <> 'edge' and lo <= ip_last(block) and hi >= ip_first(block)
        limit 20) f) w
    limit 20) named
$$;
