-- Previews a plan: a new node around existing ones.
create or replace function ip_preview_cover(request jsonb) returns jsonb language plpgsql as $$
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
    if parent is not null and not exists (select from subnet s where s.id = parent and ip_sees(s.ancestor_ids)) then perform reject(409, 'net', 'ip.taken', jsonb_build_object('net', want)); end if;
  end if;
  if parent is not null then
    p := ip_own(parent, 'parent_id');
    if space is not null and space <> p.space_id then perform reject(422, 'space_id', 'subnet.parent_in_other_space'); end if;
    space := p.space_id;
    holder := coalesce(holder, p.company_id);
    perform ip_check_owner(holder, p.company_id);
    if family(want) <> family(p.net) then perform reject(422, 'net', 'ip.wrong_version', jsonb_build_object('net', p.net, 'version', family(p.net))); end if;
    if p.net = want then way := way || ip_conflict('subnet.exists', jsonb_build_object('net', want), want::text, p.id);
    elsif not want << p.net then perform reject(422, 'net', 'ip.outside', jsonb_build_object('net', want, 'parent', p.net)); end if;
    if p.hosts then way := way || ip_conflict('subnet.holds_addresses', jsonb_build_object('net', p.net), p.net::text, p.id); end if;
    way := way || coalesce((select jsonb_agg(ip_conflict('ip.reserved_across', jsonb_build_object('range', host(lo) || '–' || host(hi), 'net', want), host(lo)) -> 0) from ip_range
      where subnet_id = p.id and lo <= ip_last(want) and hi >= ip_first(want) and not (lo <<= want and hi <<= want)), '[]');
  else
    if not exists (select from ip_space s left join company c on c.id = s.company_id where s.id = space and (s.kind = 'public' or ip_sees(c.ancestor_ids))) then
      perform reject(422, 'space_id', 'row.missing', jsonb_build_object('kind', 'ip-space'));
    end if;
    perform ip_check_root_range(space, want);
    holder := coalesce(holder, (select company_id from ip_space where id = space), (select id from company where parent_id is null));
    perform ip_check_owner(holder, coalesce((select company_id from ip_space where id = space), (select id from company where parent_id is null)));
  end if;
  -- A subnet that contains it or equals it.
  for child in select * from subnet where p.id is not null and parent_id = p.id and holds and net = any (ip_prefixes(want)) limit 1 loop
    way := way || case when child.net = want then ip_conflict('subnet.exists', jsonb_build_object('net', want), child.net::text, child.id)
      else ip_conflict('ip.overlaps', jsonb_build_object('net', want, 'other', child.net), child.net::text, child.id) end;
  end loop;
  if p.id is null and exists (select from subnet where space_id = space and net = want and holds) then way := way || ip_conflict('subnet.exists', jsonb_build_object('net', want), want::text); end if;
  select count(*), coalesce(sum(ip_size(net)), 0), md5(coalesce(string_agg(id || ':' || version, ','), '')), count(*) filter (where not holder = any (ancestor_ids))
    into rows, covered, mark, strange from ip_inside(space, p.id, want);
  if strange > 0 then
    way := way || (select jsonb_agg(ip_conflict('subnet.company_not_below_parent', jsonb_build_object('net', net, 'parent', want), net::text, id) -> 0) from (
      select id, net from ip_inside(space, p.id, want) where not holder = any (ancestor_ids) limit 20) f);
  end if;
  covered := covered + coalesce((select sum(ip_width(lo, hi)) from ip_range where subnet_id = p.id and lo <<= want and hi <<= want), 0);
  return ip_outcome(array_remove(array[p.id], null), way,
    jsonb_build_array(case when p.id is null then ip_change(null, null, want::text, 'change.container') else ip_change(null, null, want::text, 'change.container_in', jsonb_build_object('parent', p.net)) end) ||
      coalesce((select jsonb_agg(ip_change(id, net::text, net::text, 'change.moved', jsonb_build_object('parent', want)) order by net) from ip_inside(space, p.id, want, 100)), '[]'),
    rows + 1, ip_free_of(p), case when p.id is null then 0 else ip_free_of(p) - (ip_size(want) - covered) end, mark);
end $$;
