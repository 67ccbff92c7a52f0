-- IPAM. A node of the tree (subnet) keeps its prefix and its parent; free space is rows; the database itself rejects
-- overlap of siblings, a child outside its parent, and an address in a node that gives subnets.
--
-- The functions (db/functions/ip_*.sql), by what they are for:
--   arithmetic of prefixes   ip_bits … ip_width; they read no table
--   free space               ip_carve, ip_give_back, ip_pick, ip_next_address: a buddy allocator over free_block. They run as the
--                            caller, and tenants may not write the tables: for those they work inside the engine's functions
--                            alone. What changes a node's children, addresses, ranges or free blocks holds its lock (ip_lock)
--   allocation               ip_allocate, ip_take_addresses, ip_store_range …: one function a kind, one round trip, one locked row.
--                            All run past row security and check by themselves whom they serve: what the caller does not see
--                            is rejected as missing
--   plans                    ip_look_…: what would change and what stands in the way; ip_do_…: carries it out. A plan stores
--                            what was looked at with the versions of the rows concerned; it is applied while they are the
--                            same, in one transaction, at once or by a job
--   many on one pool         each transaction finds an address of its own and writes its row without the pool's lock. What needs
--                            the lock, the free block and the count, is done when the transaction commits (ip_settle)
--
-- Each allocation counts itself in its node and names no other column. A trigger's condition is planned again for each
-- statement, and those of a node compare twenty columns: with the columns named in the trigger, a count does not evaluate them.
-- For the same reason what a row of subnet or address says of itself is checked by a trigger (ip_judge_…) where these columns
-- are written: PostgreSQL reads and plans each check of a table again for every statement that writes to it.
--
-- Tenants read. The tree is changed by the functions of the engine only; the columns that are written by hand are granted.
-- functions: announce_rows, announce_space, audit_row, companies_above, current_company, ip_deepen, ip_follow_address, ip_follow_subnet
-- functions: ip_judge_address, ip_judge_subnet, ip_keep_address_words, ip_keep_apart, ip_keep_fullness, ip_keep_subnet_words, ip_place_address
-- functions: ip_place_node, ip_remember, ip_settle, take_lineage, touch_row

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
insert into ip_space (kind, name) values ('public', 'Public');
create unique index ip_space_name on ip_space (coalesce(company_id, 0), lower(name));
create unique index ip_space_public on ip_space (kind) where kind = 'public';
create trigger ip_space_touch before update on ip_space for each row when (old.name is distinct from new.name) execute function touch_row();
create trigger audit after insert or update or delete on ip_space for each row execute function audit_row('subnets', 'company_id', 'name', '', '', 'no_record');
alter table ip_space enable row level security;
alter table ip_space force row level security;
create policy own on ip_space to trunkline_app using ((kind = 'public' and (select current_company()) > 0) or company_id in (select ancestor_id from company_tree where descendant_id = (select current_company()) union all select descendant_id from company_tree where ancestor_id = (select current_company())));
create policy everything on ip_space to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_space to trunkline_app_all;
grant select, delete on ip_space to trunkline_app;
grant insert (company_id, kind, name) on ip_space to trunkline_app;
grant update (name) on ip_space to trunkline_app;

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
create trigger audit after insert or delete or update on subnet_category for each row execute function audit_row('subnet-categories', 'company_id', 'name', '');
create trigger announce_insert after insert on subnet_category referencing new table as changed_rows for each statement execute function announce_rows('subnet-categories', 'company_id');
create trigger announce_update after update on subnet_category referencing new table as changed_rows for each statement execute function announce_rows('subnet-categories', 'company_id');
create trigger announce_delete after delete on subnet_category referencing old table as changed_rows for each statement execute function announce_rows('subnet-categories', 'company_id');
alter table subnet_category enable row level security;
alter table subnet_category force row level security;
-- Categories are read below their owner, and changed by the owner's line only.
create policy own on subnet_category to trunkline_app using (
  company_id = any ((select companies_above())::bigint[]) or company_id in (select descendant_id from company_tree where ancestor_id = (select current_company())))
  with check (company_id in (select descendant_id from company_tree where ancestor_id = (select current_company())));
