-- Services find their way to FreeRADIUS by MAC address and option 82, and IPv6 prefixes are leased from pools.

-- Search -------------------------------------------------------------------------------------------------------------
-- An identifier of DHCP option 82 as the panel shows it: text where all octets are printable ASCII, else 0x….
-- contract/src/resources/ipoe.ts reads it back; what it would read as something else is written in hexadecimal.
create function option82_text(octets bytea) returns text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case
    when encode(octets, 'hex') ~ '^(2[0-9a-f]|[3-6][0-9a-f]|7[0-9a-e])+$' and encode(octets, 'hex') !~ '^20|20$|^30[57]8' then convert_from(octets, 'UTF8')
    else '0x' || encode(octets, 'hex')
  end
$$;

-- A MAC address is found with colons and without any; other spellings are brought to these by the search.
alter table service drop column search_text;
alter table service add column search_text text generated always as (lower(username || ' ' || name || ' ' || coalesce(host(address), '')
  || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '')
  || coalesce(' ' || option82_text(circuit_id), '') || coalesce(' ' || option82_text(remote_id), ''))) stored not null;
create index service_search on service using gin (search_text gin_trgm_ops);

-- Pools of IPv6 prefixes -----------------------------------------------------------------------------------------------
-- Length of the prefixes that are leased from the pool: what one customer gets.
alter table pool_prefix_next add column unit smallint not null check (unit between 1 and 128);

-- Gives all of an empty IPv6 pool to RADIUS: address management hands nothing of it out while it is open. The unit is the
-- pool's own where it gives subnets; one that gives addresses has none, and default_unit is taken.
-- field: the field of the request that named the pool.
create function panel.open_prefix_pool(node bigint, default_unit int, field text) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  n subnet;
  unit int;
begin
  -- Kept from being closed until this transaction ends. A lease, which counts the row on, is not held up by it.
  select p.unit into unit from pool_prefix_next p where p.subnet_id = node for key share;
  if not found then
    n := ip_lock(node, field);
    -- Somebody else may have opened it while this one waited for the lock.
    select p.unit into unit from pool_prefix_next p where p.subnet_id = node for key share;
  end if;
  if unit is not null then
    if unit <> default_unit and (select s.hosts from subnet s where s.id = node) then
      perform ip_refuse(422, field, format('This pool is leased in units of /%s already. Choose another pool.', unit));
    end if;
    return;
  end if;
  if n.type <> 'pool' or family(n.net) <> 6 then perform ip_refuse(422, field, 'Choose an IPv6 pool.'); end if;
  unit := case when n.hosts then default_unit else n.assign_len end;
  if unit < masklen(n.net) then perform ip_refuse(422, field, format('This pool is smaller than the /%s that each customer gets.', unit)); end if;
  -- pool_prefix_next counts in a bigint.
  if unit - masklen(n.net) > 62 then perform ip_refuse(422, field, 'This pool has more prefixes than can be leased. Give it a shorter unit.'); end if;
  if n.child_count > 0 or n.address_count > 0 or exists (select from ip_range r where r.subnet_id = node)
    or not exists (select from free_block f where f.parent_id = node and f.net = n.net)
  then
    perform ip_refuse(422, field, 'Choose an empty pool: this one has subnets, addresses or ranges, or some that are in quarantine.');
  end if;
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, ip_first(n.net), ip_last(n.net), 'dhcp', 'Leased by RADIUS');
  delete from free_block where parent_id = node;
  update subnet s set used = s.used + ip_size(n.net), leased = true where s.id = node;
  insert into pool_prefix_next (subnet_id, unit) values (node, unit);
end $$;

-- Gives an IPv6 pool that no service draws from any more back to address management, when its last lease has ended.
-- Returns whether it did.
create function panel.close_prefix_pool(node bigint) returns boolean language plpgsql as $$
declare
  n subnet;
  gone record;
begin
  select * into n from subnet where id = node for no key update;
  perform from pool_prefix_next where subnet_id = node for update;
  if not found
    or exists (select from service s where s.framed_ipv6_subnet_id = node and s.framed_ipv6_method = 'pool' and s.deleted_at is null)
    or exists (select from service s where s.ipv6_subnet_id = node and s.delegated_ipv6_method = 'pool' and s.deleted_at is null)
    or exists (select from pool_prefix p where p.subnet_id = node and (p.leased_until > now()
      or exists (select from session_live l where l.service_id = p.service_id and p.prefix::text in (l.framed_ipv6, l.delegated_ipv6))))
  then return false; end if;
  delete from pool_prefix where subnet_id = node;
  delete from pool_prefix_next where subnet_id = node;
  for gone in delete from ip_range where subnet_id = node and kind = 'dhcp' and note = 'Leased by RADIUS' returning lo, hi loop
    if n.holds then perform ip_give_back(node, block) from ip_cover(gone.lo, gone.hi) block; end if;
    update subnet set used = used - ip_width(gone.lo, gone.hi) where id = node;
  end loop;
  update subnet set leased = false where id = node;
  return true;
end $$;

-- A service that names an IPv6 pool opens it, when it is not open yet.
create function panel.name_prefix_pool() returns trigger language plpgsql as $$
begin
  if new.framed_ipv6_method = 'pool' and new.framed_ipv6_subnet_id is not null then
    perform panel.open_prefix_pool(new.framed_ipv6_subnet_id, 64, 'framed_ipv6_subnet_id');
  end if;
  if new.delegated_ipv6_method = 'pool' and new.ipv6_subnet_id is not null then
    perform panel.open_prefix_pool(new.ipv6_subnet_id, 56, 'ipv6_subnet_id');
  end if;
  return null;
end $$;
create trigger open_prefix_pool_insert after insert on service for each row
  when (new.framed_ipv6_method = 'pool' or new.delegated_ipv6_method = 'pool') execute function panel.name_prefix_pool();
-- Back from the trash too: the pool may have been closed meanwhile.
create trigger open_prefix_pool_update after update of framed_ipv6_method, framed_ipv6_subnet_id, delegated_ipv6_method, ipv6_subnet_id, deleted_at on service for each row
  when (new.deleted_at is null and (new.framed_ipv6_method = 'pool' or new.delegated_ipv6_method = 'pool')) execute function panel.name_prefix_pool();
drop trigger open_pool_update on service;
create trigger open_pool_update after update of subnet_id, ipv4_method, deleted_at on service for each row
  when (new.deleted_at is null and new.ipv4_method = 'pool' and new.subnet_id is not null) execute function panel.name_pool();
-- Running sessions are watched from when their service leases IPv6 prefixes, as 0022 has it for addresses and quotas.
drop trigger watch_service on service;
create trigger watch_service after update of tariff_id, ipv4_method, framed_ipv6_method, delegated_ipv6_method on service for each row
  when ((old.tariff_id, old.ipv4_method, old.framed_ipv6_method, old.delegated_ipv6_method) is distinct from (new.tariff_id, new.ipv4_method, new.framed_ipv6_method, new.delegated_ipv6_method))
  execute function panel.watch_service();
create index service_ipv6_subnet on service (ipv6_subnet_id) where ipv6_subnet_id is not null;

do $$
declare
  f record;
begin
  grant create on schema panel to trunkline_app_all;
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace
    and proname in ('open_prefix_pool', 'close_prefix_pool', 'name_prefix_pool')
  loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    if f.proname = 'name_prefix_pool' then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
    end if;
  end loop;
  revoke create on schema panel from trunkline_app_all;
end $$;
