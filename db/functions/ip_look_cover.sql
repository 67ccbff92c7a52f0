-- Looks at a plan: a new node around existing ones.
create or replace function ip_look_cover(request jsonb) returns jsonb language plpgsql as $$
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
    if parent is not null and not exists (select from subnet s where s.id = parent and ip_sees(s.lineage)) then perform ip_refuse(409, 'net', format('%s is taken.', want)); end if;
  end if;
  if parent is not null then
    p := ip_own(parent, 'parent_id');
    if space is not null and space <> p.space_id then perform ip_refuse(422, 'space_id', 'The subnet above is in another address space.'); end if;
    space := p.space_id;
    holder := coalesce(holder, p.company_id);
    perform ip_check_holder(holder, p.company_id);
    if family(want) <> family(p.net) then perform ip_refuse(422, 'net', format('%s is IPv%s.', p.net, family(p.net))); end if;
    if p.net = want then way := way || ip_conflict(format('%s has a row already.', want), want::text, p.id);
    elsif not want << p.net then perform ip_refuse(422, 'net', format('%s lies outside of %s.', want, p.net)); end if;
    if p.hosts then way := way || ip_conflict(format('%s gives addresses. Split it, or make a container around it.', p.net), p.net::text, p.id); end if;
    way := way || coalesce((select jsonb_agg(ip_conflict(format('The addresses %s–%s are kept back across its edge.', host(lo), host(hi)), host(lo)) -> 0) from ip_range
      where subnet_id = p.id and lo <= ip_last(want) and hi >= ip_first(want) and not (lo <<= want and hi <<= want)), '[]');
  else
    if not exists (select from ip_space s left join company c on c.id = s.company_id where s.id = space and (s.kind = 'public' or ip_sees(c.lineage))) then
      perform ip_refuse(422, 'space_id', 'There is no such address space.');
    end if;
    perform ip_check_root_range(space, want);
    holder := coalesce(holder, (select company_id from ip_space where id = space), (select id from company where parent_id is null));
    perform ip_check_holder(holder, coalesce((select company_id from ip_space where id = space), (select id from company where parent_id is null)));
  end if;
  -- A subnet that contains it, or is it.
  for child in select * from subnet where p.id is not null and parent_id = p.id and holds and net = any (ip_prefixes(want)) limit 1 loop
    way := way || ip_conflict(case when child.net = want then format('%s has a row already.', want) else format('%s lies in %s.', want, child.net) end, child.net::text, child.id);
  end loop;
  if p.id is null and exists (select from subnet where space_id = space and net = want and holds) then way := way || ip_conflict(format('%s has a row already.', want), want::text); end if;
  select count(*), coalesce(sum(ip_size(net)), 0), md5(coalesce(string_agg(id || ':' || version, ','), '')), count(*) filter (where not holder = any (lineage))
    into rows, covered, mark, strange from ip_inside(space, p.id, want);
  if strange > 0 then
    way := way || (select jsonb_agg(ip_conflict(format('%s is held by a company that is not below the holder of %s.', net, want), net::text, id) -> 0) from (
      select id, net from ip_inside(space, p.id, want) where not holder = any (lineage) limit 20) f);
  end if;
  covered := covered + coalesce((select sum(ip_width(lo, hi)) from ip_range where subnet_id = p.id and lo <<= want and hi <<= want), 0);
  return ip_outcome(array_remove(array[p.id], null), way,
    jsonb_build_array(ip_change(null, null, want::text, case when p.id is null then 'New container' else format('New container in %s', p.net) end)) ||
      coalesce((select jsonb_agg(ip_change(id, net::text, net::text, format('Moves into %s', want)) order by net) from ip_inside(space, p.id, want, 100)), '[]'),
    rows + 1, ip_free_of(p), case when p.id is null then 0 else ip_free_of(p) - (ip_size(want) - covered) end, mark);
end $$;
