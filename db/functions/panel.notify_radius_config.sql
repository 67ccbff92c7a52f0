-- FreeRADIUS reads certificates at startup: a change of the active set notifies its supervisors.
create or replace function panel.notify_radius_config() returns trigger language plpgsql as $$
begin
  perform pg_notify('trunkline_radius_config', '');
  return null;
end $$;
alter function panel.notify_radius_config() owner to trunkline_app_all;
revoke execute on function panel.notify_radius_config() from public;
