-- Which of these MAC addresses devices already have: the position in the list, from 1, and the device. Bypasses row
-- security, as hardware_serials_used does: a MAC address identifies one physical device for all tenants.
create or replace function hardware_macs_used(macs text[])
  returns table (at bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.at, h.id from unnest(macs) with ordinality w(mac, at)
    join hardware h on h.mac = w.mac::macaddr and h.deleted_at is null
$$;
alter function hardware_macs_used(text[]) owner to trunkline_app_all;
revoke execute on function hardware_macs_used(text[]) from public;
grant execute on function hardware_macs_used(text[]) to trunkline_app;
