-- A NAS or service that references a pool opens it, if it is not open yet.
create or replace function panel.name_pool() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from pool_address where subnet_id = new.subnet_id) then perform panel.open_pool(new.subnet_id); end if;
  return null;
end $$;
alter function panel.name_pool() owner to trunkline_app_all;
revoke execute on function panel.name_pool() from public;
