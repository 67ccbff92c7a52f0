-- The primitives of address management: arithmetic of prefixes, and the buddy allocator over free_block. They run as
-- whoever calls them, and tenants may not write the tables: for those they work inside the engine's own functions alone.
-- Whoever changes a node's children, addresses, ranges or free blocks holds that node's lock (ip_lock).

-- A refusal that a caller is to read: `code` is the HTTP status, `field` the field of the request that it belongs to,
-- `detail` what the reply tells beside it. SQLSTATE TL409 and so on; server/src/db/refusal.ts reads it.
create function ip_refuse(code int, field text, sentence text, detail jsonb default null) returns void language plpgsql as $$
begin
  raise exception using errcode = 'TL' || code, message = sentence, column = coalesce(field, ''), detail = coalesce(detail::text, '');
end $$;

-- Arithmetic ---------------------------------------------------------------------------------------------------------
create function ip_bits(net inet) returns int language sql immutable parallel safe
  as $$ select case family(net) when 4 then 32 else 128 end $$;

-- Addresses of a prefix.
create function ip_size(net inet) returns numeric language sql immutable parallel safe
  as $$ select case when ip_bits(net) - masklen(net) < 63 then (1::bigint << (ip_bits(net) - masklen(net)))::numeric else trunc(2::numeric ^ (ip_bits(net) - masklen(net))) end $$;

-- First and last address, at full length.
create function ip_first(net inet) returns inet language sql immutable parallel safe
  as $$ select set_masklen(network(net)::inet, ip_bits(net)) $$;
create function ip_last(net inet) returns inet language sql immutable parallel safe
  as $$ select set_masklen(broadcast(net), ip_bits(net)) $$;

-- The other half of the block that is one bit shorter; null for /0.
create function ip_buddy(net cidr) returns cidr language sql immutable parallel safe as $$
  select case
    when masklen(net) = 0 then null
    when set_masklen(set_masklen(net, masklen(net) - 1), masklen(net)) = net then (broadcast(net) + 1)::cidr
    else set_masklen(set_masklen(net, masklen(net) - 1), masklen(net))
  end
$$;

-- Every prefix that contains it, the longest last: what `net = any (…)` is asked with where row security makes a walk dear.
create function ip_prefixes(net inet) returns cidr[] language sql immutable parallel safe
  as $$ select array(select network(set_masklen(net, k)) from generate_series(0, masklen(net)) k) $$;

-- The fewest prefixes that make up the addresses from lo to hi.
create function ip_cover(lo inet, hi inet) returns setof cidr language plpgsql immutable parallel safe as $$
declare
  bits int := ip_bits(lo);
  at inet := set_masklen(lo, bits);
  until inet := set_masklen(hi, bits);
  len int;
begin
  while at <= until loop
    len := bits;
    while len > 0 and ip_first(set_masklen(at, len - 1)) = at and ip_last(set_masklen(at, len - 1)) <= until loop
      len := len - 1;
    end loop;
    return next network(set_masklen(at, len));
    -- The last address of a family has none after it.
    exit when ip_last(set_masklen(at, len)) >= until;
    at := ip_last(set_masklen(at, len)) + 1;
  end loop;
end $$;

-- Addresses from lo to hi. (The difference of two inet is a bigint, too small for IPv6.)
create function ip_width(lo inet, hi inet) returns numeric language sql immutable parallel safe
  as $$ select coalesce(sum(ip_size(block)), 0) from ip_cover(lo, hi) block $$;

-- First and last address of a node that may be handed out: a network's own address and an IPv4 network's broadcast may
-- not, nor the subnet-router anycast of IPv6 (RFC 4291 2.6.1); /31, /32 (RFC 3021), /127, /128 (RFC 6164) and pools give all.
create function ip_usable_first(net cidr, type text) returns inet language sql immutable parallel safe
  as $$ select case when type = 'network' and masklen(net) <= ip_bits(net) - 2 then ip_first(net) + 1 else ip_first(net) end $$;
create function ip_usable_last(net cidr, type text) returns inet language sql immutable parallel safe
  as $$ select case when type = 'network' and family(net) = 4 and masklen(net) <= 30 then ip_last(net) - 1 else ip_last(net) end $$;

