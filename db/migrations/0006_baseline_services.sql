-- What is sold (tariff), who asks (nas) and who dials in (service), and the certificates of 802.1X. Services and VPN dial-ups are
-- one thing to FreeRADIUS and one table here; the panel shows them as two resources.
-- functions: announce_rows, announce_services, audit_row, companies_above, current_company, option82_text, owns_tariff, panel.forget_unanswered
-- functions: panel.name_pool, panel.name_prefix_pool, panel.name_user, panel.notify_radius_config, panel.tell_nas, panel.watch_service
-- functions: panel.watch_tariff, service_certificate_changed, take_lineage, touch_row

create table tariff (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (name <> ''),
  description text,
  -- Companies below that may sell it: all of them, or those in tariff_offer.
  offered_to text not null default 'all' check (offered_to in ('all', 'chosen')),
  price numeric(12, 2) not null default 0 check (price >= 0),
  currency text not null,
  -- kbit/s, from the customer's view; null: not limited.
  download_rate int check (download_rate between 1 and 100000000),
  upload_rate int check (upload_rate between 1 and 100000000),
  burst_download_rate int,
  burst_upload_rate int,
  burst_download_threshold int,
  burst_upload_threshold int,
  burst_seconds smallint check (burst_seconds between 1 and 3600),
  priority smallint not null default 8 check (priority between 1 and 8),
  -- seconds
  session_timeout int check (session_timeout between 60 and 31536000),
  idle_timeout int check (idle_timeout between 30 and 86400),
  interim_seconds int not null default 300 check (interim_seconds between 60 and 3600),
  -- Bytes both ways in a period; null: none.
  quota_bytes bigint check (quota_bytes > 0),
  quota_period text not null default 'month' check (quota_period in ('day', 'week', 'month')),
  quota_action text not null default 'slow' check (quota_action in ('slow', 'stop')),
  slow_download_rate int,
  slow_upload_rate int,
  address_list text,
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  extra_attributes jsonb not null default '[]' check (jsonb_typeof(extra_attributes) = 'array'),
  -- Cisco: names of QoS policies that the router knows, sent as ip:sub-qos-policy-in and -out in place of the rate-limit
  -- lines, which IOS turns into a virtual-access interface configuration of its own for each session.
  cisco_policy_in text check (cisco_policy_in ~ '^[A-Za-z0-9_.-]{1,80}$'),
  cisco_policy_out text check (cisco_policy_out ~ '^[A-Za-z0-9_.-]{1,80}$'),
  constraint tariff_burst check (num_nulls(burst_download_rate, burst_upload_rate, burst_seconds) in (0, 3)),
  constraint tariff_burst_above check (burst_download_rate is null or (burst_download_rate >= download_rate and burst_upload_rate >= upload_rate)),
  constraint tariff_slow check (quota_bytes is null or quota_action = 'stop' or (slow_download_rate is not null and slow_upload_rate is not null))
);
create unique index tariff_name_once on tariff (company_id, lower(name)) where deleted_at is null;
create index tariff_search on tariff using gin (search_text gin_trgm_ops);
create index tariff_name on tariff (name, id) where deleted_at is null;
create index tariff_name_2 on tariff ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index tariff_name_3 on tariff ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index tariff_name_4 on tariff ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index tariff_name_5 on tariff ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
insert into lineage_table values ('tariff');
create statistics tariff_lineage_2 on (lineage[2]) from tariff;
create statistics tariff_lineage_3 on (lineage[3]) from tariff;
create statistics tariff_lineage_4 on (lineage[4]) from tariff;
create statistics tariff_lineage_5 on (lineage[5]) from tariff;
create trigger lineage before insert or update of company_id on tariff for each row execute function take_lineage();
create trigger audit after insert or delete or update on tariff for each row execute function audit_row('tariffs', 'company_id', 'name', '');
create trigger announce_insert after insert on tariff referencing new table as changed_rows for each statement execute function announce_rows('tariffs', 'company_id');
create trigger announce_update after update on tariff referencing new table as changed_rows for each statement execute function announce_rows('tariffs', 'company_id');
create trigger announce_delete after delete on tariff referencing old table as changed_rows for each statement execute function announce_rows('tariffs', 'company_id');
create trigger watch_tariff after update of quota_bytes on tariff for each row
  when (old.quota_bytes is null and new.quota_bytes is not null) execute function panel.watch_tariff();
