-- IPAM. A node of the tree (subnet) keeps its prefix and its parent; free space is rows; the database itself refuses
-- overlap of siblings, a child outside its parent, and an address in a node that gives subnets.

-- Address spaces: one public for the installation, as many private ones as companies want. Only a private one may
-- hold again what another holds.
create table ip_space (
  id bigint generated always as identity primary key,
  -- The company whose private space it is; the public one belongs to nobody and everybody names it.
  company_id bigint references company,
  kind text not null check (kind in ('public', 'private')),
  name text not null check (name <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'public') = (company_id is null))
);
create unique index ip_space_name on ip_space (coalesce(company_id, 0), lower(name));
create unique index ip_space_public on ip_space (kind) where kind = 'public';
insert into ip_space (kind, name) values ('public', 'Public');
create trigger ip_space_touch before update on ip_space for each row when (old.name is distinct from new.name) execute function touch_row();

create table subnet_category (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (name <> ''),
  description text,
  -- A name of the panel's palette, which has a readable shade for either skin.
  colour text not null default 'grey',
  -- Days that given back space rests before it is handed out again.
  cool_down_days int not null default 30 check (cool_down_days between 0 and 3650),
  default_policy text check (default_policy in ('best-fit', 'lowest', 'last', 'sparse')),
  default_unit_v4 smallint check (default_unit_v4 between 0 and 32),
  default_unit_v6 smallint check (default_unit_v6 between 0 and 128),
  -- What a new network gets by itself: its gateway, and so many addresses held back at its start.
  gateway text check (gateway in ('first', 'last')),
  reserve_first smallint not null default 0 check (reserve_first between 0 and 1024),
  ptr_template text,
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index subnet_category_name on subnet_category (company_id, lower(name)) where deleted_at is null;
create index subnet_category_search on subnet_category using gin (search_text gin_trgm_ops);
create trigger subnet_category_touch before update on subnet_category for each row
  when ((old.name, old.description, old.colour, old.cool_down_days, old.default_policy, old.default_unit_v4, old.default_unit_v6, old.gateway, old.reserve_first, old.ptr_template, old.deleted_at)
    is distinct from (new.name, new.description, new.colour, new.cool_down_days, new.default_policy, new.default_unit_v4, new.default_unit_v6, new.gateway, new.reserve_first, new.ptr_template, new.deleted_at))
  execute function touch_row();

create table subnet (
  id bigint generated always as identity primary key,
  space_id bigint not null references ip_space,
  net cidr not null,
  parent_id bigint,
  -- Copies of the parent's own columns, which make the two checks below constraints of one row.
  parent_net cidr,
  parent_hosts boolean,
  -- Whether it gives addresses; else it gives subnets. Never both.
  hosts boolean not null,
  type text not null check (type in ('container', 'network', 'pool')),
  usage_type text check (usage_type in ('infrastructure', 'management', 'loopback', 'point-to-point', 'customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'vpn', 'cgn')),
  category_id bigint references subnet_category,
  -- held: for a time; quarantined: destroyed, resting; released: destroyed, its space is given back.
  state text not null default 'reserved' check (state in ('held', 'reserved', 'assigned', 'quarantined', 'released')),
  -- The holder: the company that the node is given to. Delegation is a change of it.
  company_id bigint not null references company,
  -- Depth of the parent's holder in the tree of companies, 0 without a parent: below it the node is a root of what is seen.
  parent_depth smallint not null default 0,
  -- The companies above may look and take back, but not work inside.
  exclusive boolean not null default false,
  -- Companies below the holder may take addresses and networks from it.
  offered boolean not null default false,
  -- What the whole node is used by: a service, a VPN dial-up, a site, a piece of hardware.
  used_by_kind text check (used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas')),
  used_by_id bigint,
  used_by_label text,
  name text not null default '',
  description text not null default '',
  vlan int check (vlan between 1 and 4094),
  gateway inet,
  -- Length of one unit: what the node is given out in.
  assign_len smallint not null,
  policy text not null check (policy in ('best-fit', 'lowest', 'last', 'sparse')),
  mark_full boolean not null default false,
  -- Whether network and broadcast address and the like are cut out already (at the first address).
  edges_cut boolean not null default false,
  -- Figures, in addresses of the family: numeric, since /0 of IPv6 is 2^128.
  child_count bigint not null default 0 check (child_count >= 0),
  address_count bigint not null default 0 check (address_count >= 0),
  -- Allocated: given to children, addresses and ranges. Kept in the transaction that allocates.
  used numeric(40) not null default 0 check (used >= 0),
  -- Assigned to a customer, service or device in the whole subtree; folded up by a job.
  assigned numeric(40) not null default 0,
  -- Seen in leases and sessions of the last 24 hours.
  in_use numeric(40) not null default 0,
  in_use_at timestamptz,
  -- The row occupies its space: all states but released.
  holds boolean not null default true,
  expires_at timestamptz,
  release_at timestamptz,
  -- Rows that were destroyed together.
  deletion_id bigint,
  search_text text generated always as (lower(host(net) || '/' || masklen(net) || ' ' || name || ' ' || description || ' ' || coalesce(used_by_label, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (space_id, id, net, hosts),
  constraint subnet_parent_whole check (num_nulls(parent_id, parent_net, parent_hosts) in (0, 3)),
  constraint subnet_inside_parent check (net << parent_net),
  constraint subnet_parent_gives_subnets check (not parent_hosts),
  constraint subnet_parent foreign key (space_id, parent_id, parent_net, parent_hosts) references subnet (space_id, id, net, hosts) on update cascade,
  constraint subnet_sibling exclude using gist (space_id with =, (coalesce(parent_id, 0)) with =, net inet_ops with &&) where (holds),
  constraint subnet_type check (hosts = (type = 'network') or type = 'pool'),
  constraint subnet_unit check (assign_len between masklen(net) and case family(net) when 4 then 32 else 128 end),
  constraint subnet_hold check ((state = 'held') = (expires_at is not null)),
  constraint subnet_released check (holds = (state <> 'released')),
  constraint subnet_gone check ((state in ('quarantined', 'released')) = (deleted_at is not null)),
  constraint subnet_used_by check (num_nulls(used_by_kind, used_by_id) in (0, 2))
);
create unique index subnet_net on subnet (space_id, net) where holds;
create index subnet_child on subnet (parent_id, net) where holds;
create index subnet_search on subnet using gin (search_text gin_trgm_ops);
create index subnet_company on subnet (company_id);
create index subnet_category_used on subnet (category_id) where category_id is not null;
create index subnet_used_by_row on subnet (used_by_kind, used_by_id) where used_by_kind is not null;
create index subnet_release on subnet (release_at) where state = 'quarantined';
create index subnet_expiry on subnet (expires_at) where expires_at is not null and holds;
create index subnet_deletion on subnet (deletion_id) where deletion_id is not null;
create index subnet_offered on subnet (company_id) where offered and holds;

select carries_lineage('subnet');
-- The flat list in order of address, at each width of view; and the roots of what is seen.
select scoped_index('subnet', 'subnet_flat', 'net, id', 'deleted_at is null');
create index subnet_root on subnet (net, id) where parent_id is null and deleted_at is null;
do $$ begin
  for depth in 2..5 loop
    execute format('create index subnet_root_%s on subnet ((lineage[%s]), net, id) where parent_depth < %s and deleted_at is null', depth, depth, depth);
  end loop;
end $$;
create trigger subnet_touch before update on subnet for each row
  when ((old.net, old.parent_id, old.type, old.hosts, old.usage_type, old.category_id, old.state, old.company_id, old.exclusive, old.offered, old.used_by_kind, old.used_by_id, old.used_by_label, old.name, old.description, old.vlan, old.gateway, old.assign_len, old.policy, old.mark_full, old.expires_at, old.release_at, old.deleted_at)
    is distinct from (new.net, new.parent_id, new.type, new.hosts, new.usage_type, new.category_id, new.state, new.company_id, new.exclusive, new.offered, new.used_by_kind, new.used_by_id, new.used_by_label, new.name, new.description, new.vlan, new.gateway, new.assign_len, new.policy, new.mark_full, new.expires_at, new.release_at, new.deleted_at))
  execute function touch_row();

-- Only taken addresses have a row.
create table address (
  id bigint generated always as identity primary key,
  space_id bigint not null references ip_space,
  -- A host address: full length, its subnet's network length is subnet_net's.
  ip inet not null check (masklen(ip) = case family(ip) when 4 then 32 else 128 end),
  subnet_id bigint,
  subnet_net cidr,
  subnet_hosts boolean,
  company_id bigint not null references company,
  state text not null default 'assigned' check (state in ('held', 'reserved', 'assigned', 'quarantined', 'released')),
  used_by_kind text check (used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas')),
  used_by_id bigint,
  used_by_label text,
  is_gateway boolean not null default false,
  mac macaddr,
  dns_name text not null default '',
  note text not null default '',
  last_seen_at timestamptz,
  holds boolean not null default true,
  expires_at timestamptz,
  release_at timestamptz,
  search_text text generated always as (lower(host(ip) || ' ' || dns_name || ' ' || note || ' ' || coalesce(used_by_label, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint address_subnet_whole check (num_nulls(subnet_id, subnet_net, subnet_hosts) in (0, 3)),
  constraint address_inside_subnet check (ip <<= subnet_net),
  constraint address_in_giver check (subnet_hosts),
  constraint address_subnet foreign key (space_id, subnet_id, subnet_net, subnet_hosts) references subnet (space_id, id, net, hosts) on update cascade,
  constraint address_placed check (holds = (subnet_id is not null)),
  constraint address_hold check ((state = 'held') = (expires_at is not null)),
  constraint address_released check (holds = (state <> 'released')),
  constraint address_gone check ((state in ('quarantined', 'released')) = (deleted_at is not null)),
  constraint address_used_by check (num_nulls(used_by_kind, used_by_id) in (0, 2))
);
create unique index address_ip on address (space_id, ip) where holds;
create index address_of_subnet on address (subnet_id, ip) where holds;
create index address_search on address using gin (search_text gin_trgm_ops);
create index address_company on address (company_id);
create index address_used_by_row on address (used_by_kind, used_by_id) where used_by_kind is not null;
create index address_release on address (release_at) where state = 'quarantined';
create index address_expiry on address (expires_at) where expires_at is not null and holds;
select carries_lineage('address');
create trigger address_touch before update on address for each row
  when ((old.ip, old.subnet_id, old.company_id, old.state, old.used_by_kind, old.used_by_id, old.used_by_label, old.is_gateway, old.mac, old.dns_name, old.note, old.expires_at, old.release_at, old.deleted_at)
    is distinct from (new.ip, new.subnet_id, new.company_id, new.state, new.used_by_kind, new.used_by_id, new.used_by_label, new.is_gateway, new.mac, new.dns_name, new.note, new.expires_at, new.release_at, new.deleted_at))
  execute function touch_row();

-- A stretch of a node that is not handed out one by one. Its space is cut out of the free blocks.
create table ip_range (
  id bigint generated always as identity primary key,
  subnet_id bigint not null references subnet on delete cascade,
  company_id bigint not null references company,
  lo inet not null,
  hi inet not null,
  kind text not null check (kind in ('edge', 'reserved', 'dhcp')),
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (family(lo) = family(hi) and lo <= hi)
);
create unique index ip_range_start on ip_range (subnet_id, lo);
select carries_lineage('ip_range');
create trigger ip_range_touch before update on ip_range for each row
  when ((old.lo, old.hi, old.kind, old.note) is distinct from (new.lo, new.hi, new.kind, new.note)) execute function touch_row();

-- The maximal aligned free prefixes of each node: finding free space is one probe at any fill.
create table free_block (
  parent_id bigint not null references subnet on delete cascade,
  net cidr not null,
  plen smallint not null,
  primary key (parent_id, net),
  check (plen = masklen(net))
);
create unique index free_fit on free_block (parent_id, plen desc, net);
create index free_any on free_block (plen, parent_id);

-- Who held what, when.
create table ip_holding (
  id bigint generated always as identity primary key,
  space_id bigint not null references ip_space,
  net cidr not null,
  company_id bigint not null references company,
  used_by_kind text,
  used_by_id bigint,
  used_by_label text,
  subnet_id bigint,
  address_id bigint,
  valid tstzrange not null
);
create index ip_holding_net on ip_holding (space_id, net, lower(valid) desc);
create index ip_holding_open_subnet on ip_holding (subnet_id) where upper_inf(valid) and subnet_id is not null;
create index ip_holding_open_address on ip_holding (address_id) where upper_inf(valid) and address_id is not null;
select carries_lineage('ip_holding');

-- Changes of what is assigned, appended with the change and folded up the tree by a job.
create table ip_delta (
  id bigint generated always as identity primary key,
  subnet_id bigint not null,
  assigned numeric(40) not null
);

-- Structural work that is shown before it is done, and what became of it.
create table ip_plan (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  created_by text not null default '',
  operation text not null check (operation in ('split', 'merge', 'resize', 'move', 'cover', 'lift', 'destroy')),
  -- The question as it was asked, and what it would change.
  request jsonb not null,
  outcome jsonb not null,
  -- Versions of the rows it was made from, by id: applied only while they stand.
  versions jsonb not null,
  state text not null default 'planned' check (state in ('planned', 'queued', 'running', 'done', 'failed')),
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
select carries_lineage('ip_plan');

-- The night's count, and those asked for.
create table ip_verification (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  nodes bigint not null default 0,
  -- [{ subnet_id, net, fault, expected, found }], at most 1,000
  faults jsonb not null default '[]',
  fault_count bigint not null default 0,
  repaired bigint not null default 0
);

-- Row security -----------------------------------------------------------------------------------------------------
-- The companies above the one that is set, itself included: whose offers it sees.
create function companies_above() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select lineage from company where id = current_company()
$$;
grant create on schema public to trunkline_app_all;
alter function companies_above() owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;

drop policy own on subnet;
create policy own on subnet to trunkline_app using (
  array_position(lineage, (select current_company())) is not null or (offered and company_id = any ((select companies_above())::bigint[])))
  -- What is offered from above is read, never changed.
  with check (array_position(lineage, (select current_company())) is not null);

alter table ip_space enable row level security;
alter table ip_space force row level security;
create policy own on ip_space to trunkline_app using ((kind = 'public' and (select current_company()) > 0) or company_id in (select ancestor_id from company_tree where descendant_id = (select current_company()) union all select descendant_id from company_tree where ancestor_id = (select current_company())));
alter table subnet_category enable row level security;
alter table subnet_category force row level security;
-- Categories are read below their owner, and changed by the owner's line only.
create policy own on subnet_category to trunkline_app using (
  company_id = any ((select companies_above())::bigint[]) or company_id in (select descendant_id from company_tree where ancestor_id = (select current_company())))
  with check (company_id in (select descendant_id from company_tree where ancestor_id = (select current_company())));
alter table free_block enable row level security;
alter table free_block force row level security;
create policy own on free_block to trunkline_app using (exists (select from subnet s where s.id = free_block.parent_id));
alter table ip_delta enable row level security;
alter table ip_delta force row level security;
alter table ip_verification enable row level security;
alter table ip_verification force row level security;

do $$
declare t text;
begin
  foreach t in array array['ip_space', 'subnet_category', 'subnet', 'address', 'ip_range', 'free_block', 'ip_holding', 'ip_delta', 'ip_plan', 'ip_verification'] loop
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
-- Tenants read. The tree is changed by the functions of the engine only; what is written by hand is named.
grant select on ip_space, subnet_category, subnet, address, ip_range, free_block, ip_holding, ip_plan to trunkline_app;
grant insert (company_id, kind, name), update (name), delete on ip_space to trunkline_app;
grant insert, update on subnet_category to trunkline_app;
grant update (usage_type, category_id, name, description, vlan, gateway, assign_len, policy, mark_full, offered) on subnet to trunkline_app;
grant update (mac, dns_name, note) on address to trunkline_app;
grant update (note) on ip_range to trunkline_app;
grant insert on ip_plan to trunkline_app;

-- Audit and live channel ---------------------------------------------------------------------------------------------
-- A fifth argument names columns that change by themselves and say nothing: counters, copies. A sixth names the column
-- with the record that the row is part of: an address is told under the subnet that it lies in.
create or replace function audit_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_ jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  any_row jsonb := case when tg_op = 'DELETE' then was else is_ end;
  noise text[] := array['id', 'version', 'updated_at', 'created_at', 'lineage', 'search_text', 'telephone', 'name_sort'] || string_to_array(coalesce(tg_argv[4], ''), ',');
  secret text[] := string_to_array(coalesce(tg_argv[3], ''), ',');
  part_of text := coalesce(tg_argv[5], 'id');
  before jsonb := '{}';
  after jsonb := '{}';
  action text := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'destroy' else 'update' end;
begin
  -- What is empty before and after says nothing. A new row without secrets is told whole: every allocation comes by here.
  if tg_op = 'INSERT' and coalesce(tg_argv[3], '') = '' then
    after := jsonb_strip_nulls(is_ - noise);
  else
    select coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(was -> k, 'null') end) filter (where tg_op <> 'INSERT' or k = any (secret)), '{}'),
        coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(is_ -> k, 'null') end) filter (where tg_op <> 'DELETE' or k = any (secret)), '{}')
      into before, after
      from jsonb_object_keys(any_row - noise) k where coalesce(was -> k, 'null') <> coalesce(is_ -> k, 'null');
  end if;
  if tg_op = 'UPDATE' then
    if after = '{}' then return null; end if;
    if was ->> 'deleted_at' is null and is_ ->> 'deleted_at' is not null then action := 'destroy';
    elsif was ->> 'deleted_at' is not null and is_ ->> 'deleted_at' is null then action := 'recover';
    elsif tg_argv[0] = 'companies' and was -> 'parent_id' is distinct from is_ -> 'parent_id' then action := 'move';
    end if;
  end if;
  perform audit_event(action, tg_argv[0], coalesce(any_row ->> part_of, was ->> part_of)::bigint, any_row ->> tg_argv[2], (any_row ->> tg_argv[1])::bigint,
    nullif(before, '{}'), nullif(after, '{}'));
  return null;
end $$;

-- Counters change with each allocation and do not count the version: only what somebody did is recorded.
create function audited_by_version(table_name regclass, subject text, company_column text, label_column text, noise text, part_of text default 'id') returns void language plpgsql as $$
begin
  execute format('create trigger audit after insert or delete on %s for each row execute function audit_row(%L, %L, %L, %L, %L, %L)', table_name, subject, company_column, label_column, '', noise, part_of);
  execute format('create trigger audit_update after update on %s for each row when (old.version is distinct from new.version) execute function audit_row(%L, %L, %L, %L, %L, %L)', table_name, subject, company_column, label_column, '', noise, part_of);
end $$;

-- The live channel names the record too: what changes inside of a subnet is told as a change of it.
create or replace function announce_rows() returns trigger language plpgsql as $$
declare
  part_of text := coalesce(tg_argv[2], 'id');
  ids bigint[];
  companies bigint[];
begin
  select array_agg(distinct (to_jsonb(c) ->> part_of)::bigint) filter (where to_jsonb(c) ->> part_of is not null), array_agg(distinct (to_jsonb(c) ->> tg_argv[1])::bigint)
    into ids, companies from changed_rows c;
  if companies is null then return null; end if;
  -- None to name is told as too many.
  if ids is null or cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', tg_argv[0], 'ids', ids, 'companies', companies)::text);
  return null;
end $$;

create function announced_as_part(table_name regclass, subject text, company_column text, part_of text) returns void language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
  execute format('create trigger announce_update after update on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
end $$;

create trigger audit after insert or update or delete on ip_space for each row execute function audit_row('subnets', 'company_id', 'name', '', '', 'no_record');
select audited('subnet_category', 'subnet-categories', 'company_id', 'name');
select announced('subnet_category', 'subnet-categories', 'company_id');
select audited_by_version('subnet', 'subnets', 'company_id', 'net', 'used,assigned,in_use,in_use_at,child_count,address_count,parent_depth,edges_cut,parent_net,parent_hosts,deletion_id,holds');
select announced('subnet', 'subnets', 'company_id');
select audited_by_version('address', 'subnets', 'company_id', 'ip', 'subnet_net,subnet_hosts,last_seen_at,holds', 'subnet_id');
select announced_as_part('address', 'subnets', 'company_id', 'subnet_id');
create trigger audit after insert or update or delete on ip_range for each row execute function audit_row('subnets', 'company_id', 'lo', '', '', 'subnet_id');
select announced_as_part('ip_range', 'subnets', 'company_id', 'subnet_id');
