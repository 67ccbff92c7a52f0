-- Allocates addresses of a node: wanted, or the next ones. A user (used_kind, used_id) that released an address gets it
-- again during its quarantine. A single address without further options is allocated without the node's lock and settled at
-- commit (ip_settle).
create or replace function ip_allocate_addresses(node bigint, wanted inet, amount int, holder bigint, new_state text, hold_seconds int,
  used_kind text, used_id bigint, used_label text, new_mac macaddr, new_dns_name text, new_note text, gateway boolean)
  returns table (id bigint, ip inet)
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  n subnet;
  ips inet[] := '{}';
  pick inet;
  resting address;
  kept bigint;
  -- Its row is written now, and settled with the node at commit.
  early boolean := false;
  holder_lineage bigint[];
  taking text := current_setting('app.taking', true);
  until timestamptz := now() + hold_seconds * interval '1 second';
  held text := case when hold_seconds is null then coalesce(new_state, 'assigned') else 'held' end;
begin
  if taking = 'taken' then perform ip_settle_now(); end if;
  if wanted is null and amount = 1 then
    select * into n from subnet where id = node and holds;
    early := n.hosts and (n.edges_cut or n.type <> 'network') and n.policy <> 'sparse' and not n.mark_full;
    if early and used_id is not null then
      early := not exists (select from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.state = 'quarantined');
    end if;
  end if;
  if early then
    if not ip_sees(n.ancestor_ids, n.shared) then perform reject(404, 'subnet_id', 'row.missing', jsonb_build_object('kind', 'subnet')); end if;
  else
    -- Before the node: other transactions that allocate it wait for the node.
    perform pg_advisory_xact_lock(732, ip_address_key(node, wanted)) where wanted is not null;
    perform ip_lock_company(node, holder);
    n := ip_lock(node, 'subnet_id');
  end if;
  if n.deleted_at is not null or n.company_id is distinct from current_company() then perform ip_check_open(n, 'subnet_id'); end if;
  holder := coalesce(holder, case when ip_sees_all() or current_company() = any (n.ancestor_ids) then n.company_id else current_company() end);
  holder_lineage := ip_owner_ancestor_ids(holder, n.company_id);
  if early then
    pick := ip_next_address(n.id, n.policy);
    if pick is null then perform reject(409, 'ip', 'subnet.full', jsonb_build_object('net', n.net)); end if;
    taking := set_config('app.taking', 'on', true);
    insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, ancestor_ids, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
      values (n.space_id, pick, n.id, n.net, true, holder, holder_lineage, held, used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until)
      returning address.id, address.ip into id, ip;
    taking := set_config('app.taking', 'taken', true);
    return next;
    return;
  end if;
  if not n.hosts then
    perform reject(422, 'subnet_id', 'subnet.holds_subnets', jsonb_build_object('net', n.net));
  elsif wanted is not null and family(wanted) <> family(n.net) then
    perform reject(422, 'ip', 'ip.wrong_version', jsonb_build_object('net', n.net, 'version', family(n.net)));
  elsif wanted is not null and not wanted <<= n.net then
    perform reject(422, 'ip', 'ip.outside', jsonb_build_object('net', host(wanted), 'parent', n.net));
  elsif wanted is not null and amount > 1 then
    perform reject(422, 'count', 'ip.one_at_a_time');
  elsif wanted is null and n.mark_full then
    perform reject(409, 'subnet_id', 'subnet.marked_full', jsonb_build_object('net', n.net));
  end if;
  if not n.edges_cut and n.type = 'network' then perform ip_cut_edges(n); end if;

  if wanted is not null then
    -- The address reserved for the gateway already has its row.
    update address a set company_id = holder, state = held, expires_at = until,
        used_by_kind = used_kind, used_by_id = used_id, used_by_label = used_label, mac = new_mac, dns_name = coalesce(new_dns_name, ''), note = coalesce(new_note, '')
      where a.subnet_id = n.id and a.ip = wanted and a.holds and a.is_gateway and a.state = 'reserved' and a.used_by_id is null and gateway is not false
      returning a.id into kept;
    if kept is not null then
      return query select kept, wanted;
      return;
    end if;
    perform ip_claim(n, wanted::cidr, 'ip');
    ips := array[wanted];
  else
    for i in 1..amount loop
      pick := null;
      if used_id is not null then
        select * into resting from address a where a.subnet_id = n.id and a.used_by_kind = used_kind and a.used_by_id = used_id and a.company_id = holder and a.state = 'quarantined'
          order by a.ip limit 1 for no key update;
        if resting.id is not null then
          perform ip_free_addresses(n.id, array[resting.id]);
          pick := resting.ip;
        end if;
      end if;
      if pick is null and n.policy = 'sparse' then
        pick := ip_pick(n.id, ip_bits(n.net), n.policy)::inet;
      elsif pick is null then
        pick := ip_next_address(n.id, n.policy);
      end if;
      if pick is null then
        if amount = 1 then perform reject(409, 'ip', 'subnet.full', jsonb_build_object('net', n.net)); end if;
        perform reject(409, 'ip', 'subnet.too_few_addresses', jsonb_build_object('net', n.net, 'free', i - 1, 'wanted', amount));
      end if;
      perform ip_carve(n.id, pick::cidr);
      ips := ips || pick;
    end loop;
  end if;
  return query insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, ancestor_ids, state, used_by_kind, used_by_id, used_by_label, is_gateway, mac, dns_name, note, expires_at)
    select n.space_id, a, n.id, n.net, true, holder, holder_lineage, held, used_kind, used_id, used_label, coalesce(gateway, false), new_mac, coalesce(new_dns_name, ''), coalesce(new_note, ''), until
    from unnest(ips) with ordinality as t (a, place) order by place
    returning address.id, address.ip;
  update subnet s set address_count = s.address_count + cardinality(ips), used = s.used + cardinality(ips) where s.id = n.id;
end $$;
alter function ip_allocate_addresses(bigint, inet, integer, bigint, text, integer, text, bigint, text, macaddr, text, text, boolean) owner to trunkline_app_all;
