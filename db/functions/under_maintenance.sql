-- Whether a window covers a subject now: one of its company or of a company above, of its site, of its device or of a rollout in
-- which the device is.
create or replace function under_maintenance(companies bigint[], site bigint, device bigint) returns boolean language sql stable as $$
  select exists (
    select from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
    where o.during @> now() and w.deleted_at is null and case w.scope
      when 'company' then w.company_id = any (companies)
      when 'site' then w.site_id = site
      when 'device' then w.hardware_id = device
      else exists (select from rollout_device d where d.rollout_id = w.rollout_id and d.hardware_id = device) end)
$$;
