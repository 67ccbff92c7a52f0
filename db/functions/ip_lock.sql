-- Locks a node until the transaction ends, for changes of its contents. Several nodes are locked in the order of
-- (space_id, net), which puts every ancestor before its descendants. Addresses that this transaction allocated without the
-- lock are settled first, so that free blocks and counters are complete.
create or replace function ip_lock(node bigint, field text default 'parent_id') returns subnet language plpgsql as $$
declare
  found_node subnet;
begin
  perform ip_settle_now();
  select * into found_node from subnet where id = node and holds for no key update;
  if found_node.id is null or not ip_sees(found_node.ancestor_ids, found_node.shared) then
    perform reject(404, field, 'row.missing', jsonb_build_object('kind', 'subnet'));
  end if;
  return found_node;
end $$;
