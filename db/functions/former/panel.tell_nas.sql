-- A NAS that changes is forgotten by every FreeRADIUS at once; its watcher hears of it here, after the commit. Whoever
-- was away reads what changed meanwhile (version) when it comes back.
create or replace function panel.tell_nas() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('trunkline_nas', host(address)) from (values (old.address), (new.address)) a (address) where address is not null group by address;
  return null;
end $$;
alter function panel.tell_nas() owner to trunkline_app_all;
revoke execute on function panel.tell_nas() from public;
