-- Restores a released row in whatever contains its space now, if the space is free.
create or replace function ip_restore(node subnet) returns void language plpgsql as $$
declare
  p subnet;
  deepest bigint := ip_find(node.space_id, node.net);
begin
  if deepest is null then
    perform ip_check_root(node.space_id, node.net, node.company_id);
  else
    select * into p from subnet where id = deepest and holds for no key update;
    if ip_find(node.space_id, node.net) is distinct from p.id then perform reject(409, null, 'request.busy'); end if;
    if p.net = node.net then perform ip_reject_allocated(p.space_id, p.parent_id, node.net, null); end if;
    if p.hosts or not ip_sees(p.ancestor_ids, p.shared) or not exists (select from company where id = node.company_id and p.company_id = any (ancestor_ids)) then
      perform reject(409, null, 'ip.taken', jsonb_build_object('net', node.net), case when ip_sees(p.ancestor_ids, p.shared) then jsonb_build_object('kind', 'subnet', 'id', p.id, 'net', p.net) end);
    end if;
    perform ip_check_open(p, null);
    perform ip_check_owner(node.company_id, p.company_id);
    perform ip_claim(p, node.net, null);
    update subnet set child_count = child_count + 1, used = used + ip_size(node.net) where id = p.id;
  end if;
  update subnet set holds = true, parent_id = p.id, parent_net = p.net, parent_hosts = p.hosts, deleted_at = null, release_at = null,
    state = former_state where id = node.id;
  insert into free_block (parent_id, net, plen) values (node.id, node.net, masklen(node.net));
end $$;
