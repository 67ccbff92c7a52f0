-- Changes the type of an empty node: a node contains either addresses or subnets, so it has to be empty.
create or replace function ip_retype(wanted bigint, new_type text, new_hosts boolean)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  n subnet := ip_lock(wanted, null);
  above text;
begin
  if not ip_sees(n.ancestor_ids) then perform reject(403, null, 'forbidden'); end if;
  perform ip_check_open(n, 'type');
  new_hosts := case new_type when 'network' then true when 'container' then false else coalesce(new_hosts, case when n.type = 'pool' then n.hosts else true end) end;
  if new_type = n.type and new_hosts = n.hosts then return; end if;
  if n.child_count + n.address_count > 0 or exists (select from ip_range where subnet_id = n.id and kind <> 'edge') then
    perform reject(409, case when new_type = n.type then 'hosts' else 'type' end, 'subnet.type_in_use', jsonb_build_object('net', n.net),
      jsonb_build_object('subnets', n.child_count, 'addresses', n.address_count));
  end if;
  select type into above from subnet where id = n.parent_id;
  if above = 'pool' and new_type = 'pool' then perform reject(422, 'type', 'subnet.pool_in_pool'); end if;
  delete from ip_range where subnet_id = n.id;
  perform ip_free_rebuild(n.id);
  update subnet set type = new_type, hosts = new_hosts, edges_cut = false, used = 0,
    assign_len = case when new_hosts then ip_bits(net) when hosts then ip_default_unit(net, false, (select k from subnet_category k where k.id = category_id)) else assign_len end,
    gateway = case when new_hosts then gateway end where id = n.id;
end $$;
alter function ip_retype(bigint, text, boolean) owner to trunkline_app_all;
