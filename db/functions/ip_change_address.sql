-- Changes the owner and the use of an address; null leaves a column unchanged.
create or replace function ip_change_address(wanted bigint, new_state text, holder bigint default null)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  a address := ip_lock_address(wanted);
  n subnet;
begin
  select * into n from subnet where id = a.subnet_id;
  if a.deleted_at is not null then perform reject(409, null, 'row.trashed'); end if;
  perform ip_check_open(n, null);
  if holder is not null then perform ip_check_owner(holder, n.company_id); end if;
  update address set state = coalesce(new_state, state), company_id = coalesce(holder, company_id), expires_at = case when coalesce(new_state, state) = 'held' then expires_at end where id = a.id;
end $$;
alter function ip_change_address(bigint, text, bigint) owner to trunkline_app_all;
