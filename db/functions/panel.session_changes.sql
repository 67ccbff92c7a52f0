-- Attributes that a CoA can change in a running session at a MikroTik, from the current service: rate limit and timeouts. For
-- sessions of a service whose session limit makes panel.radius_preview reject; they are already running, so the
-- limit does not apply. The values are those of a login (panel.radius_check).
create or replace function panel.session_changes(service bigint) returns table (attribute text, value text) language sql stable as $$
  with now_ as (
    select s.ends_on, t.*, t.quota_bytes is not null and t.quota_action = 'slow' and panel.quota_used(s.id, t.quota_period) >= t.quota_bytes as slowed
      from public.service s join tariff t on t.id = s.tariff_id where s.id = session_changes.service
  )
  select c.attribute, c.value from now_ n, lateral (values
    ('Session-Timeout', case when n.session_timeout is not null or n.ends_on is not null
      then greatest(1, least(n.session_timeout, extract(epoch from (n.ends_on + 1) - (now() at time zone 'UTC'))::bigint))::text end),
    ('Idle-Timeout', n.idle_timeout::text),
    ('Mikrotik-Rate-Limit', case when n.slowed then panel.rate_limit(n.slow_upload_rate, n.slow_download_rate, null, null, null, null, null, n.priority)
      else panel.rate_limit(n.upload_rate, n.download_rate, n.burst_upload_rate, n.burst_download_rate, n.burst_upload_threshold, n.burst_download_threshold, n.burst_seconds, n.priority) end)
  ) c (attribute, value) where c.value is not null
$$;
alter function panel.session_changes(bigint) owner to trunkline_app_all;
revoke execute on function panel.session_changes(bigint) from public;
