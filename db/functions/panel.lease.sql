-- Leases an address from the pools, in order: the last one of this service and station, else the free one
-- that has been unused longest. Null: all are full.
create or replace function panel.lease(pools text, service bigint, nas bigint, station text, seconds int) returns inet language plpgsql as $$
#variable_conflict use_variable
declare
  pool bigint;
  found inet;
begin
  foreach pool in array string_to_array(pools, ',')::bigint[] loop
    -- Without a station a redial cannot be distinguished from a second session, which must not get the address of the first.
    select a.address into found from pool_address a
      where a.service_id = service and a.calling = station and a.subnet_id = pool
        and (station <> '' or (a.leased_until < now() and not exists (select from session_live l where l.service_id = service and l.framed_ip = a.address)))
      order by a.leased_until desc limit 1 for update skip locked;
    if found is null then
      select a.address into found from pool_address a
        where a.subnet_id = pool and a.leased_until < now()
          and not exists (select from session_live l where l.service_id = a.service_id and l.framed_ip = a.address)
        order by a.leased_until, a.address limit 1 for update skip locked;
    end if;
    if found is not null then
      update pool_address a set service_id = service, nas_id = nas, calling = station, leased_at = now(), leased_until = now() + seconds * interval '1 second'
        where a.subnet_id = pool and a.address = found;
      return found;
    end if;
  end loop;
  return null;
end $$;
alter function panel.lease(text, bigint, bigint, text, integer) owner to trunkline_app_all;
revoke execute on function panel.lease(text, bigint, bigint, text, integer) from public;
