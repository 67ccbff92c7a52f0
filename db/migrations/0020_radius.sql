-- RADIUS: what is sold (tariff), who asks (nas), who dials in (service), and what is seen of it (sessions, usage, logins).
-- Services and VPN dial-ups are one thing to FreeRADIUS and one table here; the panel shows them as two resources.

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
  burst_download_rate int, burst_upload_rate int,
  burst_download_threshold int, burst_upload_threshold int,
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
  slow_download_rate int, slow_upload_rate int,
  address_list text,
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint tariff_burst check (num_nulls(burst_download_rate, burst_upload_rate, burst_seconds) in (0, 3)),
  constraint tariff_burst_above check (burst_download_rate is null or (burst_download_rate >= download_rate and burst_upload_rate >= upload_rate)),
  constraint tariff_slow check (quota_bytes is null or quota_action = 'stop' or (slow_download_rate is not null and slow_upload_rate is not null))
);
create unique index tariff_name_once on tariff (company_id, lower(name)) where deleted_at is null;
create index tariff_search on tariff using gin (search_text gin_trgm_ops);
select carries_lineage('tariff');
select scoped_index('tariff', 'tariff_name', 'name, id', 'deleted_at is null');
create trigger tariff_touch before update on tariff for each row
  when ((old.name, old.description, old.offered_to, old.price, old.currency, old.download_rate, old.upload_rate, old.burst_download_rate, old.burst_upload_rate, old.burst_download_threshold, old.burst_upload_threshold, old.burst_seconds, old.priority, old.session_timeout, old.idle_timeout, old.interim_seconds, old.quota_bytes, old.quota_period, old.quota_action, old.slow_download_rate, old.slow_upload_rate, old.address_list, old.deleted_at)
    is distinct from (new.name, new.description, new.offered_to, new.price, new.currency, new.download_rate, new.upload_rate, new.burst_download_rate, new.burst_upload_rate, new.burst_download_threshold, new.burst_upload_threshold, new.burst_seconds, new.priority, new.session_timeout, new.idle_timeout, new.interim_seconds, new.quota_bytes, new.quota_period, new.quota_action, new.slow_download_rate, new.slow_upload_rate, new.address_list, new.deleted_at))
  execute function touch_row();

create table tariff_offer (
  tariff_id bigint not null references tariff on delete cascade,
  -- It and everything below it may sell the tariff.
  company_id bigint not null references company,
  primary key (tariff_id, company_id)
);

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
  hardware_id bigint,
  is_active boolean not null default true,
  search_text text generated always as (lower(name || ' ' || host(address) || ' ' || region)) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index nas_address on nas (address) where deleted_at is null;
create index nas_search on nas using gin (search_text gin_trgm_ops);
select carries_lineage('nas');
select scoped_index('nas', 'nas_name', 'name, id', 'deleted_at is null');
create trigger nas_touch before update on nas for each row
  when ((old.company_id, old.name, old.address, old.secret, old.vendor, old.purposes, old.region, old.coa_port, old.require_message_authenticator, old.input_is_download, old.hardware_id, old.is_active, old.deleted_at)
    is distinct from (new.company_id, new.name, new.address, new.secret, new.vendor, new.purposes, new.region, new.coa_port, new.require_message_authenticator, new.input_is_download, new.hardware_id, new.is_active, new.deleted_at))
  execute function touch_row();

-- Pools in the order in which they are drawn from: subnets that give addresses.
create table nas_pool (
  nas_id bigint not null references nas on delete cascade,
  subnet_id bigint not null references subnet,
  position smallint not null default 0,
  primary key (nas_id, subnet_id)
);
create index nas_pool_subnet on nas_pool (subnet_id);

-- When it was last heard: kept apart, so that a packet does not touch the NAS's own row.
create table nas_heard (
  nas_id bigint primary key references nas on delete cascade,
  auth_at timestamptz,
  accept_at timestamptz,
  acct_at timestamptz
) with (fillfactor = 70);

