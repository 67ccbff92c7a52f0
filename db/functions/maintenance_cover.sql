-- Why a subject is in maintenance now: itself, because every way to the network from a device leads through devices in
-- maintenance (`upstream`), or because every device of a site is in maintenance (`devices`). No row: it is not. The windows of
-- companies beside the subject's never count, so that no company silences another one.
create or replace function maintenance_cover(companies bigint[], site bigint, device bigint)
  returns table (kind text, window_id bigint, rollout_id bigint, until timestamptz) language plpgsql stable as $$
declare
  -- Devices that are in maintenance themselves.
  sources bigint[];
  sites bigint[];
  found_id bigint;
begin
  if not exists (select from maintenance_occurrence o where o.during @> now())
    and not exists (select from rollout_device d where d.state in ('rebooting', 'verifying', 'firmware', 'applying')) then
    return;
  end if;
  return query select d.* from direct_maintenance(companies, companies, site, device) d order by d.until desc nulls last limit 1;
  if found then
    return;
  end if;
  if device is not null then
    -- Devices are looked up one by one by their key: it must be fast for thousands of alerts, also without statistics.
    -- Windows of a company cover directly what they can cover behind a device, so only the other ones are sought.
    select array_agg(w.site_id) into sites from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
      where o.during @> now() and w.deleted_at is null and w.scope = 'site' and w.company_id = any (companies)
        and (select w.company_id = any (s.ancestor_ids) from site s where s.id = w.site_id);
    select array_agg(c.hardware_id) into sources from (
      select w.hardware_id from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
        where o.during @> now() and w.deleted_at is null and w.scope = 'device' and w.company_id = any (companies)
          and (select w.company_id = any (h.ancestor_ids) from hardware h where h.id = w.hardware_id)
      union
      select d.hardware_id from maintenance_occurrence o join maintenance_window w on w.id = o.window_id join rollout_device d on d.rollout_id = w.rollout_id
        where o.during @> now() and w.deleted_at is null and w.scope = 'rollout' and w.company_id = any (companies)
          and (select w.company_id = any (h.ancestor_ids) from hardware h where h.id = d.hardware_id)
      union
      select d.hardware_id from rollout_device d join rollout r on r.id = d.rollout_id
        where d.state in ('rebooting', 'verifying', 'firmware', 'applying') and d.state_at > now() - interval '1 hour' and r.company_id = any (companies)
          and (select r.company_id = any (h.ancestor_ids) from hardware h where h.id = d.hardware_id)) c;
    if sites is not null then
      sources := array(select h.id from hardware h where h.site_id = any (sites)) || sources;
    end if;
    if sources is null then
      return;
    end if;
    with recursive up as (
      select u.upstream_id as id, u.upstream_id = any (sources) as covered
        from device_uplink u where u.hardware_id = device and (select p.deleted_at is null from hardware p where p.id = u.upstream_id)
      union
      select u.upstream_id, u.upstream_id = any (sources)
        from up join device_uplink u on u.hardware_id = up.id
        where not up.covered and u.upstream_id <> device and (select p.deleted_at is null from hardware p where p.id = u.upstream_id))
    select min(up.id) filter (where up.covered) into found_id from up
      having bool_or(up.covered) and not bool_or(not up.covered and not exists (
        -- A way that ends without maintenance.
        select from device_uplink u where u.hardware_id = up.id and (select p.deleted_at is null from hardware p where p.id = u.upstream_id)));
    if found_id is not null then
      return query
        select 'upstream', c.window_id, c.rollout_id, c.until
          from hardware h, direct_maintenance(companies, h.ancestor_ids, h.site_id, h.id) c where h.id = found_id order by c.until desc nulls last limit 1;
    end if;
  elsif site is not null then
    return query
      select 'devices', c.window_id, c.rollout_id, c.until
        from hardware h left join lateral (select * from maintenance_cover(h.ancestor_ids, h.site_id, h.id)) c on true
        where h.site_id = site and h.deleted_at is null and h.is_online is not null
          and not exists (select from hardware o where o.site_id = site and o.deleted_at is null and o.is_online is not null
            and not exists (select from maintenance_cover(o.ancestor_ids, o.site_id, o.id)))
        order by c.until desc nulls last limit 1;
  end if;
end $$;