create policy everything on subnet_category to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on subnet_category to trunkline_app_all;
grant select, insert, update on subnet_category to trunkline_app;

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
  type text not null,
  usage_type text,
  category_id bigint references subnet_category,
  -- held: for a time; quarantined: destroyed, resting; released: destroyed, its space is given back.
  state text not null default 'reserved',
  -- The holder: the company that the node is given to. Delegation is a change of it.
  company_id bigint not null references company,
  -- Depth of the parent's holder in the tree of companies, 0 without a parent: below it the node is a root of what is seen.
  parent_depth smallint not null default 0,
  -- The companies above may look and take back, but not work inside.
  exclusive boolean not null default false,
  -- Companies below the holder may take addresses and networks from it.
  offered boolean not null default false,
  -- What the whole node is used by: a service, a VPN dial-up, a site, a piece of hardware.
  used_by_kind text,
  used_by_id bigint,
  used_by_label text,
  name text not null default '',
  description text not null default '',
  vlan int,
  gateway inet,
  -- Length of one unit: what the node is given out in.
  assign_len smallint not null,
  policy text not null,
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
  search_text text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  -- Where addresses or prefixes run out soon: less than a tenth is free. Containers are meant to be handed on whole, and
  -- what is smaller than 16 units is full by its nature; what RADIUS leases from is its own as a whole.
  leased boolean not null default false,
  nearly_full boolean not null default false,
  -- What a row was before it was given back, for whoever takes it back; a hold that lapsed comes back as reserved.
  former_state text not null default 'reserved',
  unique (space_id, id, net, hosts),
  constraint subnet_inside_parent check (net << parent_net),
  constraint subnet_parent_gives_subnets check (not parent_hosts),
  constraint subnet_parent foreign key (space_id, parent_id, parent_net, parent_hosts) references subnet (space_id, id, net, hosts) on update cascade deferrable initially immediate,
  constraint subnet_parent_whole check ((parent_id is null) = (parent_net is null) and (parent_id is null) = (parent_hosts is null))
);
-- For readers of the catalogue, the generator of row types among them.
comment on column subnet.type is 'One of: container, network, pool.';
comment on column subnet.usage_type is 'One of: infrastructure, management, loopback, point-to-point, customer, cpe-wan, radius-pool, prefix-delegation, vpn, cgn.';
comment on column subnet.state is 'One of: held, reserved, assigned, quarantined, released.';
comment on column subnet.used_by_kind is 'One of: service, vpn-dialup, site, hardware, nas.';
comment on column subnet.policy is 'One of: best-fit, lowest, last, sparse.';
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
-- The flat list in order of address, at each width of view; and the roots of what is seen.
create index subnet_flat on subnet (net, id) where deleted_at is null;
create index subnet_flat_2 on subnet ((lineage[2]), net, id) where deleted_at is null and lineage[2] is not null;
create index subnet_flat_3 on subnet ((lineage[3]), net, id) where deleted_at is null and lineage[3] is not null;
create index subnet_flat_4 on subnet ((lineage[4]), net, id) where deleted_at is null and lineage[4] is not null;
create index subnet_flat_5 on subnet ((lineage[5]), net, id) where deleted_at is null and lineage[5] is not null;
create index subnet_root on subnet (net, id) where parent_id is null and deleted_at is null;
create index subnet_root_2 on subnet using btree ((lineage[2]), net, id) where ((parent_depth < 2) and (deleted_at is null));
create index subnet_root_3 on subnet using btree ((lineage[3]), net, id) where ((parent_depth < 3) and (deleted_at is null));
create index subnet_root_4 on subnet using btree ((lineage[4]), net, id) where ((parent_depth < 4) and (deleted_at is null));
create index subnet_root_5 on subnet using btree ((lineage[5]), net, id) where ((parent_depth < 5) and (deleted_at is null));
create index subnet_resting on subnet (parent_id, company_id) where state = 'quarantined';
create index subnet_top on subnet (space_id, net) where parent_id is null and holds;
create index subnet_nearly_full on subnet (net, id) where nearly_full;
create index subnet_nearly_full_2 on subnet ((lineage[2]), net, id) where nearly_full and lineage[2] is not null;
create index subnet_nearly_full_3 on subnet ((lineage[3]), net, id) where nearly_full and lineage[3] is not null;
create index subnet_nearly_full_4 on subnet ((lineage[4]), net, id) where nearly_full and lineage[4] is not null;
create index subnet_nearly_full_5 on subnet ((lineage[5]), net, id) where nearly_full and lineage[5] is not null;
insert into lineage_table values ('subnet');
create statistics subnet_lineage_2 on (lineage[2]) from subnet;
create statistics subnet_lineage_3 on (lineage[3]) from subnet;
create statistics subnet_lineage_4 on (lineage[4]) from subnet;
create statistics subnet_lineage_5 on (lineage[5]) from subnet;
create trigger lineage before insert or update of company_id on subnet for each row execute function take_lineage();
create trigger audit after insert or delete on subnet for each row execute function audit_row('subnets', 'company_id', 'net', '', 'used,assigned,in_use,in_use_at,child_count,address_count,parent_depth,edges_cut,parent_net,parent_hosts,deletion_id,holds', 'id');
create trigger announce_delete after delete on subnet referencing old table as changed_rows for each statement execute function announce_rows('subnets', 'company_id');
-- While a node is split or covered, a child stands for a moment where its parent does not give subnets yet, or beside
-- what is to contain it. Both are checked at the end of the step that asks for it; else at each statement.
create constraint trigger subnet_sibling after insert on subnet deferrable initially immediate for each row when (new.holds) execute function ip_keep_apart();
create trigger remember before update of state on subnet for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_remember();
-- After the trigger `lineage`, by its name.
create trigger place before insert or update of parent_id, company_id on subnet for each row execute function ip_place_node();
-- Counters, copies and what is seen do not count the version: nothing follows from those.
create trigger follow_insert after insert on subnet for each row execute function ip_follow_subnet();
create trigger announce_insert after insert on subnet referencing new table as new_rows for each statement execute function announce_space();
create trigger subnet_touch before update of net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at on subnet for each row when ((((old.net)::inet is distinct from (new.net)::inet) or (old.parent_id is distinct from new.parent_id) or (old.type is distinct from new.type) or (old.hosts is distinct from new.hosts) or (old.usage_type is distinct from new.usage_type) or (old.category_id is distinct from new.category_id) or (old.state is distinct from new.state) or (old.company_id is distinct from new.company_id) or (old.exclusive is distinct from new.exclusive) or (old.offered is distinct from new.offered) or (old.used_by_kind is distinct from new.used_by_kind) or (old.used_by_id is distinct from new.used_by_id) or (old.used_by_label is distinct from new.used_by_label) or (old.name is distinct from new.name) or (old.description is distinct from new.description) or (old.vlan is distinct from new.vlan) or (old.gateway is distinct from new.gateway) or (old.assign_len is distinct from new.assign_len) or (old.policy is distinct from new.policy) or (old.mark_full is distinct from new.mark_full) or (old.expires_at is distinct from new.expires_at) or (old.release_at is distinct from new.release_at) or (old.deleted_at is distinct from new.deleted_at))) execute function touch_row();
-- Many children that change their parent at once are written to the audit log by the function that moves them, in one
-- statement (app.moves_told).
create trigger audit_update after update of net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at, version on subnet for each row when (((old.version is distinct from new.version) and (not ((old.parent_id is distinct from new.parent_id) and new.holds and (coalesce(current_setting('app.moves_told'::text, true), ''::text) = 'on'::text))))) execute function audit_row('subnets', 'company_id', 'net', '', 'used,assigned,in_use,in_use_at,child_count,address_count,parent_depth,edges_cut,parent_net,parent_hosts,deletion_id,holds', 'id');
-- What moves in bulk was told by ip_tell_moves, in one statement.
create trigger follow_update after update of net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at, version on subnet for each row when (((old.version <> new.version) and (not ((old.parent_id is distinct from new.parent_id) and new.holds and (coalesce(current_setting('app.moves_told'::text, true), ''::text) = 'on'::text))))) execute function ip_follow_subnet();
create trigger deepen after update of company_id, lineage on subnet for each row when ((cardinality(old.lineage) is distinct from cardinality(new.lineage))) execute function ip_deepen();
create constraint trigger subnet_sibling_moved after update of net, parent_id, space_id, holds on subnet deferrable initially immediate for each row when ((new.holds and (((old.net)::inet is distinct from (new.net)::inet) or (old.parent_id is distinct from new.parent_id) or (old.space_id is distinct from new.space_id) or (old.holds is distinct from new.holds)))) execute function ip_keep_apart();
-- A count alone is not announced: the allocation is announced with the row of its address.
create trigger announce_update after update on subnet referencing new table as new_rows old table as old_rows for each statement
  when (current_setting('app.taking', true) is distinct from 'settling') execute function announce_space();
