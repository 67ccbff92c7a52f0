-- What FreeRADIUS writes and reads besides services: sessions, usage, logins, leased addresses, and its own state. FreeRADIUS may
-- call functions of the schema `panel` and nothing else. They run past row security, as the panel itself. Passwords and
-- secrets are opened there, with a key that arrives as a setting of the connection (panel.radius_key, hexadecimal): it is in
-- no table, and in no statement that a log could hold.
--
-- Reports of running sessions come by the thousand and change nothing but counters. They are written down one by one, so that
-- the NAS has its answer when the database has its record, and taken into the sessions many at a time: one statement for all
-- costs a fraction of one for each. What begins or ends a session does so at once. A report does not wait for the disk
-- either: it says how much there was in all, and the next one, or the Stop, says it again. What a crash of the server takes
-- along is at most the reports of its last 0.6 seconds (three times wal_writer_delay).
-- functions: announce_rows, current_company, panel.end_addresses, panel.keep_months, take_lineage

create table session_live (
  uid text primary key,
  acct_session_id text not null,
  service_id bigint,
  username text not null,
  company_id bigint,
  nas_id bigint not null,
  nas_ip inet,
  nas_port text,
  calling text,
  called text,
  framed_ip inet,
  framed_ipv6 text,
  delegated_ipv6 text,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  secs bigint not null default 0,
  -- From the subscriber (upload) and to it (download), turned round already where the NAS names them the other way.
  in_octets bigint not null default 0,
  out_octets bigint not null default 0,
  lineage bigint[] not null default '{}',
  -- Until when its address is leased to it from a pool; null: it has none from a pool.
  leased_until timestamptz,
  -- The address list that it was put on at its start: no CoA of MikroTik changes it, so another one takes a Disconnect.
  address_list text,
  -- Its reports are looked at: for a lease to renew, or a quota to be used up.
  watched boolean not null default true,
  -- As it was before the last report, so that the statement that writes a report can say what it added.
  before_at timestamptz,
  before_in bigint,
  before_out bigint,
  -- The User-Name of the NAS's packets where it is not the user name of the service: an outer identity, a MAC address.
  nas_username text,
  framed_ipv6_address text,
  -- It has rows in session_address.
  has_addresses boolean not null default false,
  before_ip inet
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index session_live_username on session_live (username);
create index session_live_service on session_live (service_id);
-- No index on what changes with each report: the row is then written in its place.
create index session_live_nas on session_live (nas_id);
create index session_live_ip on session_live (framed_ip);
create index session_live_started on session_live (started_at desc, uid);
create index session_live_started_2 on session_live ((lineage[2]), started_at desc, uid) where lineage[2] is not null;
create index session_live_started_3 on session_live ((lineage[3]), started_at desc, uid) where lineage[3] is not null;
create index session_live_started_4 on session_live ((lineage[4]), started_at desc, uid) where lineage[4] is not null;
create index session_live_started_5 on session_live ((lineage[5]), started_at desc, uid) where lineage[5] is not null;
insert into lineage_table values ('session_live');
create statistics session_live_lineage_2 on (lineage[2]) from session_live;
create statistics session_live_lineage_3 on (lineage[3]) from session_live;
create statistics session_live_lineage_4 on (lineage[4]) from session_live;
create statistics session_live_lineage_5 on (lineage[5]) from session_live;
create trigger end_addresses after delete on session_live for each row when (old.has_addresses) execute function panel.end_addresses();
alter table session_live enable row level security;
alter table session_live force row level security;
create policy own on session_live for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on session_live to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on session_live to trunkline_app_all;
grant select on session_live to trunkline_app;

create table session_closed (
  uid text not null,
  acct_session_id text not null,
  service_id bigint,
  username text not null,
  company_id bigint,
  nas_id bigint not null,
  nas_ip inet,
  nas_port text,
  calling text,
  called text,
  framed_ip inet,
  framed_ipv6 text,
  delegated_ipv6 text,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  secs bigint not null default 0,
  in_octets bigint not null default 0,
  out_octets bigint not null default 0,
  lineage bigint[] not null default '{}',
  stopped_at timestamptz not null,
  cause text not null default '',
  -- nas-unknown: the NAS answered that it has no such session.
  closed_by text not null check (closed_by in ('stop', 'stale', 'superseded', 'nas', 'nas-unknown')),
  nas_username text,
  framed_ipv6_address text,
  primary key (uid, stopped_at)
) partition by range (stopped_at);
create index session_closed_username on session_closed (username, stopped_at desc);
create index session_closed_service on session_closed (service_id, stopped_at desc);
-- History, latest first, at each width of view.
create index session_closed_latest on only session_closed using btree (stopped_at desc, uid);
create index session_closed_latest_2 on only session_closed using btree ((lineage[2]), stopped_at desc, uid) where (lineage[2] is not null);
create index session_closed_latest_3 on only session_closed using btree ((lineage[3]), stopped_at desc, uid) where (lineage[3] is not null);
create index session_closed_latest_4 on only session_closed using btree ((lineage[4]), stopped_at desc, uid) where (lineage[4] is not null);
create index session_closed_latest_5 on only session_closed using btree ((lineage[5]), stopped_at desc, uid) where (lineage[5] is not null);
-- In place of (framed_ip, stopped_at): whether a session had begun by the time in question is decided in the index, so
-- an address that thousands of sessions have had costs one visit of the table for each session that matches. The number
-- of indexes stays the same; an entry grows from 24 to 32 bytes.
create index session_closed_ip_times on session_closed (framed_ip, stopped_at desc, started_at);
insert into lineage_table values ('session_closed');
alter table session_closed enable row level security;
alter table session_closed force row level security;
create policy own on session_closed for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on session_closed to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on session_closed to trunkline_app_all;
grant select on session_closed to trunkline_app;

create table session_closed_rest partition of session_closed default;

create table usage_by_day (
  service_id bigint not null,
  day date not null,
  in_octets bigint not null default 0,
  out_octets bigint not null default 0,
  primary key (service_id, day)
) with (fillfactor = 70);
alter table usage_by_day enable row level security;
alter table usage_by_day force row level security;
create policy own on usage_by_day for select to trunkline_app using (exists (select from service s where s.id = service_id));
create policy everything on usage_by_day to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on usage_by_day to trunkline_app_all;
grant select on usage_by_day to trunkline_app;

create table auth_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  username text not null,
  service_id bigint,
  company_id bigint,
  nas_id bigint,
  accepted boolean not null,
  -- Why not: unknown-user, bad-credentials, service-suspended, …; empty for an accept.
  reason text not null default '',
  calling text,
  lineage bigint[] not null default '{}',
  detail text not null default '',
  primary key (id, at)
) partition by range (at);
create index auth_log_username on auth_log (username, at desc);
create index auth_log_service on auth_log (service_id, at desc);
create index auth_log_nas on auth_log (nas_id, at desc) where not accepted;
create index auth_log_time on only auth_log using btree (at desc, id desc);
create index auth_log_time_2 on only auth_log using btree ((lineage[2]), at desc, id desc) where (lineage[2] is not null);
create index auth_log_time_3 on only auth_log using btree ((lineage[3]), at desc, id desc) where (lineage[3] is not null);
create index auth_log_time_4 on only auth_log using btree ((lineage[4]), at desc, id desc) where (lineage[4] is not null);
create index auth_log_time_5 on only auth_log using btree ((lineage[5]), at desc, id desc) where (lineage[5] is not null);
insert into lineage_table values ('auth_log');
alter table auth_log enable row level security;
alter table auth_log force row level security;
create policy own on auth_log for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on auth_log to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on auth_log to trunkline_app_all;
grant select on auth_log to trunkline_app;

