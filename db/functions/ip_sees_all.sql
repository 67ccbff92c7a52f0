-- `app.scoped`: a job of the panel that works for one company is limited to what the company sees.
create or replace function ip_sees_all() returns boolean language sql stable
  as $$ select 'trunkline_app_all' in (session_user::text, current_setting('role', true)) and coalesce(current_setting('app.scoped', true), '') <> 'on' $$;
