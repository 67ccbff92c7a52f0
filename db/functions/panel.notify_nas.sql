-- Every FreeRADIUS drops a changed NAS from its cache: its watcher is notified here, after the commit. A watcher that
-- was disconnected reads the changes since (version) when it reconnects.
create or replace function panel.notify_nas() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('trunkline_nas', host(address)) from (values (old.address), (new.address)) a (address) where address is not null group by address;
  return null;
end $$;
alter function panel.notify_nas() owner to trunkline_app_all;
revoke execute on function panel.notify_nas() from public;
