-- Deletes a range and returns its addresses to the free space of its subnet.
create or replace function ip_destroy_range(wanted bigint)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  r ip_range;
  n subnet;
begin
  select * into r from ip_range where id = wanted;
  if r.id is null or not ip_sees(r.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'ip-range')); end if;
  n := ip_lock(r.subnet_id, null);
  perform ip_check_open(n, null);
  if r.kind = 'edge' then perform reject(409, null, 'ip.edge', jsonb_build_object('address', host(r.lo))); end if;
  delete from ip_range where id = wanted returning * into r;
  if r.id is null then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'ip-range')); end if;
  perform ip_release_block(n.id, block) from ip_cover(r.lo, r.hi) block;
  update subnet set used = used - ip_width(r.lo, r.hi) where id = n.id;
end $$;
alter function ip_destroy_range(bigint) owner to trunkline_app_all;