create trigger words before insert or update of net, name, description, used_by_label, search_text on subnet
  for each row execute function ip_keep_subnet_words();
alter table subnet enable always trigger words;
create trigger fullness before insert or update of used, net, type, assign_len, leased, mark_full, deleted_at, nearly_full on subnet
  for each row execute function ip_keep_fullness();
alter table subnet enable always trigger fullness;
create trigger whole before insert or update of net, hosts, type, usage_type, state, used_by_kind, used_by_id, vlan, assign_len, policy, holds, expires_at, deleted_at on subnet
  for each row execute function ip_judge_subnet();
alter table subnet enable always trigger whole;
alter table subnet enable row level security;
alter table subnet force row level security;
create policy own on subnet to trunkline_app using (
  array_position(lineage, (select current_company())) is not null or (offered and company_id = any ((select companies_above())::bigint[])))
  -- What is offered from above is read, never changed.
  with check (array_position(lineage, (select current_company())) is not null);
create policy everything on subnet to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on subnet to trunkline_app_all;
grant select on subnet to trunkline_app;
grant update (usage_type, category_id, offered, name, description, vlan, gateway, assign_len, policy, mark_full) on subnet to trunkline_app;

-- Only taken addresses have a row.
create table address (
  id bigint generated always as identity primary key,
  space_id bigint not null,
  -- A host address: full length, its subnet's network length is subnet_net's.
  ip inet not null,
  subnet_id bigint,
  subnet_net cidr,
  subnet_hosts boolean,
  company_id bigint not null references company,
  state text not null default 'assigned',
  used_by_kind text,
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
  search_text text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  former_state text not null default 'reserved',
  constraint address_inside_subnet check (ip <<= subnet_net),
  constraint address_in_giver check (subnet_hosts),
  constraint address_subnet foreign key (space_id, subnet_id, subnet_net, subnet_hosts) references subnet (space_id, id, net, hosts) on update cascade,
  constraint address_placed check (holds = (subnet_id is not null)),
  constraint address_subnet_whole check ((subnet_id is null) = (subnet_net is null) and (subnet_id is null) = (subnet_hosts is null))
);
comment on column address.state is 'One of: held, reserved, assigned, quarantined, released.';
comment on column address.used_by_kind is 'One of: service, vpn-dialup, site, hardware, nas.';
create unique index address_ip on address (space_id, ip) where holds;
create index address_of_subnet on address (subnet_id, ip) where holds;
create index address_search on address using gin (search_text gin_trgm_ops);
create index address_company on address (company_id);
create index address_used_by_row on address (used_by_kind, used_by_id) where used_by_kind is not null;
create index address_release on address (release_at) where state = 'quarantined';
create index address_expiry on address (expires_at) where expires_at is not null and holds;
create index address_resting on address (subnet_id, used_by_kind, used_by_id) where state = 'quarantined';
insert into lineage_table values ('address');
create statistics address_lineage_2 on (lineage[2]) from address;
create statistics address_lineage_3 on (lineage[3]) from address;
create statistics address_lineage_4 on (lineage[4]) from address;
create statistics address_lineage_5 on (lineage[5]) from address;
create trigger address_touch before update on address for each row
  when ((old.ip, old.subnet_id, old.company_id, old.state, old.used_by_kind, old.used_by_id, old.used_by_label, old.is_gateway, old.mac, old.dns_name, old.note, old.expires_at, old.release_at, old.deleted_at)
    is distinct from (new.ip, new.subnet_id, new.company_id, new.state, new.used_by_kind, new.used_by_id, new.used_by_label, new.is_gateway, new.mac, new.dns_name, new.note, new.expires_at, new.release_at, new.deleted_at))
  execute function touch_row();
