-- Which of these serial numbers a maker's devices have already: the place in the lists, counted from 1, and the device.
-- Past row security: a number names one piece of metal for all tenants. That one is taken is told by a refused store as
-- well; by whom, never. And the index is of no use below a policy, because upper() might leak what it is given.
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