create trigger tariff_touch before update on tariff for each row
  when ((old.name, old.description, old.offered_to, old.price, old.currency, old.download_rate, old.upload_rate, old.burst_download_rate, old.burst_upload_rate, old.burst_download_threshold, old.burst_upload_threshold, old.burst_seconds, old.priority, old.session_timeout, old.idle_timeout, old.interim_seconds, old.quota_bytes, old.quota_period, old.quota_action, old.slow_download_rate, old.slow_upload_rate, old.address_list, old.deleted_at, old.extra_attributes, old.cisco_policy_in, old.cisco_policy_out)
    is distinct from (new.name, new.description, new.offered_to, new.price, new.currency, new.download_rate, new.upload_rate, new.burst_download_rate, new.burst_upload_rate, new.burst_download_threshold, new.burst_upload_threshold, new.burst_seconds, new.priority, new.session_timeout, new.idle_timeout, new.interim_seconds, new.quota_bytes, new.quota_period, new.quota_action, new.slow_download_rate, new.slow_upload_rate, new.address_list, new.deleted_at, new.extra_attributes, new.cisco_policy_in, new.cisco_policy_out))
  execute function touch_row();
alter table tariff enable row level security;
alter table tariff force row level security;
create policy everything on tariff to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on tariff to trunkline_app_all;
grant select, insert, update on tariff to trunkline_app;

create table tariff_offer (
  tariff_id bigint not null references tariff on delete cascade,
  -- It and everything below it may sell the tariff.
  company_id bigint not null references company,
  primary key (tariff_id, company_id)
);
create trigger audit after insert or delete on tariff_offer for each row execute function audit_row('tariffs', 'company_id', 'company_id', '', '', 'tariff_id');
alter table tariff_offer enable row level security;
alter table tariff_offer force row level security;
create policy own on tariff_offer for select to trunkline_app using (
  company_id = any ((select companies_above())::bigint[]) or company_id in (select descendant_id from company_tree));
create policy own_insert on tariff_offer for insert to trunkline_app with check (owns_tariff(tariff_id));
create policy own_delete on tariff_offer for delete to trunkline_app using (owns_tariff(tariff_id));
create policy own on tariff to trunkline_app using (
  array_position(lineage, (select current_company())) is not null
  or (company_id = any ((select companies_above())::bigint[])
    and (offered_to = 'all' or id in (select tariff_id from tariff_offer where company_id = any ((select companies_above())::bigint[])))))
  with check (array_position(lineage, (select current_company())) is not null);
create policy everything on tariff_offer to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on tariff_offer to trunkline_app_all;
grant select, insert, delete on tariff_offer to trunkline_app;

