-- Deletes a node. Its contents move to the parent (`lift`) or are deleted with it (`destroy`); else it is rejected. Its quarantine
-- is the longest of the categories in it, unless it is freed immediately.
create or replace function ip_release_subnet(wanted bigint, with_children text default null, at_once boolean default false)
  returns table (addresses int, subnets int)
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  n subnet;
  p subnet;
  below bigint[];
  rest interval;
  live jsonb;
begin
  select * into n from subnet where id = wanted;
  if n.id is null or not ip_sees(n.ancestor_ids, n.shared) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'subnet')); end if;
  if not ip_sees(n.ancestor_ids) then perform reject(403, null, 'forbidden'); end if;
  if not n.holds then perform reject(409, null, 'ip.released', jsonb_build_object('net', n.net)); end if;
  select * into p from subnet where id = n.parent_id for no key update;
  below := ip_lock_below(n.id);
  select * into n from subnet where id = wanted;
  if not n.holds or n.parent_id is distinct from p.id then perform reject(409, null, 'request.busy'); end if;
  if p.id is not null and p.deleted_at is null then perform ip_check_open(p, null); end if;
  if n.state = 'quarantined' and not at_once then perform reject(409, null, 'ip.released', jsonb_build_object('net', n.net)); end if;
  live := ip_owners(n.id);
  if (live ->> 'count')::int > 0 then
    if with_children is null then
      perform reject(409, null, 'subnet.not_empty', jsonb_build_object('net', n.net, 'subnets', live -> 'subnets', 'addresses', live -> 'addresses'), live);
    elsif with_children = 'lift' then
      perform ip_lift(n, p);
      return query select 0, 1;
      return;
    end if;
  end if;
  rest := (select max(ip_quarantine(category_id)) from subnet where id = any (below));
  return query select (select count(*)::int from address a where a.subnet_id = any (below) and a.holds and (at_once or a.deleted_at is null)),
    (select count(*)::int from subnet s where s.id = any (below) and (at_once or s.deleted_at is null));
  if at_once or n.state = 'held' or rest = interval '0' then
    perform ip_free_tree(n, below);
  else
    -- Contents deleted earlier keep their own quarantine, and are freed first or together with the node.
    update address a set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null where a.subnet_id = any (below) and a.holds and a.deleted_at is null;
    update subnet s set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null, deletion_id = n.id where s.id = any (below) and s.deleted_at is null;
  end if;
end $$;
alter function ip_release_subnet(bigint, text, boolean) owner to trunkline_app_all;
