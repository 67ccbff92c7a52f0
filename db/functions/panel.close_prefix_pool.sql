-- Returns an IPv6 pool without services to address management when its last lease has ended.
-- Returns whether it did.
create or replace function panel.close_prefix_pool(node bigint) returns boolean language plpgsql as $$
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
    if n.holds then perform ip_release_block(node, block) from ip_cover(gone.lo, gone.hi) block; end if;
    update subnet set used = used - ip_width(gone.lo, gone.hi) where id = node;
  end loop;
  update subnet set leased = false where id = node;
  return true;
end $$;
alter function panel.close_prefix_pool(bigint) owner to trunkline_app_all;
revoke execute on function panel.close_prefix_pool(bigint) from public;
