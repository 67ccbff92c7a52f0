-- Leases a prefix from IPv6 pools, as panel.lease leases an address: the last one of this service and station, else
-- one that is free again, else the next that was never leased. Null: all are full.
create or replace function panel.lease_prefix(pools text, service bigint, nas bigint, station text, seconds int) returns cidr language plpgsql as $$
#variable_conflict use_variable
declare
  pool bigint;
  leased cidr;
  base record;
begin
  foreach pool in array string_to_array(pools, ',')::bigint[] loop
    select p.prefix into leased from pool_prefix p
      where p.service_id = service and p.calling = station and p.subnet_id = pool and (station <> '' or p.leased_until < now())
      order by p.leased_until desc limit 1 for update skip locked;
    if leased is null then
      select p.prefix into leased from pool_prefix p
        where p.subnet_id = pool and p.leased_until < now()
          and not exists (select from session_address a where a.address = p.prefix and a.until_at is null and a.service_id = p.service_id)
        order by p.leased_until, p.prefix limit 1 for update skip locked;
    end if;
    if leased is null then
      update pool_prefix_next p set next = p.next + 1 from subnet s
        where p.subnet_id = pool and s.id = pool and p.next < case when p.unit - masklen(s.net) >= 62 then 4611686018427387904 else 1::bigint << (p.unit - masklen(s.net)) end
        returning s.net, p.unit, p.next - 1 as number into base;
      if found then
        leased := panel.nth_prefix(base.net, base.unit, base.number);
        insert into pool_prefix (subnet_id, prefix) values (pool, leased) on conflict do nothing;
      end if;
    end if;
    if leased is not null then
      update pool_prefix p set service_id = service, nas_id = nas, calling = station, leased_at = now(), leased_until = now() + seconds * interval '1 second'
        where p.subnet_id = pool and p.prefix = leased;
      return leased;
    end if;
  end loop;
  return null;
end $$;
alter function panel.lease_prefix(text, bigint, bigint, text, integer) owner to trunkline_app_all;
revoke execute on function panel.lease_prefix(text, bigint, bigint, text, integer) from public;
