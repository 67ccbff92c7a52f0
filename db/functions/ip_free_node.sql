-- Frees a node whose contents are freed: the row stays as history. Needs the locks of its parent and of itself.
create or replace function ip_free_node(node subnet) returns void language plpgsql as $$
begin
  delete from free_block where parent_id = node.id;
  delete from ip_range where subnet_id = node.id;
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null,
    deleted_at = coalesce(deleted_at, now()), used = 0, child_count = 0, address_count = 0, edges_cut = false where id = node.id;
  if node.parent_id is not null then
    update subnet set child_count = child_count - 1, used = used - ip_size(node.net) where id = node.parent_id;
    perform ip_release_block(node.parent_id, node.net);
  end if;
end $$;
