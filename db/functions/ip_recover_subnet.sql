-- Restores a deleted node with everything that was deleted with it: resets the state during the quarantine, else allocates the
-- block again if it is free. Addresses that were released separately are reallocated one by one.
create or replace function ip_recover_subnet(wanted bigint)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  n subnet;
  p subnet;
  below bigint[];
  one subnet;
begin
  select * into n from subnet where id = wanted;
  if n.id is null or not ip_sees(n.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'subnet')); end if;
  if n.deleted_at is null then perform reject(409, null, 'ip.not_released', jsonb_build_object('net', n.net)); end if;
  if n.holds then
    select * into p from subnet where id = n.parent_id for no key update;
    below := ip_lock_below(n.id);
    select * into n from subnet where id = wanted;
    if n.state <> 'quarantined' or n.parent_id is distinct from p.id then perform reject(409, null, 'request.busy'); end if;
    if p.deleted_at is not null then perform reject(409, null, 'row.in_trash', jsonb_build_object('name', p.net)); end if;
    if p.id is not null then perform ip_check_open(p, null); end if;
    perform ip_check_owner(n.company_id, coalesce(p.company_id, n.company_id));
    update subnet s set state = s.former_state, deleted_at = null, release_at = null, deletion_id = null
      where s.id = any (below) and s.state = 'quarantined' and (s.id = n.id or s.deletion_id = n.id);
    update address a set state = a.former_state, deleted_at = null, release_at = null
      from subnet s where s.id = a.subnet_id and a.subnet_id = any (below) and a.state = 'quarantined' and a.deleted_at = n.deleted_at and s.deleted_at is null;
    return;
  end if;
  perform from subnet where id = wanted for no key update;
  perform ip_restore(n);
  for one in select * from subnet where deletion_id = n.id and id <> n.id and state = 'released' order by net for no key update loop
    perform ip_restore(one);
  end loop;
  update subnet set deletion_id = null where deletion_id = n.id;
end $$;
alter function ip_recover_subnet(bigint) owner to trunkline_app_all;