create trigger audit after insert or delete on address for each row execute function audit_row('subnets', 'company_id', 'ip', '', 'subnet_net,subnet_hosts,last_seen_at,holds', 'subnet_id');
create trigger audit_update after update on address for each row when ((old.version is distinct from new.version)) execute function audit_row('subnets', 'company_id', 'ip', '', 'subnet_net,subnet_hosts,last_seen_at,holds', 'subnet_id');
create trigger announce_delete after delete on address referencing old table as changed_rows for each statement execute function announce_rows('subnets', 'company_id', 'subnet_id');
create trigger remember before update of state on address for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_remember();
create trigger follow_insert after insert on address for each row execute function ip_follow_address();
create trigger follow_update after update on address for each row when (old.version <> new.version) execute function ip_follow_address();
create trigger announce_insert after insert on address referencing new table as new_rows for each statement execute function announce_space();
create trigger announce_update after update on address referencing old table as old_rows new table as new_rows for each statement execute function announce_space();
create constraint trigger ip_settle after insert on address deferrable initially deferred for each row
  when (current_setting('app.taking', true) = 'on') execute function ip_settle();
create trigger words before insert or update of ip, dns_name, note, used_by_label, search_text on address
  for each row execute function ip_keep_address_words();
alter table address enable always trigger words;
-- The engine writes an address with the lineage that it has just read; other writers leave it out.
create trigger lineage_insert before insert on address for each row when (new.lineage = '{}') execute function take_lineage();
create trigger lineage before update of company_id on address for each row execute function take_lineage();
-- Where an address is allocated and settled at the commit, its place is checked there, under the lock.
create trigger place_insert before insert on address for each row
  when (current_setting('app.taking', true) is distinct from 'on') execute function ip_place_address();
