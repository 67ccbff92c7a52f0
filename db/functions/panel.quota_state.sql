-- 'within', 'slowed' or 'stopped', from the current usage: also correct while no job runs.
create or replace function panel.quota_state(service bigint, quota_bytes bigint, period text, action text) returns text language sql stable as $$
  select case
    when quota_bytes is null or panel.quota_used(service, period) < quota_bytes then 'within'
    when action = 'stop' then 'stopped'
    else 'slowed'
  end
$$;
alter function panel.quota_state(bigint, bigint, text, text) owner to trunkline_app_all;
revoke execute on function panel.quota_state(bigint, bigint, text, text) from public;
