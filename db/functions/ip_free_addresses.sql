-- Finally frees addresses of a node: the rows stay as history. Needs the node's lock.
create or replace function ip_free_addresses(node bigint, ids bigint[]) returns int language plpgsql as $$
declare
  gone inet;
  freed int := 0;
begin
  for gone in
    update address set holds = false, state = 'released', subnet_id = null, subnet_net = null, subnet_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now())
      where id = any (ids) and holds and subnet_id = node returning ip
  loop
    perform ip_release_block(node, gone::cidr);
    freed := freed + 1;
  end loop;
  update subnet set address_count = address_count - freed, used = used - freed where id = node and freed > 0;
  return freed;
end $$;