create table auth_log_rest partition of auth_log default;

-- Addresses that RADIUS leases by itself. Their subnet hands none out by hand.
create table pool_address (
  subnet_id bigint not null references subnet on delete cascade,
  address inet not null,
  service_id bigint,
  nas_id bigint,
  calling text,
  leased_at timestamptz,
  -- Free when it is over and no session holds the address.
  leased_until timestamptz not null default '-infinity',
  primary key (subnet_id, address)
) with (fillfactor = 70);
create index pool_address_free on pool_address (subnet_id, leased_until, address);
create index pool_address_sticky on pool_address (service_id, calling);
alter table pool_address enable row level security;
alter table pool_address force row level security;
create policy everything on pool_address to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on pool_address to trunkline_app_all;

-- Records that could not be understood, kept instead of blocking those behind them.
create table acct_dead_letter (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  arguments jsonb not null,
  error text not null,
  -- radius_acct, radius_check, …: what could not be done.
  kind text not null default 'accounting' check (kind in ('accounting', 'login')),
  nas_id bigint,
  login text not null default '',
  sqlstate text not null default '',
  retries int not null default 0,
  retried_at timestamptz,
  -- Text arguments as the packet had them, in hexadecimal, for those that `arguments` shows as text.
  octets jsonb not null default '{}'
);
create index acct_dead_letter_latest on acct_dead_letter (id desc);
alter table acct_dead_letter enable row level security;
alter table acct_dead_letter force row level security;
create policy everything on acct_dead_letter to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on acct_dead_letter to trunkline_app_all;
grant usage on sequence acct_dead_letter_id_seq to trunkline_app_all;

