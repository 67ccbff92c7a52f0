-- Direct children (null: roots of the space) inside a prefix, in order.
create or replace function ip_inside(space bigint, node bigint, outer_net cidr, most bigint default null)
  returns table (id bigint, net cidr, version int, ancestor_ids bigint[])
  language plpgsql stable as $$
declare
  last_net cidr := set_masklen(broadcast(outer_net), ip_bits(outer_net));
begin
  if node is not null then
    return query select s.id, s.net, s.version, s.ancestor_ids from subnet s where s.parent_id = node and s.holds and s.net > outer_net and s.net <= last_net order by s.net limit most;
  else
    return query select s.id, s.net, s.version, s.ancestor_ids from subnet s where s.space_id = space and s.parent_id is null and s.holds and s.net > outer_net and s.net <= last_net order by s.net limit most;
  end if;
end $$;
