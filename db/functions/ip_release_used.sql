-- Releases everything that an object uses, such as a terminated service.
create or replace function ip_release_used(kind text, user_id bigint, at_once boolean default false)
  returns table (addresses int, subnets int)
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  of_addresses int := 0;
  of_subnets int := 0;
  one bigint;
  gone record;
begin
  -- In one statement and in order, so that two concurrent releases do not deadlock.
  perform from subnet where id in (
      select a.subnet_id from address a where a.used_by_kind = kind and a.used_by_id = user_id and a.deleted_at is null
      union select unnest(array[s.parent_id, s.id]) from subnet s where s.used_by_kind = kind and s.used_by_id = user_id and s.deleted_at is null)
    order by space_id, net for no key update;
  for one in select a.id from address a where a.used_by_kind = kind and a.used_by_id = user_id and a.deleted_at is null and ip_sees(a.ancestor_ids) order by a.ip loop
    perform ip_release_address(one, at_once);
    of_addresses := of_addresses + 1;
  end loop;
  for one in select s.id from subnet s where s.used_by_kind = kind and s.used_by_id = user_id and s.deleted_at is null and ip_sees(s.ancestor_ids) order by s.net loop
    select * into gone from ip_release_subnet(one, 'destroy', at_once);
    of_addresses := of_addresses + gone.addresses;
    of_subnets := of_subnets + gone.subnets;
  end loop;
  return query select of_addresses, of_subnets;
end $$;
alter function ip_release_used(text, bigint, boolean) owner to trunkline_app_all;