-- CoA and Disconnect (RFC 5176): what was sent, and what the NAS said.
create table coa_request (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  service_id bigint references service,
  nas_id bigint not null references nas,
  uid text not null,
  username text not null,
  kind text not null check (kind in ('coa', 'disconnect')),
  -- Why: tariff, status, password, address, quota, by-hand.
  reason text not null,
  requested_by text not null default '',
  -- unexpected: signed with the secret, but neither the ACK nor the NAK of the request.
  state text not null default 'queued' check (state in ('queued', 'sent', 'ack', 'nak', 'unexpected', 'timeout', 'gone', 'failed')),
  error_cause int,
  detail text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  finished_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  -- closed: the session was closed. reported: it stays, since the NAS has reported it after the request. retry: the request
  -- is sent again after a delay, as a request of its own. retries-used: it is not, any more. replaced: a Disconnect follows.
  -- not-repeated: sent again unchanged it would fail again. setting: so it would until a setting of the NAS changes.
  -- reauthentication: the NAS sends an Access-Request first. Null: nothing follows from the answer.
  conclusion text check (conclusion in ('closed', 'reported', 'retry', 'retries-used', 'replaced', 'not-repeated', 'setting', 'reauthentication')),
  -- Counts the requests of one cause, from 1.
  attempt smallint not null default 1 check (attempt >= 1)
);
create index coa_request_service on coa_request (service_id, id desc);
create index coa_request_nas on coa_request (nas_id, id desc);
create index coa_request_session on coa_request (uid);
create index coa_request_latest on coa_request (id desc);
create index coa_request_latest_2 on coa_request ((lineage[2]), id desc) where lineage[2] is not null;
create index coa_request_latest_3 on coa_request ((lineage[3]), id desc) where lineage[3] is not null;
create index coa_request_latest_4 on coa_request ((lineage[4]), id desc) where lineage[4] is not null;
create index coa_request_latest_5 on coa_request ((lineage[5]), id desc) where lineage[5] is not null;
create index coa_request_open on coa_request (id) where state in ('queued', 'sent');
-- The last answer of a NAS that names one of its settings, for its health.
create index coa_request_setting on coa_request (nas_id, id desc) where conclusion = 'setting';
insert into lineage_table values ('coa_request');
create statistics coa_request_lineage_2 on (lineage[2]) from coa_request;
create statistics coa_request_lineage_3 on (lineage[3]) from coa_request;
create statistics coa_request_lineage_4 on (lineage[4]) from coa_request;
create statistics coa_request_lineage_5 on (lineage[5]) from coa_request;
create trigger lineage before insert or update of company_id on coa_request for each row execute function take_lineage();
-- What the NAS said is news of the service.
create trigger announce_update after update on coa_request referencing new table as changed_rows for each statement execute function announce_rows('services', 'company_id', 'service_id');
alter table coa_request enable row level security;
alter table coa_request force row level security;
create policy own on coa_request to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on coa_request to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on coa_request to trunkline_app_all;
grant select, insert on coa_request to trunkline_app;

