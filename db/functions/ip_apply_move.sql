-- The foreign key propagates the new space to all descendants, including addresses.
create or replace function ip_apply_move(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  target subnet;
  ids bigint[];
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  select * into target from subnet where id = (request ->> 'parent_id')::bigint;
  ids := ip_lock_below(n.id);
  perform ip_carve(target.id, n.net);
  update subnet set used = used + ip_size(n.net), child_count = child_count + 1 where id = target.id;
  update subnet set space_id = target.space_id, parent_id = target.id, parent_net = target.net, parent_hosts = target.hosts where id = n.id;
  if n.parent_id is not null then
    perform ip_release_block(n.parent_id, n.net);
    update subnet set used = used - ip_size(n.net), child_count = child_count - 1 where id = n.parent_id;
  end if;
  with closed as (
    update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where upper_inf(valid)
      and ((address_id is null and subnet_id = any (ids)) or address_id = any (array(select id from address where subnet_id = any (ids) and holds)))
    returning net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id)
  insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, valid)
    select target.space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, tstzrange(clock_timestamp(), null) from closed;
  return array[n.id];
end $$;