create table nas (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (name <> ''),
  -- A NAS is its source address: unique over all tenants, since any packet from it names it.
  address inet not null check (masklen(address) = case family(address) when 4 then 32 else 128 end),
  -- Sealed with the key that the panel and the FreeRADIUS hosts keep; the database alone can't read it.
  secret bytea not null,
  vendor text not null default 'generic' check (vendor in ('mikrotik', 'cisco', 'cambium', 'huawei', 'strongswan', 'generic')),
  purposes text[] not null default '{}' check (purposes <@ array['pppoe', 'hotspot', 'ipoe', 'vpn', 'wireless', 'login']),
  region text not null default '',
  coa_port int not null default 3799 check (coa_port between 1 and 65535),
  -- Requests without Message-Authenticator are dropped (CVE-2024-3596).
  require_message_authenticator boolean not null default false,
  -- Octets are the NAS's view: input comes from the subscriber, unless this maker names them the other way round.
  input_is_download boolean not null default false,
  hardware_id bigint references hardware,
  is_active boolean not null default true,
  search_text text generated always as (lower(name || ' ' || host(address) || ' ' || region)) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  -- Which fields of an IPoE request identify the service; auto: option 82 where it is sent, else the MAC address.
  ipoe_identifier text not null default 'auto' check (ipoe_identifier in ('auto', 'mac', 'circuit-id', 'remote-id', 'circuit-and-remote')),
  -- The password that this NAS sends with every IPoE request (Junos, Cisco ISG, Huawei); sealed. Null: empty, or the MAC.
  ipoe_password bytea,
  -- Reply attributes added to each accepted login: [{"attribute", "op", "value", "vendor"}], validated against the dictionary.
  extra_attributes jsonb not null default '[]' check (jsonb_typeof(extra_attributes) = 'array')
);
create unique index nas_address on nas (address) where deleted_at is null;
create index nas_search on nas using gin (search_text gin_trgm_ops);
create index nas_name on nas (name, id) where deleted_at is null;
create index nas_name_2 on nas ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index nas_name_3 on nas ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index nas_name_4 on nas ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index nas_name_5 on nas ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
create index nas_hardware on nas (hardware_id) where hardware_id is not null;
insert into lineage_table values ('nas');
create statistics nas_lineage_2 on (lineage[2]) from nas;
create statistics nas_lineage_3 on (lineage[3]) from nas;
create statistics nas_lineage_4 on (lineage[4]) from nas;
create statistics nas_lineage_5 on (lineage[5]) from nas;
create trigger lineage before insert or update of company_id on nas for each row execute function take_lineage();
create trigger announce_insert after insert on nas referencing new table as changed_rows for each statement execute function announce_rows('nas', 'company_id');
create trigger announce_update after update on nas referencing new table as changed_rows for each statement execute function announce_rows('nas', 'company_id');
create trigger announce_delete after delete on nas referencing old table as changed_rows for each statement execute function announce_rows('nas', 'company_id');
create trigger tell_nas after update on nas for each row
  when ((old.address, old.secret, old.require_message_authenticator, old.is_active, old.deleted_at) is distinct from (new.address, new.secret, new.require_message_authenticator, new.is_active, new.deleted_at))
  execute function panel.tell_nas();
create trigger tell_new_nas after insert on nas for each row execute function panel.tell_nas();
create trigger nas_touch before update on nas for each row
  when ((old.company_id, old.name, old.address, old.secret, old.vendor, old.purposes, old.region, old.coa_port, old.require_message_authenticator, old.input_is_download, old.hardware_id, old.is_active, old.deleted_at, old.ipoe_identifier, old.ipoe_password, old.extra_attributes)
    is distinct from (new.company_id, new.name, new.address, new.secret, new.vendor, new.purposes, new.region, new.coa_port, new.require_message_authenticator, new.input_is_download, new.hardware_id, new.is_active, new.deleted_at, new.ipoe_identifier, new.ipoe_password, new.extra_attributes))
  execute function touch_row();
create trigger forget_unanswered after update on nas for each row
  when ((old.address, old.secret, old.require_message_authenticator, old.is_active, old.deleted_at) is distinct from (new.address, new.secret, new.require_message_authenticator, new.is_active, new.deleted_at))
  execute function panel.forget_unanswered();
create trigger forget_unanswered_new after insert on nas for each row execute function panel.forget_unanswered();
create trigger audit after insert or delete or update on nas for each row execute function audit_row('nas', 'company_id', 'name', 'secret,ipoe_password');
alter table nas enable row level security;
alter table nas force row level security;
-- A NAS serves its company and those below it, which see it and do not change it.
create policy own on nas to trunkline_app using (
  array_position(lineage, (select current_company())) is not null or company_id = any ((select companies_above())::bigint[]))
  with check (array_position(lineage, (select current_company())) is not null);
create policy everything on nas to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on nas to trunkline_app_all;
grant select, insert, update on nas to trunkline_app;

-- Pools in the order in which they are drawn from: subnets that give addresses.
create table nas_pool (
  nas_id bigint not null references nas on delete cascade,
  subnet_id bigint not null references subnet,
  position smallint not null default 0,
  primary key (nas_id, subnet_id)
);
create index nas_pool_subnet on nas_pool (subnet_id);
create trigger audit after insert or delete on nas_pool for each row execute function audit_row('nas', 'company_id', 'subnet_id', '', '', 'nas_id');
create trigger open_pool after insert on nas_pool for each row execute function panel.name_pool();
alter table nas_pool enable row level security;
alter table nas_pool force row level security;
create policy own on nas_pool for select to trunkline_app using (exists (select from nas n where n.id = nas_id));
create policy own_write on nas_pool to trunkline_app using (exists (select from nas n where n.id = nas_id and array_position(n.lineage, (select current_company())) is not null));
create policy everything on nas_pool to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on nas_pool to trunkline_app_all, trunkline_app;

