-- Takes a given back address again: its state while it rests, else its place in whatever contains it now.
create or replace function ip_recover_address(wanted bigint)
  returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  a address;
  n subnet;
begin
  select * into a from address where id = wanted;
  if a.id is null or not ip_sees(a.lineage) then perform ip_refuse(404, null, 'There is no such address.'); end if;
  select * into n from subnet where id = coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) for no key update;
  a := ip_lock_address(wanted);
  if a.deleted_at is null then perform ip_refuse(409, null, format('%s is not given back.', host(a.ip))); end if;
  if n.id is null or not n.hosts then perform ip_refuse(409, null, format('%s lies in no network now.', host(a.ip))); end if;
  if coalesce(a.subnet_id, ip_find(a.space_id, a.ip)) is distinct from n.id then perform ip_refuse(409, null, 'Somebody else is changing this address. Try again.'); end if;
  if not ip_sees(n.lineage, n.offered) or not n.company_id = any (a.lineage) then perform ip_refuse(409, null, format('%s is taken.', host(a.ip))); end if;
  perform ip_check_open(n, null);
  perform ip_check_holder(a.company_id, n.company_id);
  if not a.holds then
    if not n.edges_cut then perform ip_cut_edges(n); end if;
    perform ip_claim(n, a.ip::cidr, 'ip');
    update subnet set address_count = address_count + 1, used = used + 1 where id = n.id;
  end if;
  update address set holds = true, subnet_id = n.id, subnet_net = n.net, subnet_hosts = true, deleted_at = null, release_at = null,
    state = former_state where id = a.id;
end $$;
alter function ip_recover_address(bigint) owner to trunkline_app_all;
