-- Reserves a range, which is then not allocated. All of it has to be free.
create or replace function ip_store_range(node bigint, range_lo inet, range_hi inet, range_kind text, range_note text)
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  n subnet := ip_lock(node, 'subnet_id');
  made bigint;
  block cidr;
begin
  if not ip_sees(n.ancestor_ids) then perform reject(403, null, 'forbidden'); end if;
  perform ip_check_open(n, 'subnet_id');
  if range_kind not in ('reserved', 'dhcp') or (range_kind = 'dhcp' and not n.hosts) then
    perform reject(422, 'kind', 'subnet.holds_subnets', jsonb_build_object('net', n.net));
  elsif not range_lo <<= n.net then
    perform reject(422, 'lo', 'ip.outside', jsonb_build_object('net', host(range_lo), 'parent', n.net));
  elsif not range_hi <<= n.net then
    perform reject(422, 'hi', 'ip.outside', jsonb_build_object('net', host(range_hi), 'parent', n.net));
  elsif range_hi < range_lo then
    perform reject(422, 'hi', 'range.end_before_start');
  end if;
  if n.type = 'network' and not n.edges_cut then perform ip_cut_edges(n); end if;
  for block in select ip_cover(range_lo, range_hi) loop
    perform ip_claim(n, block, 'lo');
  end loop;
  insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, range_lo, range_hi, range_kind, coalesce(range_note, '')) returning id into made;
  update subnet set used = used + ip_width(range_lo, range_hi) where id = n.id;
  return made;
end $$;
alter function ip_store_range(bigint, inet, inet, text, text) owner to trunkline_app_all;