-- When it was last heard: kept apart, so that a packet does not touch the NAS's own row.
create table nas_heard (
  nas_id bigint primary key references nas on delete cascade,
  auth_at timestamptz,
  accept_at timestamptz,
  acct_at timestamptz,
  -- The last request with, and without, a Message-Authenticator.
  signed_at timestamptz,
  unsigned_at timestamptz
) with (fillfactor = 70);
alter table nas_heard enable row level security;
alter table nas_heard force row level security;
create policy own on nas_heard for select to trunkline_app using (exists (select from nas n where n.id = nas_id));
create policy everything on nas_heard to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on nas_heard to trunkline_app_all;
grant select on nas_heard to trunkline_app;

create table service (
  -- By default: address management names the user of what it gives before the row is written.
  id bigint generated by default as identity primary key,
  kind text not null check (kind in ('service', 'vpn-dialup')),
  -- The client company; for a dial-up whichever company it belongs to.
  company_id bigint not null references company,
  site_id bigint,
  hardware_id bigint references hardware,
  name text not null default '',
  username text not null check (username <> '' and username = btrim(username) and length(username) <= 253),
  -- Sealed: CHAP and MS-CHAP need it in clear, so it can be opened again, but only with the key of panel and FreeRADIUS.
  password bytea,
  tariff_id bigint not null references tariff,
  nas_id bigint references nas,
  payment_period text not null default 'monthly' check (payment_period in ('one-off', 'monthly', 'quarterly', 'half-yearly', 'yearly')),
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'terminated')),
  starts_on date,
  ends_on date,
  calling_station text,
  simultaneous_use smallint default 1 check (simultaneous_use between 1 and 100),
  ipv4_method text not null default 'pool' check (ipv4_method in ('pool', 'static-address', 'static-network', 'nas-decides')),
  -- pool: the one it draws from, else the pools of its NAS. static: where its address comes from, and its network.
  subnet_id bigint references subnet,
  address_id bigint references address,
  network_subnet_id bigint references subnet,
  network_id bigint references subnet,
  ipv6_subnet_id bigint references subnet,
  ipv6_network_id bigint references subnet,
  -- Copies that a login reads without a join.
  address inet,
  network cidr,
  ipv6_network cidr,
  notes text,
  -- What the quota of the running period has come to; 'slowed' and 'stopped' when it is used up.
  quota_state text not null default 'within' check (quota_state in ('within', 'slowed', 'stopped')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  -- password: user name and password (PPPoE, hotspot, VPN, 802.1X). mac, option82: IPoE, without a password of its own.
  auth_method text not null default 'password' check (auth_method in ('password', 'mac', 'option82')),
  mac macaddr,
  -- Octets of DHCP option 82 (RFC 3046, 2.1 and 2.2).
  circuit_id bytea check (octet_length(circuit_id) between 1 and 247),
  remote_id bytea check (octet_length(remote_id) between 1 and 247),
  -- Framed-IPv6-Prefix or Framed-IPv6-Address of the customer's router.
  framed_ipv6_method text not null default 'none' check (framed_ipv6_method in ('none', 'static-prefix', 'static-address', 'pool', 'nas-pool')),
  -- Where it is allocated or leased from, and what was allocated.
  framed_ipv6_subnet_id bigint references subnet,
  framed_ipv6_network_id bigint references subnet,
  framed_ipv6_address_id bigint references address,
  -- Copy that a login reads without a join: a prefix, or an address with /128.
  framed_ipv6 cidr check (family(framed_ipv6) = 6),
  -- Framed-IPv6-Pool: the name of a pool at the NAS.
  framed_ipv6_pool text,
  -- Delegated-IPv6-Prefix. static: ipv6_network. pool: leased from ipv6_subnet_id. nas-pool: Delegated-IPv6-Prefix-Pool.
  delegated_ipv6_method text not null default 'none' check (delegated_ipv6_method in ('none', 'static', 'pool', 'nas-pool')),
  delegated_ipv6_pool text,
  -- A MAC address is found with colons and without any; other spellings are brought to these by the search.
  search_text text generated always as (lower(username || ' ' || name || ' ' || coalesce(host(address), '')
  || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '')
  || coalesce(' ' || option82_text(circuit_id), '') || coalesce(' ' || option82_text(remote_id), ''))) stored not null,
  constraint service_days check (starts_on is null or ends_on is null or starts_on <= ends_on),
  constraint service_address check (ipv4_method not in ('static-address', 'static-network') or address is not null or status = 'terminated' or deleted_at is not null),
  constraint service_at_site foreign key (site_id, company_id) references site (id, company_id),
  constraint service_username_octets check (octet_length(username) <= 253),
  constraint service_password check (auth_method <> 'password' or password is not null),
  constraint service_mac check (auth_method <> 'mac' or mac is not null),
  constraint service_option82 check (auth_method <> 'option82' or circuit_id is not null or remote_id is not null),
  -- A circuit is unique at its NAS or access node only.
  constraint service_circuit check (auth_method <> 'option82' or remote_id is not null or nas_id is not null),
  constraint service_framed_pool check ((framed_ipv6_method = 'nas-pool') = (framed_ipv6_pool is not null)),
  constraint service_delegated_pool check ((delegated_ipv6_method = 'nas-pool') = (delegated_ipv6_pool is not null))
);
create unique index service_username on service (username) where deleted_at is null;
create index service_nas on service (nas_id) where nas_id is not null;
create index service_subnet on service (subnet_id) where subnet_id is not null;
create index service_ends on service (ends_on) where ends_on is not null and status = 'active' and deleted_at is null;
create index service_quota on service (id) where quota_state <> 'within';
create index service_name on service (kind, username, id) where deleted_at is null;
create index service_name_2 on service ((lineage[2]), kind, username, id) where deleted_at is null and lineage[2] is not null;
create index service_name_3 on service ((lineage[3]), kind, username, id) where deleted_at is null and lineage[3] is not null;
create index service_name_4 on service ((lineage[4]), kind, username, id) where deleted_at is null and lineage[4] is not null;
create index service_name_5 on service ((lineage[5]), kind, username, id) where deleted_at is null and lineage[5] is not null;
create index service_tariff on service (tariff_id, company_id);
create index service_site on service (site_id) where site_id is not null;
create index service_hardware on service (hardware_id) where hardware_id is not null;
create unique index service_mac_once on service (mac) where deleted_at is null and auth_method = 'mac';
create unique index service_option82_once on service (remote_id, circuit_id, coalesce(nas_id, 0)) nulls not distinct where deleted_at is null and auth_method = 'option82';
create index service_circuit_id on service (circuit_id) where deleted_at is null and auth_method = 'option82';
create index service_framed_ipv6_subnet on service (framed_ipv6_subnet_id) where framed_ipv6_subnet_id is not null;
create index service_search on service using gin (search_text gin_trgm_ops);
create index service_ipv6_subnet on service (ipv6_subnet_id) where ipv6_subnet_id is not null;
insert into lineage_table values ('service');
create statistics service_lineage_2 on (lineage[2]) from service;
create statistics service_lineage_3 on (lineage[3]) from service;
create statistics service_lineage_4 on (lineage[4]) from service;
create statistics service_lineage_5 on (lineage[5]) from service;
create trigger lineage before insert or update of company_id on service for each row execute function take_lineage();
create trigger announce_insert after insert on service referencing new table as changed_rows for each statement execute function announce_services();
create trigger announce_update after update on service referencing new table as changed_rows for each statement execute function announce_services();
create trigger announce_delete after delete on service referencing old table as changed_rows for each statement execute function announce_services();
create trigger audit_insert_service after insert on service for each row when ((new.kind = 'service'::text)) execute function audit_row('services', 'company_id', 'username', 'password', 'quota_state');
create trigger audit_update_service after update on service for each row when (((new.kind = 'service'::text) and (old.version is distinct from new.version))) execute function audit_row('services', 'company_id', 'username', 'password', 'quota_state');
create trigger audit_delete_service after delete on service for each row when ((old.kind = 'service'::text)) execute function audit_row('services', 'company_id', 'username', 'password', 'quota_state');
create trigger "audit_insert_vpn-dialup" after insert on service for each row when ((new.kind = 'vpn-dialup'::text)) execute function audit_row('vpn-dialups', 'company_id', 'username', 'password', 'quota_state');
create trigger "audit_update_vpn-dialup" after update on service for each row when (((new.kind = 'vpn-dialup'::text) and (old.version is distinct from new.version))) execute function audit_row('vpn-dialups', 'company_id', 'username', 'password', 'quota_state');
create trigger "audit_delete_vpn-dialup" after delete on service for each row when ((old.kind = 'vpn-dialup'::text)) execute function audit_row('vpn-dialups', 'company_id', 'username', 'password', 'quota_state');
create trigger open_pool_insert after insert on service for each row when (new.ipv4_method = 'pool' and new.subnet_id is not null) execute function panel.name_pool();
create trigger name_user after update of username on service for each row when (old.username is distinct from new.username) execute function panel.name_user();
-- The state of the quota is computed, not edited: no version.
create trigger service_touch before update on service for each row
  when ((old.company_id, old.site_id, old.hardware_id, old.name, old.username, old.password, old.tariff_id, old.nas_id, old.payment_period, old.status, old.starts_on, old.ends_on, old.calling_station, old.simultaneous_use, old.ipv4_method, old.subnet_id, old.address_id, old.network_subnet_id, old.network_id, old.ipv6_subnet_id, old.ipv6_network_id, old.address, old.network, old.ipv6_network, old.notes, old.deleted_at,
      old.auth_method, old.mac, old.circuit_id, old.remote_id, old.framed_ipv6_method, old.framed_ipv6_subnet_id, old.framed_ipv6, old.framed_ipv6_pool, old.delegated_ipv6_method, old.delegated_ipv6_pool)
    is distinct from (new.company_id, new.site_id, new.hardware_id, new.name, new.username, new.password, new.tariff_id, new.nas_id, new.payment_period, new.status, new.starts_on, new.ends_on, new.calling_station, new.simultaneous_use, new.ipv4_method, new.subnet_id, new.address_id, new.network_subnet_id, new.network_id, new.ipv6_subnet_id, new.ipv6_network_id, new.address, new.network, new.ipv6_network, new.notes, new.deleted_at,
      new.auth_method, new.mac, new.circuit_id, new.remote_id, new.framed_ipv6_method, new.framed_ipv6_subnet_id, new.framed_ipv6, new.framed_ipv6_pool, new.delegated_ipv6_method, new.delegated_ipv6_pool))
  execute function touch_row();
