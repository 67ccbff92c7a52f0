-- Trigger of tariff: after a change of its quota, the reports of its sessions are checked again.
create or replace function panel.watch_tariff() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session_live l set watched = true from service s where s.tariff_id = new.id and l.service_id = s.id and not l.watched;
  return null;
end $$;
alter function panel.watch_tariff() owner to trunkline_app_all;
revoke execute on function panel.watch_tariff() from public;
