-- Changes the owner of a node (delegation or its revocation), whether that company manages it exclusively, and its state.
-- Null leaves a column unchanged.
create or replace function ip_change_subnet(wanted bigint, holder bigint, alone boolean, new_state text)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  n subnet := ip_lock(wanted, null);
  p subnet;
  -- The reserved gateway follows its network: updated before it on delegation, after it on revocation.
  kept bigint[];
begin
  if not ip_sees(n.ancestor_ids) then perform reject(403, null, 'forbidden'); end if;
  if n.deleted_at is not null then perform reject(409, null, 'row.trashed'); end if;
  select * into p from subnet where id = n.parent_id;
  if p.id is not null then perform ip_check_open(p, null); end if;
  if new_state is not null then perform ip_check_open(n, 'state'); end if;
  if holder is not null then
    perform ip_check_owner(holder, coalesce(p.company_id, (select company_id from ip_space where id = n.space_id), (select id from company where parent_id is null)));
    kept := array(select id from address where subnet_id = n.id and holds and is_gateway and state = 'reserved' and used_by_id is null and company_id = n.company_id);
    if n.company_id = any ((select ancestor_ids from company where id = holder)::bigint[]) then update address set company_id = holder where id = any (kept); end if;
  end if;
  update subnet set company_id = coalesce(holder, company_id), exclusive = coalesce(alone, exclusive), state = coalesce(new_state, state),
    expires_at = case when coalesce(new_state, state) = 'held' then expires_at end where id = n.id;
  if holder is not null then
    update address set company_id = holder where id = any (kept) and company_id <> holder;
    update ip_range set company_id = holder where subnet_id = n.id and company_id = n.company_id and kind in ('edge', 'reserved');
  end if;
end $$;
alter function ip_change_subnet(bigint, bigint, boolean, text) owner to trunkline_app_all;
