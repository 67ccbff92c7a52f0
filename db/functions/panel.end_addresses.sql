-- Ends the addresses of a session that is no longer running. A Stop has the exact time and overwrites it.
create or replace function panel.end_addresses() returns trigger language plpgsql as $$
begin
  update session_address a set until_at = greatest(old.updated_at, a.from_at) where a.uid = old.uid and a.until_at is null;
  return null;
end $$;
alter function panel.end_addresses() owner to trunkline_app_all;
revoke execute on function panel.end_addresses() from public;
