-- Schema for signed replies, dead letters, IPoE, complete IPv6, address history and pending logins. The functions that use
-- it follow in later migrations.

-- NAS devices ------------------------------------------------------------------------------------------------------
alter table nas
  -- Which fields of an IPoE request identify the service; auto: option 82 where it is sent, else the MAC address.
  add column ipoe_identifier text not null default 'auto' check (ipoe_identifier in ('auto', 'mac', 'circuit-id', 'remote-id', 'circuit-and-remote')),
  -- The password that this NAS sends with every IPoE request (Junos, Cisco ISG, Huawei); sealed. Null: empty, or the MAC.
  add column ipoe_password bytea,
  -- Reply attributes added to each accepted login: [{"attribute", "op", "value", "vendor"}], validated against the dictionary.
  add column extra_attributes jsonb not null default '[]' check (jsonb_typeof(extra_attributes) = 'array');
alter table tariff
  add column extra_attributes jsonb not null default '[]' check (jsonb_typeof(extra_attributes) = 'array');
alter table nas_heard
  -- The last request with, and without, a Message-Authenticator.
  add column signed_at timestamptz,
  add column unsigned_at timestamptz;

drop trigger nas_touch on nas;
create trigger nas_touch before update on nas for each row
  when ((old.company_id, old.name, old.address, old.secret, old.vendor, old.purposes, old.region, old.coa_port, old.require_message_authenticator, old.input_is_download, old.hardware_id, old.is_active, old.deleted_at, old.ipoe_identifier, old.ipoe_password, old.extra_attributes)
    is distinct from (new.company_id, new.name, new.address, new.secret, new.vendor, new.purposes, new.region, new.coa_port, new.require_message_authenticator, new.input_is_download, new.hardware_id, new.is_active, new.deleted_at, new.ipoe_identifier, new.ipoe_password, new.extra_attributes))
  execute function touch_row();
drop trigger tariff_touch on tariff;
create trigger tariff_touch before update on tariff for each row
  when ((old.name, old.description, old.offered_to, old.price, old.currency, old.download_rate, old.upload_rate, old.burst_download_rate, old.burst_upload_rate, old.burst_download_threshold, old.burst_upload_threshold, old.burst_seconds, old.priority, old.session_timeout, old.idle_timeout, old.interim_seconds, old.quota_bytes, old.quota_period, old.quota_action, old.slow_download_rate, old.slow_upload_rate, old.address_list, old.deleted_at, old.extra_attributes)
    is distinct from (new.name, new.description, new.offered_to, new.price, new.currency, new.download_rate, new.upload_rate, new.burst_download_rate, new.burst_upload_rate, new.burst_download_threshold, new.burst_upload_threshold, new.burst_seconds, new.priority, new.session_timeout, new.idle_timeout, new.interim_seconds, new.quota_bytes, new.quota_period, new.quota_action, new.slow_download_rate, new.slow_upload_rate, new.address_list, new.deleted_at, new.extra_attributes))
  execute function touch_row();

-- Services -----------------------------------------------------------------------------------------------------------
alter table service
  -- password: user name and password (PPPoE, hotspot, VPN, 802.1X). mac, option82: IPoE, without a password of its own.
  add column auth_method text not null default 'password' check (auth_method in ('password', 'mac', 'option82')),
  add column mac macaddr,
  -- Octets of DHCP option 82 (RFC 3046, 2.1 and 2.2).
  add column circuit_id bytea check (octet_length(circuit_id) between 1 and 247),
  add column remote_id bytea check (octet_length(remote_id) between 1 and 247),
  -- Framed-IPv6-Prefix or Framed-IPv6-Address of the customer's router.
  add column framed_ipv6_method text not null default 'none' check (framed_ipv6_method in ('none', 'static-prefix', 'static-address', 'pool', 'nas-pool')),
  -- Where it is allocated or leased from, and what was allocated.
  add column framed_ipv6_subnet_id bigint references subnet,
  add column framed_ipv6_network_id bigint references subnet,
  add column framed_ipv6_address_id bigint references address,
  -- Copy that a login reads without a join: a prefix, or an address with /128.
  add column framed_ipv6 cidr check (family(framed_ipv6) = 6),
  -- Framed-IPv6-Pool: the name of a pool at the NAS.
  add column framed_ipv6_pool text,
  -- Delegated-IPv6-Prefix. static: ipv6_network. pool: leased from ipv6_subnet_id. nas-pool: Delegated-IPv6-Prefix-Pool.
  add column delegated_ipv6_method text not null default 'none' check (delegated_ipv6_method in ('none', 'static', 'pool', 'nas-pool')),
  add column delegated_ipv6_pool text,
  alter column password drop not null,
  -- Null: any number of sessions.
  alter column simultaneous_use drop not null,
  add constraint service_username_octets check (octet_length(username) <= 253),
  add constraint service_password check (auth_method <> 'password' or password is not null),
  add constraint service_mac check (auth_method <> 'mac' or mac is not null),
  add constraint service_option82 check (auth_method <> 'option82' or circuit_id is not null or remote_id is not null),
  -- A circuit is unique at its NAS or access node only.
  add constraint service_circuit check (auth_method <> 'option82' or remote_id is not null or nas_id is not null),
  add constraint service_framed_pool check ((framed_ipv6_method = 'nas-pool') = (framed_ipv6_pool is not null)),
  add constraint service_delegated_pool check ((delegated_ipv6_method = 'nas-pool') = (delegated_ipv6_pool is not null));
