-- The demo tells its history in the order in which it happened. Only the panel's own role, which may write the log
-- anyway, is believed the time (app.at); for everybody else an event is now.
create or replace function audit_event(action text, subject text, object_id bigint, object_label text, company_id bigint, before jsonb default null, after jsonb default null)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_log (at, action, subject, object_id, object_label, company_id, actor_id, actor_name, impersonator_id, impersonator_name, ip, request_id, before, after)
  values (
    case when 'trunkline_app_all' in (session_user::text, current_setting('role', true))
      then coalesce(nullif(current_setting('app.at', true), '')::timestamptz, clock_timestamp()) else clock_timestamp() end,
    action, subject, object_id, object_label, company_id,
    nullif(current_setting('app.actor', true), '')::bigint,
    coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
    nullif(current_setting('app.impersonator', true), '')::bigint,
    nullif(current_setting('app.impersonator_name', true), ''),
    nullif(current_setting('app.ip', true), ''),
    nullif(current_setting('app.request_id', true), ''),
    before, after)
$$;
