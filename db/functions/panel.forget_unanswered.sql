-- Deletes the unanswered packets of an address when its NAS is created, changed or removed.
create or replace function panel.forget_unanswered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from radius_unanswered u where u.address in (old.address, new.address);
  return null;
end $$;
alter function panel.forget_unanswered() owner to trunkline_app_all;
revoke execute on function panel.forget_unanswered() from public;