create trigger place before update of subnet_id, company_id on address for each row execute function ip_place_address();
create trigger whole before insert or update of ip, state, used_by_kind, used_by_id, holds, expires_at, deleted_at on address
  for each row execute function ip_judge_address();
alter table address enable always trigger whole;
alter table address enable row level security;
alter table address force row level security;
create policy own on address to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on address to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on address to trunkline_app_all;
grant select on address to trunkline_app;
grant update (mac, dns_name, note) on address to trunkline_app;

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
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  check (family(lo) = family(hi) and lo <= hi)
);
create unique index ip_range_start on ip_range (subnet_id, lo);
insert into lineage_table values ('ip_range');
create statistics ip_range_lineage_2 on (lineage[2]) from ip_range;
create statistics ip_range_lineage_3 on (lineage[3]) from ip_range;
create statistics ip_range_lineage_4 on (lineage[4]) from ip_range;
create statistics ip_range_lineage_5 on (lineage[5]) from ip_range;
create trigger lineage before insert or update of company_id on ip_range for each row execute function take_lineage();
create trigger ip_range_touch before update on ip_range for each row
  when ((old.lo, old.hi, old.kind, old.note) is distinct from (new.lo, new.hi, new.kind, new.note)) execute function touch_row();
create trigger audit after insert or update or delete on ip_range for each row execute function audit_row('subnets', 'company_id', 'lo', '', '', 'subnet_id');
create trigger announce_insert after insert on ip_range referencing new table as changed_rows for each statement execute function announce_rows('subnets', 'company_id', 'subnet_id');
create trigger announce_update after update on ip_range referencing new table as changed_rows for each statement execute function announce_rows('subnets', 'company_id', 'subnet_id');
create trigger announce_delete after delete on ip_range referencing old table as changed_rows for each statement execute function announce_rows('subnets', 'company_id', 'subnet_id');
alter table ip_range enable row level security;
alter table ip_range force row level security;
create policy own on ip_range to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on ip_range to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_range to trunkline_app_all;
grant select on ip_range to trunkline_app;
grant update (note) on ip_range to trunkline_app;

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
alter table free_block enable row level security;
alter table free_block force row level security;
create policy own on free_block to trunkline_app using (exists (select from subnet s where s.id = free_block.parent_id));
create policy everything on free_block to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on free_block to trunkline_app_all;
grant select on free_block to trunkline_app;

