-- Which of these serial numbers a manufacturer's devices already have: the position in the lists, from 1, and the device.
-- Bypasses row security: a serial number identifies one physical device for all tenants. A rejected store also reveals that a
-- number is in use; neither reveals by whom. And a policy would prevent the use of the index, because upper() is not leakproof.
create or replace function hardware_serials_used(makers bigint[], serials text[])
  returns table (at bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.at, h.id from unnest(makers, serials) with ordinality w(maker, serial, at)
    join hardware h on h.manufacturer_id = w.maker and upper(h.serial_number) = upper(w.serial)
      and h.serial_number is not null and h.deleted_at is null
$$;
alter function hardware_serials_used(bigint[], text[]) owner to trunkline_app_all;
revoke execute on function hardware_serials_used(bigint[], text[]) from public;
grant execute on function hardware_serials_used(bigint[], text[]) to trunkline_app;
