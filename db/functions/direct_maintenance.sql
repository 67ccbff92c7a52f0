-- What puts a subject in maintenance itself: a running window of its company, site or device, or of a rollout in which the device
-- is, or a rollout that writes to the device or restarts it. Only windows and rollouts of a company in `owners` count, and only
-- for what belongs to that company or to one below it.
--   owners: companies whose windows count
--   companies: from the root to the owner of the subject
create or replace function direct_maintenance(owners bigint[], companies bigint[], site bigint, device bigint)
  returns table (kind text, window_id bigint, rollout_id bigint, until timestamptz) language sql stable as $$
  select 'window', w.id, w.rollout_id, upper(o.during)
    from maintenance_occurrence o join maintenance_window w on w.id = o.window_id
    where o.during @> now() and w.deleted_at is null and w.company_id = any (owners) and w.company_id = any (companies) and case w.scope
      when 'company' then true
      when 'site' then w.site_id = site
      when 'device' then w.hardware_id = device
      else exists (select from rollout_device d where d.rollout_id = w.rollout_id and d.hardware_id = device) end
  union all
  -- A rollout whose worker died does not suppress notifications of a device for ever.
  select 'rollout', null, r.id, null
    from rollout_device d join rollout r on r.id = d.rollout_id
    where d.hardware_id = device and d.state in ('rebooting', 'verifying', 'firmware', 'applying') and d.state_at > now() - interval '1 hour'
      and r.company_id = any (owners) and r.company_id = any (companies)
$$;
