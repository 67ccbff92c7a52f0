-- Frees expired quarantines and holds: the addresses of one node, or one node. Returns whether
-- there was one; each call is a separate transaction. What cannot be freed (its free blocks are wrong, which the
-- verifier finds) is postponed by an hour, so that it does not block the others.
create or replace function ip_release_due(most int default 500)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  node bigint;
  ids bigint[];
  n subnet;
  below bigint[];
  until timestamptz;
begin
  if not ip_sees_all() then perform reject(403, null, 'forbidden'); end if;
  node := coalesce(
    (select subnet_id from address where state = 'quarantined' and release_at <= now() order by release_at limit 1),
    (select subnet_id from address where state = 'held' and holds and expires_at <= now() order by expires_at limit 1));
  if node is not null then
    perform from subnet where id = node for no key update;
    ids := array(select id from address where subnet_id = node and holds
      and ((state = 'quarantined' and release_at <= now()) or (state = 'held' and expires_at <= now())) order by ip limit most for no key update);
    begin
      perform ip_free_addresses(node, ids);
    exception when others then
      raise warning 'the addresses of node % cannot be freed: %', node, sqlerrm;
      update address set release_at = now() + interval '1 hour' where id = any (ids) and state = 'quarantined';
      update address set expires_at = now() + interval '1 hour' where id = any (ids) and state = 'held';
    end;
    return true;
  end if;
  select * into n from subnet where id = coalesce(
    (select id from subnet where state = 'quarantined' and release_at <= now() order by release_at, id desc limit 1),
    (select id from subnet where state = 'held' and holds and expires_at <= now() order by expires_at limit 1));
  if n.id is null then return false; end if;
  perform from subnet where id = n.parent_id for no key update;
  below := ip_lock_below(n.id);
  node := n.parent_id;
  select * into n from subnet where id = n.id;
  if n.parent_id is distinct from node or n.state not in ('quarantined', 'held') or coalesce(n.release_at, n.expires_at) > now() then return true; end if;
  if n.state = 'held' and (ip_owners(n.id) ->> 'count')::int > 0 then
    -- It has contents again: it is in use.
    update subnet set state = 'reserved', expires_at = null where id = n.id;
    return true;
  end if;
  until := greatest((select max(release_at) from subnet where id = any (below)), (select max(release_at) from address where subnet_id = any (below) and holds));
  if until > now() then
    update subnet set release_at = until where id = n.id;
  else
    begin
      perform ip_free_tree(n, below);
    exception when others then
      raise warning 'node % cannot be freed: %', n.id, sqlerrm;
      update subnet set release_at = case state when 'quarantined' then now() + interval '1 hour' end, expires_at = case state when 'held' then now() + interval '1 hour' end where id = n.id;
    end;
  end if;
  return true;
end $$;
alter function ip_release_due(integer) owner to trunkline_app_all;