create trigger open_prefix_pool_insert after insert on service for each row
  when (new.framed_ipv6_method = 'pool' or new.delegated_ipv6_method = 'pool') execute function panel.name_prefix_pool();
-- Back from the trash too: the pool may have been closed meanwhile.
create trigger open_prefix_pool_update after update of framed_ipv6_method, framed_ipv6_subnet_id, delegated_ipv6_method, ipv6_subnet_id, deleted_at on service for each row
  when (new.deleted_at is null and (new.framed_ipv6_method = 'pool' or new.delegated_ipv6_method = 'pool')) execute function panel.name_prefix_pool();
create trigger open_pool_update after update of subnet_id, ipv4_method, deleted_at on service for each row
  when (new.deleted_at is null and new.ipv4_method = 'pool' and new.subnet_id is not null) execute function panel.name_pool();
create trigger watch_service after update of tariff_id, ipv4_method, framed_ipv6_method, delegated_ipv6_method on service for each row
  when ((old.tariff_id, old.ipv4_method, old.framed_ipv6_method, old.delegated_ipv6_method) is distinct from (new.tariff_id, new.ipv4_method, new.framed_ipv6_method, new.delegated_ipv6_method))
  execute function panel.watch_service();
alter table service enable row level security;
alter table service force row level security;
create policy own on service to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on service to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on service to trunkline_app_all;
grant select, insert, update on service to trunkline_app;
grant usage on sequence service_id_seq to trunkline_app, trunkline_app_all;

