-- Allocates subnets: `wanted`, or the next ones of length `prefix`. Without a parent: from the deepest node that contains
-- `wanted`, as a root if there is none. attributes: the descriptive columns; category and usage default to the
-- parent's. dry_run returns what it would allocate.
-- Uses generic plans: its queries do not depend on the values, and replanning took a third of its time.
create or replace function ip_allocate(parent bigint, space bigint, wanted cidr, prefix int, amount int, side_by_side boolean, pick_policy text, holder bigint,
  new_state text, hold_seconds int, attributes jsonb, used_kind text default null, used_id bigint default null, used_label text default null, dry_run boolean default false)
  returns table (id bigint, net cidr)
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  p subnet;
  deepest bigint;
  category subnet_category;
  new_type text := coalesce(attributes ->> 'type', 'network');
  new_hosts boolean;
  len int := coalesce(masklen(wanted), prefix);
  nets cidr[];
  sample cidr;
  gate inet := (attributes ->> 'gateway')::inet;
begin
  perform ip_lock_company(parent, holder);
  if parent is not null then
    p := ip_lock(parent);
  elsif wanted is null then
    perform reject(422, 'parent_id', 'subnet.parent_required');
  else
    for attempt in 1..4 loop
      deepest := ip_find(coalesce(space, 1), wanted);
      exit when deepest is not distinct from p.id;
      if attempt = 4 then perform reject(409, 'net', 'request.busy'); end if;
      p := null;
      exit when deepest is null;
      if not exists (select from subnet s where s.id = deepest and ip_sees(s.ancestor_ids, s.shared)) then
        perform reject(409, 'net', 'ip.taken', jsonb_build_object('net', wanted));
      end if;
      p := ip_lock(deepest, 'net');
    end loop;
    if p.net = wanted then perform ip_reject_allocated(p.space_id, p.parent_id, wanted); end if;
  end if;

  if attributes ? 'category_id' then
    select c.* into category from subnet_category c join company o on o.id = c.company_id
      where c.id = (attributes ->> 'category_id')::bigint and c.deleted_at is null and (ip_sees(o.ancestor_ids) or c.company_id = any (ancestor_companies()));
    if category.id is null and attributes ->> 'category_id' is not null then perform reject(422, 'category_id', 'row.missing', jsonb_build_object('kind', 'subnet-category')); end if;
  elsif p.category_id is not null then
    select * into category from subnet_category c where c.id = p.category_id;
  end if;
  new_hosts := case new_type when 'network' then true when 'container' then false else coalesce((attributes ->> 'hosts')::boolean, true) end;

  if p.id is null then
    holder := coalesce(holder, (select s.company_id from ip_space s where s.id = coalesce(space, 1)), nullif(current_company(), 0), (select c.id from company c where c.parent_id is null));
    perform ip_check_root(coalesce(space, 1), wanted, holder);
    if amount > 1 then perform reject(422, 'count', 'ip.one_at_a_time'); end if;
    nets := array[wanted];
  else
    if space is not null and space <> p.space_id then perform reject(422, 'space_id', 'subnet.parent_in_other_space'); end if;
    holder := coalesce(holder, case when ip_sees_all() or current_company() = any (p.ancestor_ids) then p.company_id else current_company() end);
    perform ip_check_open(p, case when parent is null then 'net' else 'parent_id' end);
    perform ip_check_owner(holder, p.company_id);
    len := coalesce(len, p.assign_len);
    if p.hosts then
      perform reject(422, case when parent is null then 'net' else 'parent_id' end, 'subnet.holds_addresses', jsonb_build_object('net', p.net));
    elsif new_type = 'pool' and p.type = 'pool' then
      perform reject(422, 'type', 'subnet.pool_in_pool');
    elsif wanted is not null and family(wanted) <> family(p.net) then
      perform reject(422, 'net', 'ip.wrong_version', jsonb_build_object('net', p.net, 'version', family(p.net)));
    elsif wanted = p.net then
      perform reject(422, 'net', 'subnet.exists', jsonb_build_object('net', wanted));
    elsif wanted is not null and not wanted << p.net then
      perform reject(422, 'net', 'ip.outside', jsonb_build_object('net', wanted, 'parent', p.net));
    elsif len <= masklen(p.net) or len > ip_bits(p.net) then
      perform reject(422, 'prefix', 'ip.length', jsonb_build_object('min', masklen(p.net) + 1, 'max', ip_bits(p.net)));
    elsif wanted is not null and amount > 1 then
      perform reject(422, 'count', 'ip.one_at_a_time');
    elsif wanted is null and p.mark_full then
      perform reject(409, 'parent_id', 'subnet.marked_full', jsonb_build_object('net', p.net));
    end if;
    if dry_run then
      begin
        if wanted is not null then
          perform ip_claim(p, wanted);
          nets := array[wanted];
        else
          nets := ip_allocate_blocks(p, len, amount, side_by_side, coalesce(pick_policy, p.policy), holder, used_kind, used_id);
        end if;
        raise exception using errcode = 'TLDRY', message = 'dry run';
      exception when sqlstate 'TLDRY' then
      end;
    elsif wanted is not null then
      perform ip_claim(p, wanted);
      nets := array[wanted];
    else
      nets := ip_allocate_blocks(p, len, amount, side_by_side, coalesce(pick_policy, p.policy), holder, used_kind, used_id);
    end if;
  end if;
  sample := nets[1];
  if (attributes ->> 'assign_len')::int not between masklen(sample) and ip_bits(sample) then
    perform reject(422, 'assign_len', 'ip.length', jsonb_build_object('min', masklen(sample), 'max', ip_bits(sample)));
  elsif gate is not null and (cardinality(nets) > 1 or not gate between ip_usable_first(sample, new_type) and ip_usable_last(sample, new_type)) then
    perform reject(422, 'gateway', 'gateway.unusable', jsonb_build_object('gateway', host(gate), 'net', sample));
  end if;
  if dry_run then
    return query select null::bigint, b from unnest(nets) b;
    return;
  end if;

  return query with made as (
    insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, usage_type, category_id, state, company_id, exclusive, shared,
      used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at)
    select coalesce(p.space_id, space, 1), b, p.id, p.net, p.hosts, new_hosts, new_type,
      case when attributes ? 'usage_type' then attributes ->> 'usage_type' else p.usage_type end, category.id,
      case when hold_seconds is not null then 'held' else coalesce(new_state, 'reserved') end, holder,
      coalesce((attributes ->> 'exclusive')::boolean, false), coalesce((attributes ->> 'shared')::boolean, false), used_kind, used_id, used_label,
      coalesce(attributes ->> 'name', ''), coalesce(attributes ->> 'description', ''), (attributes ->> 'vlan')::int,
      case when gate is not null or attributes ? 'gateway' or new_type <> 'network' or masklen(b) > ip_bits(b) - 2 then gate
        else case category.gateway when 'first' then ip_usable_first(b, new_type) when 'last' then ip_usable_last(b, new_type) end end,
      case when new_hosts then ip_bits(b) else coalesce((attributes ->> 'assign_len')::int, ip_default_unit(b, new_hosts, category)) end,
      coalesce(attributes ->> 'policy', category.default_policy, case when new_hosts then 'lowest' when family(b) = 4 then 'best-fit' else 'sparse' end),
      coalesce((attributes ->> 'mark_full')::boolean, false), now() + hold_seconds * interval '1 second'
    from unnest(nets) with ordinality as t (b, place) order by place
    returning subnet.id, subnet.net),
  freed as (insert into free_block (parent_id, net, plen) select made.id, made.net, masklen(made.net) from made)
  select made.id, made.net from made order by made.id;
  if p.id is not null then
    update subnet s set child_count = s.child_count + cardinality(nets), used = s.used + cardinality(nets) * ip_size(sample) where s.id = p.id;
  end if;
end $$;
alter function ip_allocate(bigint, bigint, cidr, integer, integer, boolean, text, bigint, text, integer, jsonb, text, bigint, text, boolean) owner to trunkline_app_all;