create table service (
  -- By default: address management names the user of what it gives before the row is written.
  id bigint generated by default as identity primary key,
  kind text not null check (kind in ('service', 'vpn-dialup')),
  -- The client company; for a dial-up whichever company it belongs to.
  company_id bigint not null references company,
  site_id bigint,
  hardware_id bigint,
  name text not null default '',
  username text not null check (username <> '' and username = btrim(username) and length(username) <= 253),
  -- Sealed: CHAP and MS-CHAP need it in clear, so it can be opened again, but only with the key of panel and FreeRADIUS.
  password bytea not null,
  tariff_id bigint not null references tariff,
  nas_id bigint references nas,
  payment_period text not null default 'monthly' check (payment_period in ('one-off', 'monthly', 'quarterly', 'half-yearly', 'yearly')),
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'terminated')),
  starts_on date,
  ends_on date,
  calling_station text,
  simultaneous_use smallint not null default 1 check (simultaneous_use between 1 and 100),
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
  search_text text generated always as (lower(username || ' ' || name || ' ' || coalesce(host(address), ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint service_days check (starts_on is null or ends_on is null or starts_on <= ends_on),
  constraint service_address check (ipv4_method not in ('static-address', 'static-network') or address is not null or status = 'terminated' or deleted_at is not null)
);
create unique index service_username on service (username) where deleted_at is null;
create index service_search on service using gin (search_text gin_trgm_ops);
create index service_tariff on service (tariff_id);
create index service_nas on service (nas_id) where nas_id is not null;
create index service_subnet on service (subnet_id) where subnet_id is not null;
create index service_ends on service (ends_on) where ends_on is not null and status = 'active' and deleted_at is null;
create index service_quota on service (id) where quota_state <> 'within';
select carries_lineage('service');
select scoped_index('service', 'service_name', 'kind, username, id', 'deleted_at is null');
-- The state of the quota is reckoned, not edited: no version.
create trigger service_touch before update on service for each row
  when ((old.company_id, old.site_id, old.hardware_id, old.name, old.username, old.password, old.tariff_id, old.nas_id, old.payment_period, old.status, old.starts_on, old.ends_on, old.calling_station, old.simultaneous_use, old.ipv4_method, old.subnet_id, old.address_id, old.network_subnet_id, old.network_id, old.ipv6_subnet_id, old.ipv6_network_id, old.address, old.network, old.ipv6_network, old.notes, old.deleted_at)
    is distinct from (new.company_id, new.site_id, new.hardware_id, new.name, new.username, new.password, new.tariff_id, new.nas_id, new.payment_period, new.status, new.starts_on, new.ends_on, new.calling_station, new.simultaneous_use, new.ipv4_method, new.subnet_id, new.address_id, new.network_subnet_id, new.network_id, new.ipv6_subnet_id, new.ipv6_network_id, new.address, new.network, new.ipv6_network, new.notes, new.deleted_at))
  execute function touch_row();

create function announce_services() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select c.kind, array_agg(distinct c.id) as ids, array_agg(distinct c.company_id) as companies from changed_rows c group by 1
  loop
    perform pg_notify('trunkline_changed', json_build_object(
      'subject', case changed.kind when 'service' then 'services' else 'vpn-dialups' end,
      'ids', case when cardinality(changed.ids) > 100 then '{}' else changed.ids end,
      'companies', case when cardinality(changed.companies) > 100 then '{}' else changed.companies end)::text);
  end loop;
  return null;
end $$;
create trigger announce_insert after insert on service referencing new table as changed_rows for each statement execute function announce_services();
create trigger announce_update after update on service referencing new table as changed_rows for each statement execute function announce_services();
create trigger announce_delete after delete on service referencing old table as changed_rows for each statement execute function announce_services();

do $$
declare
  kind text;
  subject text;
begin
  foreach kind in array array['service', 'vpn-dialup'] loop
    subject := case kind when 'service' then 'services' else 'vpn-dialups' end;
    execute format('create trigger %I after insert on service for each row when (new.kind = %L) execute function audit_row(%L, ''company_id'', ''username'', ''password'', ''quota_state'')', 'audit_insert_' || kind, kind, subject);
    execute format('create trigger %I after update on service for each row when (new.kind = %L and old.version is distinct from new.version) execute function audit_row(%L, ''company_id'', ''username'', ''password'', ''quota_state'')', 'audit_update_' || kind, kind, subject);
    execute format('create trigger %I after delete on service for each row when (old.kind = %L) execute function audit_row(%L, ''company_id'', ''username'', ''password'', ''quota_state'')', 'audit_delete_' || kind, kind, subject);
  end loop;
end $$;
select audited('tariff', 'tariffs', 'company_id', 'name');
select announced('tariff', 'tariffs', 'company_id');
select audited('nas', 'nas', 'company_id', 'name', 'secret');
select announced('nas', 'nas', 'company_id');
create trigger audit after insert or delete on nas_pool for each row execute function audit_row('nas', 'company_id', 'subnet_id', '', '', 'nas_id');
create trigger audit after insert or delete on tariff_offer for each row execute function audit_row('tariffs', 'company_id', 'company_id', '', '', 'tariff_id');

-- What is seen -----------------------------------------------------------------------------------------------------
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
  before_out bigint
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index session_live_username on session_live (username);
create index session_live_service on session_live (service_id);
-- No index on what changes with each report: the row is then written in its place.
create index session_live_nas on session_live (nas_id);
create index session_live_ip on session_live (framed_ip);
select scoped_index('session_live', 'session_live_started', 'started_at desc, uid');

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
  closed_by text not null check (closed_by in ('stop', 'stale', 'superseded', 'nas')),
  primary key (uid, stopped_at)
) partition by range (stopped_at);
create table session_closed_rest partition of session_closed default;
create index session_closed_username on session_closed (username, stopped_at desc);
create index session_closed_service on session_closed (service_id, stopped_at desc);
create index session_closed_ip on session_closed (framed_ip, stopped_at desc);
-- History, latest first, at each width of view.
do $$ begin
  create index session_closed_latest on session_closed (stopped_at desc, uid);
  for depth in 2..5 loop
    execute format('create index session_closed_latest_%s on session_closed ((lineage[%s]), stopped_at desc, uid) where lineage[%s] is not null', depth, depth, depth);
  end loop;
end $$;

create table usage_by_day (
  service_id bigint not null,
  day date not null,
  in_octets bigint not null default 0,
  out_octets bigint not null default 0,
  primary key (service_id, day)
) with (fillfactor = 70);

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
  primary key (id, at)
) partition by range (at);
create table auth_log_rest partition of auth_log default;
create index auth_log_username on auth_log (username, at desc);
create index auth_log_service on auth_log (service_id, at desc);
create index auth_log_nas on auth_log (nas_id, at desc) where not accepted;
do $$ begin
  create index auth_log_time on auth_log (at desc, id desc);
  for depth in 2..5 loop
    execute format('create index auth_log_time_%s on auth_log ((lineage[%s]), at desc, id desc) where lineage[%s] is not null', depth, depth, depth);
  end loop;
