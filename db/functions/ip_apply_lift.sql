-- Applies a plan: deletes a node and moves its children to its parent.
create or replace function ip_apply_lift(request jsonb) returns bigint[] language plpgsql as $$
declare
  n subnet;
  p subnet;
begin
  select * into n from subnet where id = (request ->> 'id')::bigint;
  select * into p from subnet where id = n.parent_id;
  if n.child_count = 0 then
    perform ip_free_node(n);
  else
    perform ip_announce_moves(array(select id from subnet where parent_id = n.id and holds), n.id, p.id);
    perform ip_lift(n, p);
    perform set_config('app.moves_told', '', true);
  end if;
  return '{}';
end $$;
