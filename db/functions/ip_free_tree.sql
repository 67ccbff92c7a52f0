-- Frees a node with its contents. `below` is locked, and so is the parent.
create or replace function ip_free_tree(node subnet, below bigint[]) returns void language plpgsql as $$
begin
  perform ip_settle_now();
  update address set holds = false, state = 'released', subnet_id = null, subnet_net = null, subnet_hosts = null, expires_at = null, release_at = null, deleted_at = coalesce(deleted_at, now())
    where subnet_id = any (below) and holds;
  delete from free_block where parent_id = any (below);
  delete from ip_range where subnet_id = any (below);
  update subnet set holds = false, state = 'released', parent_id = null, parent_net = null, parent_hosts = null, expires_at = null, release_at = null,
    deleted_at = coalesce(deleted_at, now()), used = 0, child_count = 0, address_count = 0, edges_cut = false
    where id = any (below) and id <> node.id;
  perform ip_free_node(node);
end $$;