end $$;

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

-- Records that could not be understood, kept instead of blocking those behind them.
create table acct_dead_letter (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  arguments jsonb not null,
  error text not null
);

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
  state text not null default 'queued' check (state in ('queued', 'sent', 'ack', 'nak', 'timeout', 'gone', 'failed')),
  error_cause int,
  detail text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  finished_at timestamptz
);
create index coa_request_service on coa_request (service_id, id desc);
create index coa_request_nas on coa_request (nas_id, id desc);
create index coa_request_session on coa_request (uid);
select carries_lineage('coa_request');
select scoped_index('coa_request', 'coa_request_latest', 'id desc');
create index coa_request_open on coa_request (id) where state in ('queued', 'sent');
-- What the NAS said is news of the service.
create trigger announce_update after update on coa_request referencing new table as changed_rows for each statement execute function announce_rows('services', 'company_id', 'service_id');

-- Row security -----------------------------------------------------------------------------------------------------
-- Their rows carry the lineage of the company, which moves with it. They are written by what FreeRADIUS calls alone.
insert into lineage_table values ('session_live'), ('session_closed'), ('auth_log');
-- A move finds its rows by the lineage, at the depth of the company that moves: an index on company_id besides those of
-- the lists would be written by each packet, and read at a move alone.
create or replace function carry_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
begin
  for t in select name from lineage_table loop
    execute format('update %I set lineage = $1 where company_id = $2 and lineage[%s] = $2', t, cardinality(old.lineage)) using new.lineage, new.id;
  end loop;
  return null;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['session_live', 'session_closed', 'auth_log'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I for select to trunkline_app using (array_position(lineage, (select current_company())) is not null)', t);
  end loop;
  for depth in 2..5 loop
    execute format('create statistics session_live_lineage_%s on (lineage[%s]) from session_live', depth, depth);
  end loop;
end $$;

-- A NAS serves its company and those below it, which see it and do not change it.
drop policy own on nas;
create policy own on nas to trunkline_app using (
  array_position(lineage, (select current_company())) is not null or company_id = any ((select companies_above())::bigint[]))
  with check (array_position(lineage, (select current_company())) is not null);

alter table tariff_offer enable row level security;
alter table tariff_offer force row level security;
-- Whether a tariff is the caller's own or one below. Past row security, whose rules for tariffs ask for their offers.
create function owns_tariff(wanted bigint) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from tariff where id = wanted and array_position(lineage, current_company()) is not null)
$$;
create policy own on tariff_offer for select to trunkline_app using (
  company_id = any ((select companies_above())::bigint[]) or company_id in (select descendant_id from company_tree));
