-- Why a device, a site or a company that the caller sees is in maintenance now. Bypasses row security: the window may belong to a
-- company above, whose name for it the caller does not see, and the devices on the way to others.
create or replace function current_maintenance(company bigint, site bigint, device bigint)
  returns table (kind text, window_id bigint, rollout_id bigint, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  with subject as (
    select h.ancestor_ids, h.site_id, h.id as device_id from hardware h where h.id = device
    union all
    select s.ancestor_ids, s.id, null from site s where s.id = site and device is null
    union all
    select c.ancestor_ids, null, null from company c where c.id = company and site is null and device is null)
  select m.* from subject s, maintenance_cover(s.ancestor_ids, s.site_id, s.device_id) m
    where array_position(s.ancestor_ids, current_company()) is not null
      or 'trunkline_app_all' in (session_user::text, current_setting('role', true))
$$;
alter function current_maintenance(bigint, bigint, bigint) owner to trunkline_app_all;
revoke execute on function current_maintenance(bigint, bigint, bigint) from public;
grant execute on function current_maintenance(bigint, bigint, bigint) to trunkline_app;