-- Provider-only. A row is never changed but for `active` and its keys: a renewal is a new row.
create table radius_certificate (
  id bigint generated by default as identity primary key,
  kind text not null check (kind in ('ca', 'server')),
  -- The certificate, followed by the intermediate CAs; of a CA with its root, of a server without.
  pem text not null,
  -- Of a server certificate: the root that its clients have to trust.
  root_pem text,
  -- Of a server certificate: its private key, sealed with the key of RADIUS secrets, because FreeRADIUS hosts open it. Dropped
  -- when the certificate is replaced.
  private_key bytea,
  -- Of a CA: its private key, sealed with the installation's key, which no FreeRADIUS host has. Null: uploaded without its key.
  signing_key bytea,
  -- Of a generated server certificate: the CA that signed it.
  authority_id bigint references radius_certificate,
  -- Distinguished name (RFC 4514).
  subject text not null,
  -- DNS names of the subject alternative name (RFC 5280, 4.2.1.6).
  names text[] not null default '{}',
  -- Hexadecimal, lower case, without leading zeros.
  serial text not null check (serial ~ '^[1-9a-f][0-9a-f]*$'),
  -- SHA-256 of the certificate in DER; hexadecimal, lower case.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  not_before timestamptz not null,
  not_after timestamptz not null,
  source text not null check (source in ('generated', 'uploaded')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by text not null,
  constraint radius_certificate_keys check (case kind
    when 'ca' then private_key is null and root_pem is null and (signing_key is not null or source = 'uploaded')
    else signing_key is null and root_pem is not null and (private_key is not null) = active end)
);
-- One server certificate is in use; several processes that start together make it once.
create unique index radius_certificate_server on radius_certificate (kind) where kind = 'server' and active;
create unique index radius_certificate_ca on radius_certificate (fingerprint) where kind = 'ca' and active;
create trigger audit after insert or delete or update on radius_certificate for each row execute function audit_row('installation', 'company_id', 'subject', 'pem,root_pem,private_key,signing_key');
create trigger radius_config_insert after insert on radius_certificate for each row when (new.active) execute function panel.notify_radius_config();
create trigger radius_config_update after update on radius_certificate for each row when (old.active <> new.active) execute function panel.notify_radius_config();
alter table radius_certificate enable row level security;
alter table radius_certificate force row level security;
create policy everything on radius_certificate to trunkline_app_all using (true) with check (true);
grant select, insert, update on radius_certificate to trunkline_app_all;
grant usage on sequence radius_certificate_id_seq to trunkline_app_all;

-- Client certificates of EAP-TLS (RFC 5216). A login is looked up by `serial`; `revoked_at` ends it.
create table service_certificate (
  id bigint generated always as identity primary key,
  service_id bigint not null references service,
  -- The CA that signed it.
  authority_id bigint not null references radius_certificate,
  -- Hexadecimal, lower case, without leading zeros, as FreeRADIUS has it in TLS-Client-Cert-Serial.
  serial text not null unique check (serial ~ '^[1-9a-f][0-9a-f]*$'),
  -- SHA-256 of the certificate in DER; hexadecimal, lower case.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The common name.
  subject text not null,
  not_after timestamptz not null,
  issued_at timestamptz not null default now(),
  issued_by text not null,
  revoked_at timestamptz,
  revoked_by text,
  constraint service_certificate_revoked check ((revoked_at is null) = (revoked_by is null))
);
create index service_certificate_service on service_certificate (service_id, id desc);
create index service_certificate_authority on service_certificate (authority_id) where revoked_at is null;
create trigger service_certificate_changed after insert or update on service_certificate for each row execute function service_certificate_changed();
alter table service_certificate enable row level security;
alter table service_certificate force row level security;
-- The row security of the service decides: its lineage moves with its company.
create policy own on service_certificate for select to trunkline_app using (exists (select from service s where s.id = service_id));
create policy own_issue on service_certificate for insert to trunkline_app with check (exists (select from service s where s.id = service_id));
create policy own_revoke on service_certificate for update to trunkline_app using (exists (select from service s where s.id = service_id))
  with check (exists (select from service s where s.id = service_id));
create policy everything on service_certificate to trunkline_app_all using (true) with check (true);
grant select, insert, update on service_certificate to trunkline_app, trunkline_app_all;

-- The tunnel by which the panel reaches a device behind NAT. Services name hardware, and hardware names services.
alter table hardware add foreign key (vpn_dialup_id) references service;
