-- Trigger of service: its running sessions are watched from now on (see panel.watch_session).
create or replace function panel.watch_service() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session_live set watched = true where service_id = new.id and not watched;
  return null;
end $$;
alter function panel.watch_service() owner to trunkline_app_all;
revoke execute on function panel.watch_service() from public;
