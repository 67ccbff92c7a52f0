-- Releases an address: it stays in quarantine for the time of its subnet's category, or is freed immediately.
create or replace function ip_release_address(wanted bigint, at_once boolean default false)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  a address;
  n subnet;
  rest interval;
begin
  select * into a from address where id = wanted;
  if a.id is null or not ip_sees(a.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'address')); end if;
  if not a.holds then perform reject(409, null, 'ip.released', jsonb_build_object('net', host(a.ip))); end if;
  -- The node is locked before the address, as everywhere.
  select * into n from subnet where id = a.subnet_id for no key update;
  perform ip_check_open(n, null) where n.deleted_at is null;
  a := ip_lock_address(wanted);
  if a.subnet_id is distinct from n.id then perform reject(409, null, 'request.busy'); end if;
  rest := ip_quarantine(n.category_id);
  if at_once or a.state = 'held' or rest = interval '0' then
    perform ip_free_addresses(n.id, array[a.id]);
  elsif a.state = 'quarantined' then
    perform reject(409, null, 'ip.released', jsonb_build_object('net', host(a.ip)));
  else
    update address set state = 'quarantined', deleted_at = now(), release_at = now() + rest, expires_at = null where id = a.id;
  end if;
end $$;
alter function ip_release_address(bigint, boolean) owner to trunkline_app_all;
