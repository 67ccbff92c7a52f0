-- Why a subject is in maintenance now: itself, because every way to the network from a device leads through devices in
-- maintenance (`upstream`), or because every device of a site is in maintenance (`devices`). No row: it is not. The windows of
-- companies beside the subject's never count, so that no company silences another one.
create or replace function maintenance_cover(companies bigint[], site bigint, device bigint)
  returns table (kind text, window_id bigint, rollout_id bigint, until timestamptz) language plpgsql stable as $$
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
    return query
      with recursive up as (
        select p.id, c.window_id, c.rollout_id, c.until, c.kind is not null as covered
          from device_uplink u join hardware p on p.id = u.upstream_id and p.deleted_at is null
            left join lateral (select * from direct_maintenance(companies, p.ancestor_ids, p.site_id, p.id) limit 1) c on true
          where u.hardware_id = device
        union
        select p.id, c.window_id, c.rollout_id, c.until, c.kind is not null
          from up join device_uplink u on u.hardware_id = up.id join hardware p on p.id = u.upstream_id and p.deleted_at is null
            left join lateral (select * from direct_maintenance(companies, p.ancestor_ids, p.site_id, p.id) limit 1) c on true
          where not up.covered and p.id <> device)
      select 'upstream', up.window_id, up.rollout_id, up.until from up
        where up.covered and not exists (
          -- A way that ends without maintenance.
          select from up e where not e.covered and not exists (
            select from device_uplink u join hardware p on p.id = u.upstream_id and p.deleted_at is null where u.hardware_id = e.id))
        order by up.until desc nulls last limit 1;
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
