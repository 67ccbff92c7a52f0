-- Lists open with the rows that need attention: indexes for these orders, with the ranks as the lists compute them
-- (server/src/features: hardware-rows.ts, site-rows.ts, service-rows.ts, licence-rows.ts, command-rows.ts).
-- functions: scoped_index
select scoped_index('hardware', 'hardware_online',
  '(case when is_online then 1 when is_online is null then 2 else 0 end), name, id', 'deleted_at is null');
select scoped_index('site', 'site_state',
  $$(case status when 'offline' then 0 when 'partial' then 1 when 'online' then 2 else 3 end), name, id$$, 'deleted_at is null');
select scoped_index('service', 'service_state',
  $$kind, (case status when 'suspended' then 0 when 'pending' then 1 when 'active' then 2 else 3 end), username, id$$,
  'deleted_at is null');
select scoped_index('licence', 'licence_state',
  $$(case status when 'expired' then 4 when 'suspended' then 3 when 'active' then 2 when 'available' then 1 else 0 end), id$$,
  'deleted_at is null');
select scoped_index('device_command', 'device_command_day',
  $$((created_at at time zone 'UTC')::date), (case when state in ('refused', 'unreachable', 'reverted', 'unknown') then 2 when state in ('queued', 'running') then 1 else 0 end), id$$);
select scoped_index('device_command', 'device_command_state',
  $$(case when state in ('refused', 'unreachable', 'reverted', 'unknown') then 2 when state in ('queued', 'running') then 1 else 0 end), id$$);
