-- Links between devices, as their readings show them, and the uplinks that follow from the links or were set by a user.
-- Neighbour discovery is unauthenticated: a link is an observation, and a device that is silent is not offline because of it.
-- functions: visible_with, secured

-- What the links are matched by, of each device that was read. Only workers read it.
create table device_topology (
  hardware_id bigint primary key references hardware on delete cascade,
  -- Time of the reading that it was taken from, and whether the device was online then.
  derived_at timestamptz not null,
  was_online boolean,
  macs macaddr[] not null default '{}',
  -- Without loopback and link-local addresses.
  addresses inet[] not null default '{}',
  -- Public keys of its WireGuard interfaces.
  keys text[] not null default '{}',
  -- Next hops of its active default routes, best one first: [{"gateway", "interface"}]; null: never read.
  routes jsonb check (jsonb_typeof(routes) = 'array'),
  -- Devices that it sees on ports with several neighbours: no link, but the same network segment.
  near_ids bigint[] not null default '{}'
) with (fillfactor = 70);
create index device_topology_macs on device_topology using gin (macs);
create index device_topology_addresses on device_topology using gin (addresses);
create index device_topology_keys on device_topology using gin (keys);
select secured('device_topology');

create table device_link (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ethernet', 'bridge', 'wireless', 'tunnel')),
  -- Of two known devices the one with the lower id.
  a_id bigint not null references hardware on delete cascade,
  a_port text not null default '',
  -- Null: the device at this end is not in the panel.
  b_id bigint references hardware on delete cascade,
  b_port text not null default '',
  -- What a device outside the panel is recognised by, and what it says about itself.
  b_key text,
  b_mac macaddr,
  b_identity text,
  b_address text,
  b_platform text,
  found_by text[] not null check (cardinality(found_by) > 0),
  -- Whether the last reading of this end contains the link, and when one last did.
  a_reports boolean not null default false,
  b_reports boolean not null default false,
  a_seen_at timestamptz,
  b_seen_at timestamptz,
  state text not null default 'up' check (state in ('up', 'down')),
  first_seen_at timestamptz not null default now(),
  -- To the hour.
  last_seen_at timestamptz not null default now(),
  -- When its state last changed, or it was found.
  changed_at timestamptz not null default now(),
  check (a_id < b_id),
  check ((b_id is null) = (b_key is not null))
);
create index device_link_a on device_link (a_id);
create index device_link_b on device_link (b_id) where b_id is not null;
create index device_link_down on device_link (last_seen_at) where state = 'down';
-- A link names both of its ends: only those see it who see both devices. The names and addresses of a device that a caller
-- cannot see are in no row that the caller can see, since a known device is never stored as an unknown one.
create policy own on device_link for select to trunkline_app using (
  exists (select from hardware h where h.id = a_id) and (b_id is null or exists (select from hardware h where h.id = b_id)));
select secured('device_link', 'select');

-- The devices that a device reaches the network through: derived from the links and the default routes, or set by a user.
create table device_uplink (
  hardware_id bigint not null references hardware on delete cascade,
  upstream_id bigint not null references hardware on delete cascade,
  source text not null check (source in ('derived', 'manual')),
  -- Not on the shortest path: used if the others fail.
  is_backup boolean not null default false,
  since timestamptz not null default now(),
  primary key (hardware_id, upstream_id),
  check (hardware_id <> upstream_id)
);
create index device_uplink_upstream on device_uplink (upstream_id);
create policy own on device_uplink to trunkline_app using (
  exists (select from hardware h where h.id = hardware_id) and exists (select from hardware h where h.id = upstream_id));
select secured('device_uplink', 'select, insert, update, delete');

-- Devices whose uplinks a user has set: nothing is derived for them. An empty list: it has no uplink.
create table device_uplink_setting (
  hardware_id bigint primary key references hardware on delete cascade,
  upstream_ids bigint[] not null,
  set_at timestamptz not null default now()
);
select visible_with('device_uplink_setting', 'hardware', 'hardware_id', 'all');
select secured('device_uplink_setting', 'select, insert, update, delete');
