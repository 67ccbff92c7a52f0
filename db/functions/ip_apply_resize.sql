-- Applies a plan: grows a node into adjacent free space, or shrinks it.
create or replace function ip_apply_resize(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  want cidr := (request ->> 'net')::cidr;
  grows boolean;
  rest cidr[];
  more numeric;
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  grows := want >> n.net;
  rest := case when grows then ip_rest(want, n.net) else ip_rest(n.net, want) end;
  more := (select sum(ip_size(b)) from unnest(rest) b);
  if grows and n.parent_id is not null then
    perform ip_carve(n.parent_id, b) from unnest(rest) b;
    update subnet set used = used + more where id = n.parent_id;
  elsif not grows and not n.edges_cut then
    perform ip_carve(n.id, b) from unnest(rest) b;
  end if;
  update subnet set net = want, assign_len = greatest(assign_len, masklen(want)) where id = n.id;
  if n.edges_cut then perform ip_settle(n.id);
  elsif grows then perform ip_release_block(n.id, b) from unnest(rest) b;
  end if;
  if not grows and n.parent_id is not null then
    perform ip_release_block(n.parent_id, b) from unnest(rest) b;
    update subnet set used = used - more where id = n.parent_id;
  end if;
  return array[n.id];
end $$;