update service set delegated_ipv6_method = 'static' where ipv6_network is not null;
create unique index service_mac_once on service (mac) where deleted_at is null and auth_method = 'mac';
create unique index service_option82_once on service (remote_id, circuit_id, coalesce(nas_id, 0)) nulls not distinct where deleted_at is null and auth_method = 'option82';
create index service_circuit_id on service (circuit_id) where deleted_at is null and auth_method = 'option82';
create index service_framed_ipv6_subnet on service (framed_ipv6_subnet_id) where framed_ipv6_subnet_id is not null;

drop trigger service_touch on service;
create trigger service_touch before update on service for each row
  when ((old.company_id, old.site_id, old.hardware_id, old.name, old.username, old.password, old.tariff_id, old.nas_id, old.payment_period, old.status, old.starts_on, old.ends_on, old.calling_station, old.simultaneous_use, old.ipv4_method, old.subnet_id, old.address_id, old.network_subnet_id, old.network_id, old.ipv6_subnet_id, old.ipv6_network_id, old.address, old.network, old.ipv6_network, old.notes, old.deleted_at,
      old.auth_method, old.mac, old.circuit_id, old.remote_id, old.framed_ipv6_method, old.framed_ipv6_subnet_id, old.framed_ipv6, old.framed_ipv6_pool, old.delegated_ipv6_method, old.delegated_ipv6_pool)
    is distinct from (new.company_id, new.site_id, new.hardware_id, new.name, new.username, new.password, new.tariff_id, new.nas_id, new.payment_period, new.status, new.starts_on, new.ends_on, new.calling_station, new.simultaneous_use, new.ipv4_method, new.subnet_id, new.address_id, new.network_subnet_id, new.network_id, new.ipv6_subnet_id, new.ipv6_network_id, new.address, new.network, new.ipv6_network, new.notes, new.deleted_at,
      new.auth_method, new.mac, new.circuit_id, new.remote_id, new.framed_ipv6_method, new.framed_ipv6_subnet_id, new.framed_ipv6, new.framed_ipv6_pool, new.delegated_ipv6_method, new.delegated_ipv6_pool))
  execute function touch_row();

-- Prefixes that RADIUS leases from an IPv6 pool. A row is made when a prefix is leased for the first time: a /32 has more
-- prefixes than a table should hold.
create table pool_prefix (
  subnet_id bigint not null references subnet on delete cascade,
  prefix cidr not null check (family(prefix) = 6),
  service_id bigint,
  nas_id bigint,
  calling text,
  leased_at timestamptz,
  leased_until timestamptz not null default '-infinity',
  primary key (subnet_id, prefix)
) with (fillfactor = 70);
create index pool_prefix_free on pool_prefix (subnet_id, leased_until, prefix);
create index pool_prefix_sticky on pool_prefix (service_id, calling);
-- How many prefixes of a pool have been leased so far, from its first on.
create table pool_prefix_next (
  subnet_id bigint primary key references subnet on delete cascade,
  next bigint not null default 0
) with (fillfactor = 50);

-- Sessions -----------------------------------------------------------------------------------------------------------
alter table session_live
  -- The User-Name of the NAS's packets where it is not the user name of the service: an outer identity, a MAC address.
  add column nas_username text,
  add column framed_ipv6_address text,
  -- It has rows in session_address.
  add column has_addresses boolean not null default false;
alter table session_closed
  add column nas_username text,
  add column framed_ipv6_address text;

-- Addresses of sessions beyond session_live.framed_ip and session_closed.framed_ip: IPv6 addresses and prefixes, IPv4
-- addresses that changed within a session, and port blocks of carrier-grade NAT. Written by panel.note_addresses.
create table session_address (
  id bigint generated always as identity,
  uid text not null,
  service_id bigint,
  username text not null,
  company_id bigint,
  nas_id bigint not null,
  calling text,
  kind text not null check (kind in ('ipv4', 'ipv6-address', 'ipv6-prefix', 'delegated-prefix', 'cgn')),
  -- An address, or a prefix with its length; of a CGN block the public address.
  address inet not null,
  port_from int check (port_from between 0 and 65535),
  port_to int check (port_to between 0 and 65535),
  from_at timestamptz not null,
  -- Null: in use.
  until_at timestamptz,
  lineage bigint[] not null default '{}',
  primary key (id, from_at),
  constraint session_address_ports check ((kind = 'cgn') = (port_from is not null and port_to is not null))
) partition by range (from_at);
create table session_address_rest partition of session_address default;
create index session_address_session on session_address (uid);
create index session_address_address on session_address using gist (address inet_ops);
insert into lineage_table values ('session_address');
alter table session_address enable row level security;
alter table session_address force row level security;
create policy own on session_address for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);

-- Accepted logins whose Start has not come yet, so that two logins at once count as two. Not logged to the WAL: after a
-- crash of the database server there are none, and no row lives longer than a minute.
create unlogged table login_pending (
  service_id bigint not null,
  nas_id bigint not null,
  calling text not null,
  until timestamptz not null,
  primary key (service_id, nas_id, calling)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Dead letters -------------------------------------------------------------------------------------------------------
alter table acct_dead_letter
  -- radius_acct, radius_check, …: what could not be done.
  add column kind text not null default 'accounting' check (kind in ('accounting', 'login')),
  add column nas_id bigint,
  add column login text not null default '',
  add column sqlstate text not null default '',
  add column retries int not null default 0,
  add column retried_at timestamptz;
create index acct_dead_letter_latest on acct_dead_letter (id desc);

do $$
declare
  t text;
begin
  foreach t in array array['pool_prefix', 'pool_prefix_next', 'login_pending'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  foreach t in array array['pool_prefix', 'pool_prefix_next', 'login_pending', 'session_address'] loop
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
grant select on session_address to trunkline_app;