create table acct_report (
  id bigint generated always as identity primary key,
  -- What panel.radius_acct is called with, as FreeRADIUS wrote it.
  uid text not null,
  session_id text,
  login text,
  nas text not null,
  src_ip text,
  port text,
  calling text,
  called text,
  ip text,
  ipv6_prefix text,
  delegated_prefix text,
  at text not null,
  secs text,
  in_octets text,
  in_gigawords text,
  out_octets text,
  out_gigawords text,
  -- Strings in hexadecimal, as FreeRADIUS wrote them.
  ipv6_address text,
  cgn text,
  service text,
  hints text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
alter table acct_report enable row level security;
alter table acct_report force row level security;
create policy everything on acct_report to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on acct_report to trunkline_app_all;

-- How far they have been taken in, and when: asked for each report, so it is one row of its own.
create table acct_taken (
  one boolean primary key default true check (one),
  up_to bigint not null,
  at timestamptz not null
) with (fillfactor = 10);
insert into acct_taken (up_to, at) values (0, '-infinity');
alter table acct_taken enable row level security;
alter table acct_taken force row level security;
create policy everything on acct_taken to trunkline_app_all using (true) with check (true);
grant select, update on acct_taken to trunkline_app_all;

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
alter table pool_prefix enable row level security;
alter table pool_prefix force row level security;
create policy everything on pool_prefix to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on pool_prefix to trunkline_app_all;

-- How many prefixes of a pool have been leased so far, from its first on.
create table pool_prefix_next (
  subnet_id bigint primary key references subnet on delete cascade,
  next bigint not null default 0,
  -- Length of the prefixes that are leased from the pool: what one customer gets.
  unit smallint not null check (unit between 1 and 128)
) with (fillfactor = 50);
alter table pool_prefix_next enable row level security;
alter table pool_prefix_next force row level security;
create policy everything on pool_prefix_next to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on pool_prefix_next to trunkline_app_all;

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
create index session_address_session on session_address (uid);
create index session_address_address on session_address using gist (address inet_ops);
-- One public address of a carrier-grade NAT has a block for each of its customers: the port is decided in the index.
-- Written for port blocks and for IPv4 addresses that changed within a session, not for IPv6.
create index session_address_ipv4 on session_address (address, port_from, port_to, from_at) where kind in ('ipv4', 'cgn');
insert into lineage_table values ('session_address');
alter table session_address enable row level security;
alter table session_address force row level security;
create policy own on session_address for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on session_address to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on session_address to trunkline_app_all;
grant select on session_address to trunkline_app;

create table session_address_rest partition of session_address default;

-- Accepted logins whose Start has not come yet, so that two logins at once count as two. Not logged to the WAL: after a
-- crash of the database server there are none, and no row lives longer than a minute.
create unlogged table login_pending (
  service_id bigint not null,
  nas_id bigint not null,
  calling text not null,
  until timestamptz not null,
  primary key (service_id, nas_id, calling)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table login_pending enable row level security;
alter table login_pending force row level security;
create policy everything on login_pending to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on login_pending to trunkline_app_all;

-- RADIUS servers that report to the panel: whether each FreeRADIUS runs, why not, and the accounting that it buffers.
-- A report comes every 15 seconds and with each change of state, from the panel process that looks after FreeRADIUS or
-- from `npm run radius` on a host of its own. Provider only: no policy for tenants.
create table radius_server (
  -- Host name and a hash of the configuration folder, so that two servers of one machine are two rows.
  host text primary key check (length(host) between 1 and 300),
  -- Host name alone, for people.
  name text not null check (length(name) between 1 and 255),
  state text not null check (state in ('running', 'starting', 'missing', 'no-driver', 'wrong-version', 'ports-taken', 'stopped', 'failed')),
  -- Why it does not run: {"reason", "command", "port", "program", "pid", "version", "text"}, each only where it applies.
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  -- Of FreeRADIUS; empty where it is not known.
  version text not null default '',
  auth_port int not null check (auth_port between 1 and 65535),
  acct_port int not null check (acct_port between 1 and 65535),
  -- Start of this state and reason.
  since timestamptz not null default now(),
  -- Last report.
  checked_at timestamptz not null default now(),
  -- Accounting that the database has not stored yet: its size, and when the oldest file of it was begun.
  buffer_bytes bigint not null default 0 check (buffer_bytes >= 0),
  buffer_since timestamptz
) with (fillfactor = 50);
alter table radius_server enable row level security;
alter table radius_server force row level security;
create policy everything on radius_server to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on radius_server to trunkline_app_all;

-- Packets that FreeRADIUS does not answer: of unknown senders, of disabled NAS devices, and of NAS devices whose
-- Message-Authenticator or secret is wrong. Nothing of a packet is stored but its source address.
create table radius_unanswered (
  id bigint generated always as identity,
  address inet not null check (masklen(address) = case family(address) when 4 then 32 else 128 end),
  reason text not null check (reason in ('unknown', 'disabled', 'bad-authenticator', 'missing-authenticator')),
  -- Null for an unknown sender.
  nas_id bigint references nas on delete cascade,
  company_id bigint,
  -- Which port the latest of them came to; empty where the reporter does not know.
  packet text not null default '' check (packet in ('', 'auth', 'acct')),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- A lower bound: unknown and disabled senders are counted at most once in 10 seconds.
  count bigint not null default 1 check (count > 0),
  -- Of the company of the NAS; empty for an unknown sender, which only the provider sees.
  lineage bigint[] not null default '{}',
  primary key (address, reason),
  constraint radius_unanswered_nas check ((reason = 'unknown') = (nas_id is null) and (nas_id is null) = (company_id is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create unique index radius_unanswered_id on radius_unanswered (id);
create index radius_unanswered_nas_id on radius_unanswered (nas_id) where nas_id is not null;
-- New rows of the last second; first_at never changes, so that updates stay in the page (HOT).
create index radius_unanswered_first on radius_unanswered (first_at);
insert into lineage_table values ('radius_unanswered');
alter table radius_unanswered enable row level security;
alter table radius_unanswered force row level security;
create policy own on radius_unanswered for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy own_delete on radius_unanswered for delete to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on radius_unanswered to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on radius_unanswered to trunkline_app_all;
grant select, delete on radius_unanswered to trunkline_app;

-- The attributes that FreeRADIUS can put into a packet, read from its dictionary files by the process that looks after it
-- (radius/src/dictionary.ts). Extra attribute lines of tariffs and NAS devices are validated against it.
create table radius_attribute (
  -- As FreeRADIUS spells it; names are compared without case.
  name text primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,252}$'),
  -- The dictionary's vendor; null: an attribute of the RFCs.
  vendor text,
  -- First level of path.
  number int not null,
  -- Numbers from the outermost level on: 25, 241.5.1.
  path text not null,
  -- string, integer, ipaddr, ipv6prefix, …: FreeRADIUS's data types (dictionary(5)).
  type text not null,
  -- Octets of a value of type octets with a fixed length.
  length int,
  -- Octets of the headers before the value.
  overhead int not null check (overhead between 2 and 64),
  -- Named values: {"Framed-User": 2}.
  values jsonb not null default '{}' check (jsonb_typeof(values) = 'object'),
  -- A tag of RFC 2868 may precede the value.
  has_tag boolean not null default false,
  -- Option encrypt= of the dictionary: 1 User-Password, 2 Tunnel-Password, 3 Ascend-Send-Secret.
  encrypted smallint,
  -- The file that defines it.
  source text not null
);
create unique index radius_attribute_name on radius_attribute (lower(name));
create index radius_attribute_search on radius_attribute using gin (lower(name) gin_trgm_ops);
create index radius_attribute_vendor on radius_attribute (lower(vendor), name);
alter table radius_attribute enable row level security;
alter table radius_attribute force row level security;
create policy everything on radius_attribute to trunkline_app_all using (true) with check (true);
create policy signed_in on radius_attribute for select to trunkline_app using ((select current_company()) is not null);
grant select on radius_attribute to trunkline_app;
grant select, insert, update, delete on radius_attribute to trunkline_app_all;

-- Which dictionary it is; an empty hash: none was loaded yet.
create table radius_dictionary (
  one boolean primary key default true check (one),
  hash text not null default '',
  loaded_at timestamptz
);
insert into radius_dictionary default values;
alter table radius_dictionary enable row level security;
alter table radius_dictionary force row level security;
create policy everything on radius_dictionary to trunkline_app_all using (true) with check (true);
create policy signed_in on radius_dictionary for select to trunkline_app using ((select current_company()) is not null);
grant select on radius_dictionary to trunkline_app;
grant select, insert, update, delete on radius_dictionary to trunkline_app_all;

-- The partitions of this month and the next ones; the panel goes on with it at each start and by a job.
select panel.keep_months(13);
