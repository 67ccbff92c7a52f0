-- Transfers an empty IPv6 pool to RADIUS: address management allocates nothing from it while it is open. The unit is the
-- pool's own if it is divided into subnets; a pool of addresses has none and uses default_unit.
-- field: the request field that references the pool.
create or replace function panel.open_prefix_pool(node bigint, default_unit int, field text) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  n subnet;
  unit int;
begin
  -- Locked against closing until this transaction ends. A lease, which updates the row's counter, does not wait for this lock.
  select p.unit into unit from pool_prefix_next p where p.subnet_id = node for key share;
  if not found then
    n := ip_lock(node, field);
    -- Another transaction may have opened it while this one waited for the lock.
    select p.unit into unit from pool_prefix_next p where p.subnet_id = node for key share;
  end if;
  if unit is not null then
    if unit <> default_unit and (select s.hosts from subnet s where s.id = node) then
      perform reject(422, field, 'pool.leased_unit', jsonb_build_object('length', unit));
    end if;
    return;
  end if;
  if n.type <> 'pool' or family(n.net) <> 6 then perform reject(422, field, 'pool.required', jsonb_build_object('family', 6)); end if;
  unit := case when n.hosts then default_unit else n.assign_len end;
  if unit < masklen(n.net) then perform reject(422, field, 'pool.too_small', jsonb_build_object('length', unit)); end if;
  -- pool_prefix_next is a bigint.
  if unit - masklen(n.net) > 62 then perform reject(422, field, 'pool.too_many_prefixes'); end if;
  if n.child_count > 0 or n.address_count > 0 or exists (select from ip_range r where r.subnet_id = node)
    or not exists (select from free_block f where f.parent_id = node and f.net = n.net)
  then
    perform reject(422, field, 'pool.not_empty');
  end if;
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, ip_first(n.net), ip_last(n.net), 'dhcp', 'Leased by RADIUS');
  delete from free_block where parent_id = node;
  update subnet s set used = s.used + ip_size(n.net), leased = true where s.id = node;
  insert into pool_prefix_next (subnet_id, unit) values (node, unit);
end $$;
alter function panel.open_prefix_pool(bigint, integer, text) owner to trunkline_app_all;
revoke execute on function panel.open_prefix_pool(bigint, integer, text) from public;
