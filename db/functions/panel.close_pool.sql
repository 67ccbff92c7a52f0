-- Returns an unreferenced pool to address management when its last lease has ended.
create or replace function panel.close_pool(node bigint) returns boolean language plpgsql as $$
declare
  n subnet;
  gone record;
begin
  select * into n from subnet where id = node for no key update;
  if exists (select from nas_pool p join nas on nas.id = p.nas_id where p.subnet_id = node and nas.deleted_at is null)
    or exists (select from service s where s.subnet_id = node and s.ipv4_method = 'pool' and s.deleted_at is null)
    or exists (select from pool_address a where a.subnet_id = node and (a.leased_until > now() or exists (select from session_live l where l.service_id = a.service_id and l.framed_ip = a.address)))
  then return false; end if;
  delete from pool_address where subnet_id = node;
  for gone in delete from ip_range where subnet_id = node and kind = 'dhcp' and note = 'Leased by RADIUS' returning lo, hi loop
    if n.holds then perform ip_release_block(node, block) from ip_cover(gone.lo, gone.hi) block; end if;
    update subnet set used = used - (gone.hi - gone.lo) - 1 where id = node;
  end loop;
  update subnet set leased = false where id = node;
  return true;
end $$;
alter function panel.close_pool(bigint) owner to trunkline_app_all;
revoke execute on function panel.close_pool(bigint) from public;