-- Who held what, when.
create table ip_holding (
  id bigint generated always as identity primary key,
  space_id bigint not null,
  net cidr not null,
  company_id bigint not null,
  used_by_kind text,
  used_by_id bigint,
  used_by_label text,
  subnet_id bigint,
  address_id bigint,
  valid tstzrange not null,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
create index ip_holding_net on ip_holding (space_id, net, lower(valid) desc);
create index ip_holding_open_subnet on ip_holding (subnet_id) where upper_inf(valid) and subnet_id is not null;
create index ip_holding_open_address on ip_holding (address_id) where upper_inf(valid) and address_id is not null;
insert into lineage_table values ('ip_holding');
create statistics ip_holding_lineage_2 on (lineage[2]) from ip_holding;
create statistics ip_holding_lineage_3 on (lineage[3]) from ip_holding;
create statistics ip_holding_lineage_4 on (lineage[4]) from ip_holding;
create statistics ip_holding_lineage_5 on (lineage[5]) from ip_holding;
-- History is written with the lineage of the row that it is of, which was read under the company's lock a moment ago.
create trigger lineage before insert or update of company_id on ip_holding for each row when (new.lineage = '{}') execute function take_lineage();
alter table ip_holding enable row level security;
alter table ip_holding force row level security;
create policy own on ip_holding to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on ip_holding to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_holding to trunkline_app_all;
grant select on ip_holding to trunkline_app;

-- Changes of what is assigned, appended with the change and folded up the tree by a job.
create table ip_delta (
  id bigint generated always as identity primary key,
  subnet_id bigint not null,
  assigned numeric(40) not null
);
alter table ip_delta enable row level security;
alter table ip_delta force row level security;
create policy everything on ip_delta to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_delta to trunkline_app_all;

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
  finished_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  actor_id bigint
);
insert into lineage_table values ('ip_plan');
create statistics ip_plan_lineage_2 on (lineage[2]) from ip_plan;
create statistics ip_plan_lineage_3 on (lineage[3]) from ip_plan;
create statistics ip_plan_lineage_4 on (lineage[4]) from ip_plan;
create statistics ip_plan_lineage_5 on (lineage[5]) from ip_plan;
create trigger lineage before insert or update of company_id on ip_plan for each row execute function take_lineage();
alter table ip_plan enable row level security;
alter table ip_plan force row level security;
create policy own on ip_plan to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on ip_plan to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_plan to trunkline_app_all;
grant select, insert on ip_plan to trunkline_app;

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
alter table ip_verification enable row level security;
alter table ip_verification force row level security;
create policy everything on ip_verification to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on ip_verification to trunkline_app_all;
