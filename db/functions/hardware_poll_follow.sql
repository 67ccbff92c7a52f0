-- Polls every device with an address, user and password, or with a tunnel instead of the address.
create or replace function hardware_poll_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deleted_at is null and new.management_user is not null and (new.management_address is not null or new.vpn_dialup_id is not null) then
    insert into hardware_poll (hardware_id) values (new.id)
      on conflict (hardware_id) do update set next_at = now(), failures = 0, worker = null, leased_until = null;
  else
    delete from hardware_poll where hardware_id = new.id;
    if new.is_online is not null then
      update hardware set is_online = null where id = new.id;
    end if;
  end if;
  return null;
end $$;
alter function hardware_poll_follow() owner to trunkline_app_all;