create policy own_insert on tariff_offer for insert to trunkline_app with check (owns_tariff(tariff_id));
create policy own_delete on tariff_offer for delete to trunkline_app using (owns_tariff(tariff_id));

drop policy own on tariff;
create policy own on tariff to trunkline_app using (
  array_position(lineage, (select current_company())) is not null
  or (company_id = any ((select companies_above())::bigint[])
    and (offered_to = 'all' or id in (select tariff_id from tariff_offer where company_id = any ((select companies_above())::bigint[])))))
  with check (array_position(lineage, (select current_company())) is not null);

alter table nas_pool enable row level security;
alter table nas_pool force row level security;
create policy own on nas_pool for select to trunkline_app using (exists (select from nas n where n.id = nas_id));
create policy own_write on nas_pool to trunkline_app using (exists (select from nas n where n.id = nas_id and array_position(n.lineage, (select current_company())) is not null));

alter table nas_heard enable row level security;
alter table nas_heard force row level security;
create policy own on nas_heard for select to trunkline_app using (exists (select from nas n where n.id = nas_id));

alter table usage_by_day enable row level security;
alter table usage_by_day force row level security;
create policy own on usage_by_day for select to trunkline_app using (exists (select from service s where s.id = service_id));

alter table pool_address enable row level security;
alter table pool_address force row level security;
alter table acct_dead_letter enable row level security;
alter table acct_dead_letter force row level security;

do $$
declare
  t text;
begin
  foreach t in array array['tariff_offer', 'nas_pool', 'nas_heard', 'session_live', 'session_closed', 'usage_by_day', 'auth_log', 'pool_address', 'acct_dead_letter'] loop
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
  end loop;
  foreach t in array array['tariff', 'nas', 'service', 'coa_request'] loop
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
  end loop;
  foreach t in array array['tariff', 'tariff_offer', 'nas', 'nas_pool', 'nas_heard', 'service', 'session_live', 'session_closed', 'usage_by_day', 'auth_log', 'pool_address', 'acct_dead_letter', 'coa_request'] loop
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
grant select, insert, update on tariff, nas, service to trunkline_app;
grant usage on sequence service_id_seq to trunkline_app, trunkline_app_all;
grant select, insert, delete on tariff_offer to trunkline_app;
grant select, insert, update, delete on nas_pool to trunkline_app;
grant select on nas_heard, session_live, session_closed, usage_by_day, auth_log to trunkline_app;
grant select, insert on coa_request to trunkline_app;

grant create on schema public to trunkline_app_all;
alter function owns_tariff(bigint) owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
