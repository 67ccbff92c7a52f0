-- Reallocates a released address: resets its state during the quarantine, else allocates it in whatever contains it now.
create or replace function ip_recover_address(wanted bigint)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  a address;
  n subnet;
begin
  select * into a from address where id = wanted;
  if a.id is null or not ip_sees(a.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'address')); end if;
  select * into n from subnet where id = coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) for no key update;
  a := ip_lock_address(wanted);
  if a.deleted_at is null then perform reject(409, null, 'ip.not_released', jsonb_build_object('net', host(a.ip))); end if;
  if n.id is null or not n.hosts then perform reject(409, null, 'address.without_network', jsonb_build_object('address', host(a.ip))); end if;
  if coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) is distinct from n.id then perform reject(409, null, 'request.busy'); end if;
  if not ip_sees(n.ancestor_ids, n.shared) or not n.company_id = any (a.ancestor_ids) then perform reject(409, null, 'ip.taken', jsonb_build_object('net', host(a.ip))); end if;
  perform ip_check_open(n, null);
  perform ip_check_owner(a.company_id, n.company_id);
  if not a.holds then
    if not n.edges_cut then perform ip_cut_edges(n); end if;
    perform ip_claim(n, a.ip::cidr, 'ip');
    update subnet set address_count = address_count + 1, used = used + 1 where id = n.id;
  end if;
  update address set holds = true, subnet_id = n.id, subnet_net = n.net, subnet_hosts = true, deleted_at = null, release_at = null,
    state = former_state where id = a.id;
end $$;
alter function ip_recover_address(bigint) owner to trunkline_app_all;