-- Who calls -----------------------------------------------------------------------------------------------------------
-- The provider's people and the panel itself, who see every row.
create function ip_everything() returns boolean language sql stable
  as $$ select 'trunkline_app_all' in (session_user::text, current_setting('role', true)) $$;

-- Whether the caller sees a row of the tree: its holder is the caller's company or below it, or it is offered from above.
-- (plpgsql keeps its plan for the connection; a function in SQL that can't be inlined is planned at each call.)
create function ip_sees(lineage bigint[], offered boolean default false) returns boolean language plpgsql stable as $$
begin
  return ip_everything() or current_company() = any (lineage)
    or (offered and (select c.lineage from company c where c.id = current_company()) @> lineage[cardinality(lineage):]);
end $$;

-- The node, locked until the transaction ends: for whoever changes what is in it. Several are locked in the order of
-- (space_id, net), which puts every ancestor before its descendants.
create function ip_lock(node bigint, field text default 'parent_id') returns subnet language plpgsql as $$
declare
  found_node subnet;
begin
  select * into found_node from subnet where id = node and holds for no key update;
  if found_node.id is null or not ip_sees(found_node.lineage, found_node.offered) then
    perform ip_refuse(404, field, 'There is no such subnet.');
  end if;
  return found_node;
end $$;

-- Free space ------------------------------------------------------------------------------------------------------------
-- Takes exactly this block out of the node's free space. Needs the node's lock.
create function ip_carve(node bigint, want cidr) returns void language plpgsql as $$
declare
  block cidr;
begin
  select net into block from free_block where parent_id = node and net <= want order by net desc limit 1;
  if block is null or not block >>= want then
    raise exception using errcode = 'TL409', column = 'net', message = format('%s is taken.', want), constraint = 'ip_taken';
  end if;
  delete from free_block where parent_id = node and net = block;
  if block <> want then
    insert into free_block (parent_id, net, plen)
      select node, ip_buddy(set_masklen(want, len)), len from generate_series(masklen(block) + 1, masklen(want)) len;
  end if;
end $$;

-- Puts a block back and joins it with its buddy as long as that is free too. Needs the node's lock.
create function ip_give_back(node bigint, block cidr) returns void language plpgsql as $$
declare
  top int := (select masklen(net) from subnet where id = node);
  grown cidr := block;
begin
  while masklen(grown) > top loop
    delete from free_block where parent_id = node and net = ip_buddy(grown);
    exit when not found;
    grown := set_masklen(grown, masklen(grown) - 1);
  end loop;
  insert into free_block (parent_id, net, plen) values (node, grown, masklen(grown));
end $$;

-- The block of length `len` that comes next by `policy`, or null where none is free. Takes nothing. Probes of the index:
-- one (best-fit), two (sparse), or one a length (lowest, last), at any fill.
--   best-fit  from the smallest block that has room; leaves the big ones whole
--   lowest, last  first and last of the node
--   sparse    the start of the biggest block: 0, 1/2, 1/4, 3/4 … of the node, so that each has the most room to grow
--             (RFC 3531 3.2, bits assigned from the left)
create function ip_pick(node bigint, len int, policy text) returns cidr language plpgsql stable as $$
declare
  block cidr;
  near record;
  top int;
begin
  case policy
  when 'best-fit' then
    select net into block from free_block where parent_id = node and plen <= len order by plen desc, net limit 1;
  when 'sparse' then
    select plen into top from free_block where parent_id = node and plen <= len order by plen, net desc limit 1;
    select net into block from free_block where parent_id = node and plen = top order by net limit 1;
  else
    -- Where one address is wanted, any block has room.
    if len = (select ip_bits(net) from subnet where id = node) then
      if policy = 'last' then
        select net into block from free_block where parent_id = node order by net desc limit 1;
        return network(set_masklen(broadcast(block), len));
      end if;
      select net into block from free_block where parent_id = node order by net limit 1;
      return set_masklen(block, len);
    end if;
    -- The first or last block of each length that there is, which are few, and of these the first or last.
    top := len;
    loop
      if policy = 'last' then
        select f.net, f.plen into near from free_block f where f.parent_id = node and f.plen = (select max(g.plen) from free_block g where g.parent_id = node and g.plen <= top) order by f.net desc limit 1;
      else
        select f.net, f.plen into near from free_block f where f.parent_id = node and f.plen <= top order by f.plen desc, f.net limit 1;
      end if;
      exit when near.net is null;
      if block is null or (policy = 'last' and near.net > block) or (policy <> 'last' and near.net < block) then block := near.net; end if;
      top := near.plen - 1;
    end loop;
    if policy = 'last' then return network(set_masklen(broadcast(block), len)); end if;
  end case;
  return set_masklen(block, len);
end $$;

-- The deepest node that contains the address or prefix; null where none does. The order of prefixes is preorder of the
-- tree, so it is the predecessor or one of its ancestors. For callers without row security: a tenant's scan would step
-- over rows that it may not see; it asks for `net = any (ip_prefixes(…))`.
create function ip_find(space bigint, wanted inet) returns bigint language plpgsql stable as $$
declare
  at record;
begin
  -- Step by step: two or three probes of an index, which cost less than a recursive query costs to begin.
  select s.id, s.net, s.parent_id into at from subnet s where s.space_id = space and s.holds and s.net <= wanted::cidr order by s.net desc limit 1;
  while at.id is not null and not at.net >>= wanted loop
    select s.id, s.net, s.parent_id into at from subnet s where s.id = at.parent_id;
  end loop;
  return at.id;
end $$;

-- Writes the node's free blocks anew from what it gave away. Needs the node's lock. Returns what is given away, in
-- addresses: what `used` has to be.
create function ip_free_rebuild(node bigint) returns numeric language plpgsql set enable_seqscan = off set jit = off as $$
declare
  top cidr := (select net from subnet where id = node);
  at inet := ip_first(top);
  taken record;
  free numeric;
begin
  delete from free_block where parent_id = node;
  for taken in
    select ip_first(net) as lo, ip_last(net) as hi from subnet where parent_id = node and holds
    union all select ip, ip from address where subnet_id = node and holds
    union all select lo, hi from ip_range where subnet_id = node
    order by 1
  loop
    if taken.lo > at then
      insert into free_block (parent_id, net, plen) select node, b, masklen(b) from ip_cover(at, taken.lo - 1) b;
    end if;
    at := case when taken.hi < ip_last(top) then greatest(at, taken.hi + 1) end;
    exit when at is null;
  end loop;
  if at is not null then
    insert into free_block (parent_id, net, plen) select node, b, masklen(b) from ip_cover(at, ip_last(top)) b;
  end if;
  select coalesce(sum(ip_size(net)), 0) into free from free_block where parent_id = node;
  return ip_size(top) - free;
end $$;

-- Makes a function one of the engine's: it runs past row security and checks by itself whom it serves. Its statements
-- are planned once a connection, by index whatever the tables held at that time.
create function ip_engine(engine_function regprocedure) returns void language plpgsql as $$
begin
  execute format('alter function %s security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off', engine_function);
  -- Whoever is to own a function must be allowed to make one in its schema: for as long as this takes.
  grant create on schema public to trunkline_app_all;
  execute format('alter function %s owner to trunkline_app_all', engine_function);
  revoke create on schema public from trunkline_app_all;
end $$;
revoke execute on function ip_engine(regprocedure) from public;

-- As before (0008_told_time.sql), in a language that keeps its plan: every allocation writes the log.
create or replace function audit_event(action text, subject text, object_id bigint, object_label text, company_id bigint, before jsonb default null, after jsonb default null)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (at, action, subject, object_id, object_label, company_id, actor_id, actor_name, impersonator_id, impersonator_name, ip, request_id, before, after)
  values (
    case when 'trunkline_app_all' in (session_user::text, current_setting('role', true))
      then coalesce(nullif(current_setting('app.at', true), '')::timestamptz, clock_timestamp()) else clock_timestamp() end,
    audit_event.action, audit_event.subject, audit_event.object_id, audit_event.object_label, audit_event.company_id,
    nullif(current_setting('app.actor', true), '')::bigint,
    coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
    nullif(current_setting('app.impersonator', true), '')::bigint,
    nullif(current_setting('app.impersonator_name', true), ''),
    nullif(current_setting('app.ip', true), ''),
    nullif(current_setting('app.request_id', true), ''),
    audit_event.before, audit_event.after);
end $$;
