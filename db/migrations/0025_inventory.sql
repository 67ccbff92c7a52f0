-- The inventory: kinds of devices that the provider keeps, the devices themselves, and the sites where they stand.

-- Catalogue ---------------------------------------------------------------------------------------------------------
-- Kept by the provider, read by everybody.
create table hardware_type (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (name <> ''),
  -- What the panel draws and offers for it: cell info of an LTE router, the front of a switch.
  kind text not null default 'other' check (kind in ('router', 'access-point', 'switch', 'lte-router', 'antenna', 'other')),
  description text,
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index hardware_type_name on hardware_type (lower(name)) where deleted_at is null;

create table hardware_manufacturer (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (name <> ''),
  website text,
  support_email text,
  support_phone text,
  notes text,
  search_text text generated always as (lower(name || ' ' || coalesce(website, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index hardware_manufacturer_name on hardware_manufacturer (lower(name)) where deleted_at is null;

create table hardware_model (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  type_id bigint not null references hardware_type,
  manufacturer_id bigint not null references hardware_manufacturer,
  name text not null check (name <> ''),
  -- The maker's product code, as on the label: RBD52G-5HacD2HnD-TC
  code text,
  warranty_months smallint not null default 12 check (warranty_months between 0 and 600),
  ethernet_ports smallint not null default 0 check (ethernet_ports between 0 and 512),
  sfp_ports smallint not null default 0 check (sfp_ports between 0 and 512),
  poe_out_ports smallint not null default 0 check (poe_out_ports between 0 and 512),
  -- GHz bands of its radios: 2.4, 5, 6, 60
  radios text[] not null default '{}' check (radios <@ array['2.4', '5', '6', '60']),
  has_lte boolean not null default false,
  notes text,
  search_text text generated always as (lower(name || ' ' || coalesce(code, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index hardware_model_name on hardware_model (manufacturer_id, lower(name)) where deleted_at is null;
create index hardware_model_type on hardware_model (type_id);
create index hardware_model_search on hardware_model using gin (search_text gin_trgm_ops);

-- MikroTik branding packages, made outside the panel. The bytes lie apart, so that lists do not read them.
create table dpk_file (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  manufacturer_id bigint not null references hardware_manufacturer,
  name text not null check (name <> ''),
  note text,
  size_bytes int not null check (size_bytes > 0),
  sha256 text not null,
  uploaded_by text not null,
  search_text text generated always as (lower(name || ' ' || coalesce(note, ''))) stored not null,
  created_at timestamptz not null default now()
);
create unique index dpk_file_content on dpk_file (manufacturer_id, sha256);
create table dpk_content (
  dpk_file_id bigint primary key references dpk_file on delete cascade,
  bytes bytea not null
);
alter table dpk_content alter column bytes set storage external;

-- Sites ---------------------------------------------------------------------------------------------------------------
create table site (
  id bigint generated always as identity primary key,
  -- A client company.
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  phone_country_code text,
  phone_number text,
  telephone text generated always as ('+' || phone_country_code || phone_number) stored,
  contact_name text,
  contact_email text,
  address_line_1 text,
  address_line_2 text,
  city text,
  region text,
  postcode text,
  county_iso_code text,
  -- Degrees, WGS 84.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'UTC',
  notes text,
  -- Of its live hardware, kept by triggers: a list of 50,000 sites reads them from the row.
  hardware_count int not null default 0,
  online_count int not null default 0,
  -- Read at least once.
  known_count int not null default 0,
  status text generated always as (case
    when known_count = 0 then 'unknown'
    when online_count = hardware_count then 'online'
    when online_count = 0 then 'offline'
    else 'partial' end) stored not null,
  search_text text generated always as (lower(name || ' ' || coalesce(city, '') || ' ' || coalesce(postcode, '') || ' ' || coalesce(address_line_1, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint site_position check (num_nulls(latitude, longitude) in (0, 2)),
  -- What stands at a site is of its company: others refer to both.
  unique (id, company_id)
  -- Room in each page for counts that move: none of them is in an index.
) with (fillfactor = 85);
create unique index site_name_once on site (company_id, lower(name)) where deleted_at is null;
create index site_search on site using gin (search_text gin_trgm_ops);
select carries_lineage('site');
select scoped_index('site', 'site_name', 'name, id', 'deleted_at is null');
select scoped_index('site', 'site_status', 'status, name, id', 'deleted_at is null');
create index site_company on site (company_id);
create index site_place on site (longitude, latitude) where longitude is not null and deleted_at is null;
create trigger site_touch before update on site for each row
  when ((old.company_id, old.name, old.phone_country_code, old.phone_number, old.contact_name, old.contact_email, old.address_line_1, old.address_line_2, old.city, old.region, old.postcode, old.county_iso_code, old.latitude, old.longitude, old.time_zone, old.notes, old.deleted_at)
    is distinct from (new.company_id, new.name, new.phone_country_code, new.phone_number, new.contact_name, new.contact_email, new.address_line_1, new.address_line_2, new.city, new.region, new.postcode, new.county_iso_code, new.latitude, new.longitude, new.time_zone, new.notes, new.deleted_at))
  execute function touch_row();

-- Hardware ------------------------------------------------------------------------------------------------------------
create table hardware (
  id bigint generated by default as identity primary key,
  company_id bigint not null references company,
  site_id bigint,
  model_id bigint not null references hardware_model,
  -- Those of the model, kept here so that a list is filtered and a serial number is unique without a join.
  type_id bigint not null references hardware_type,
  manufacturer_id bigint not null references hardware_manufacturer,
  name text collate "und-x-icu" not null check (name <> ''),
  serial_number text check (serial_number <> ''),
  mac macaddr,
  comment text,
  warranty_expiry_at date,
  -- Of the SIM in it.
  phone_country_code text,
  phone_number text,
  telephone text generated always as ('+' || phone_country_code || phone_number) stored,
  -- How the panel reaches it.
  management_address text,
  management_protocol text not null default 'api-ssl' check (management_protocol in ('api', 'api-ssl', 'rest')),
  management_port int check (management_port between 1 and 65535),
  management_user text,
  -- Sealed; opened by the device worker alone, and never told.
  management_password bytea,
  -- SHA-256 of the certificate that the router has to show, in hexadecimal.
  pinned_certificate text check (pinned_certificate ~ '^[0-9a-f]{64}$'),
  -- Reached through this account's tunnel instead of its address.
  vpn_dialup_id bigint references service,
  -- Null: never read. True while the last successful reading is younger than three poll intervals.
  is_online boolean,
  -- The MAC address with and without its colons: both are typed.
  search_text text generated always as (lower(name || ' ' || coalesce(serial_number, '')
    || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '') || ' ' || coalesce(comment, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint hardware_at_site foreign key (site_id, company_id) references site (id, company_id)
  -- Room in each page for going online and offline.
) with (fillfactor = 90);
-- A serial number is unique a manufacturer over all tenants: it names one piece of metal.
create unique index hardware_serial on hardware (manufacturer_id, upper(serial_number)) where serial_number is not null and deleted_at is null;
create index hardware_search on hardware using gin (search_text gin_trgm_ops);
create index hardware_mac on hardware (mac) where mac is not null;
create index hardware_site on hardware (site_id) where site_id is not null;
-- A company that moves takes its devices along.
create index hardware_company on hardware (company_id);
create index hardware_dialup on hardware (vpn_dialup_id) where vpn_dialup_id is not null;
select carries_lineage('hardware');
select scoped_index('hardware', 'hardware_name', 'name, id', 'deleted_at is null');
select scoped_index('hardware', 'hardware_by_serial', 'serial_number, id', 'deleted_at is null');
select scoped_index('hardware', 'hardware_warranty', 'warranty_expiry_at, id', 'deleted_at is null');
select scoped_index('hardware', 'hardware_latest', 'created_at, id', 'deleted_at is null');
create index hardware_trash on hardware (name, id) where deleted_at is not null;
-- Those that do not answer: few, and asked for often.
select scoped_index('hardware', 'hardware_offline', 'name, id', 'deleted_at is null and is_online = false');
-- How many of a model a company sees; the plain one is for references too.
select scoped_index('hardware', 'hardware_model_used', 'model_id', 'deleted_at is null');
create trigger hardware_touch before update on hardware for each row
  when ((old.company_id, old.site_id, old.model_id, old.name, old.serial_number, old.mac, old.comment, old.warranty_expiry_at, old.phone_country_code, old.phone_number, old.management_address, old.management_protocol, old.management_port, old.management_user, old.management_password, old.pinned_certificate, old.vpn_dialup_id, old.deleted_at)
    is distinct from (new.company_id, new.site_id, new.model_id, new.name, new.serial_number, new.mac, new.comment, new.warranty_expiry_at, new.phone_country_code, new.phone_number, new.management_address, new.management_protocol, new.management_port, new.management_user, new.management_password, new.pinned_certificate, new.vpn_dialup_id, new.deleted_at))
  execute function touch_row();

-- What was read from it last; the panel's readings never touch its own row but for is_online.
create table hardware_state (
  hardware_id bigint primary key references hardware on delete cascade,
  polled_at timestamptz,
  identity text,
  board text,
  serial_number text,
  routeros_version text,
  firmware text,
  uptime_seconds bigint,
  cpu_load smallint,
  memory_total bigint,
  memory_free bigint,
  wan_address inet,
  last_error text,
  last_error_at timestamptz
) with (fillfactor = 70);

-- Type and manufacturer follow the model.
create function hardware_follow_model() returns trigger language plpgsql as $$
begin
  select type_id, manufacturer_id into new.type_id, new.manufacturer_id from hardware_model where id = new.model_id;
  return new;
end $$;
create trigger follow_model before insert or update of model_id, type_id, manufacturer_id on hardware for each row execute function hardware_follow_model();
create function hardware_model_moved() returns trigger language plpgsql as $$
begin
  update hardware set type_id = new.type_id, manufacturer_id = new.manufacturer_id where model_id = new.id;
  return null;
end $$;
create trigger moved after update on hardware_model for each row
  when (old.type_id <> new.type_id or old.manufacturer_id <> new.manufacturer_id) execute function hardware_model_moved();

-- Counts of a site, a statement at a time. Sites are locked in order of id, so that two statements never wait crosswise;
-- one update for all of them, so that the live channel is told once.
create function site_count(before_rows hardware[], after_rows hardware[]) returns void language plpgsql as $$
begin
  with moved as (
    select site_id, sum(n)::int as hardware, coalesce(sum(n) filter (where is_online), 0)::int as online, coalesce(sum(n) filter (where is_online is not null), 0)::int as known
      from (select site_id, is_online, -1 as n from unnest(before_rows) where site_id is not null and deleted_at is null
        union all select site_id, is_online, 1 from unnest(after_rows) where site_id is not null and deleted_at is null) c
      group by site_id having sum(n) <> 0 or coalesce(sum(n) filter (where is_online), 0) <> 0 or coalesce(sum(n) filter (where is_online is not null), 0) <> 0
  ), locked as materialized (
    select s.id from site s where s.id in (select m.site_id from moved m) order by s.id for no key update
  )
  update site s set hardware_count = s.hardware_count + m.hardware, online_count = s.online_count + m.online, known_count = s.known_count + m.known
    from moved m join locked l on l.id = m.site_id where s.id = l.id;
end $$;
create function site_count_insert() returns trigger language plpgsql as $$
begin
  perform site_count('{}', (select array_agg(r::hardware) from after_rows r where site_id is not null));
  return null;
end $$;
create function site_count_update() returns trigger language plpgsql as $$
begin
  perform site_count((select array_agg(r::hardware) from before_rows r where site_id is not null), (select array_agg(r::hardware) from after_rows r where site_id is not null));
  return null;
end $$;
create function site_count_delete() returns trigger language plpgsql as $$
begin
  perform site_count((select array_agg(r::hardware) from before_rows r where site_id is not null), '{}');
  return null;
end $$;
create trigger count_insert after insert on hardware referencing new table as after_rows for each statement execute function site_count_insert();
create trigger count_update after update on hardware referencing old table as before_rows new table as after_rows for each statement execute function site_count_update();
create trigger count_delete after delete on hardware referencing old table as before_rows for each statement execute function site_count_delete();

-- What others have of a device or a site.
alter table nas add foreign key (hardware_id) references hardware;
create index nas_hardware on nas (hardware_id) where hardware_id is not null;
alter table service add constraint service_at_site foreign key (site_id, company_id) references site (id, company_id),
  add foreign key (hardware_id) references hardware;
create index service_site on service (site_id) where site_id is not null;
create index service_hardware on service (hardware_id) where hardware_id is not null;

-- Who uses a device that the caller sees: NAS devices, services and dial-ups of any company, since one that the caller
-- does not see holds it too. Their names are read by the caller itself.
create function hardware_holders(hardware_ids bigint[]) returns table (hardware_id bigint, kind text, id bigint, lineage bigint[])
  language sql stable security definer set search_path = public, pg_temp as $$
  with seen as (
    select h.id from hardware h where h.id = any (hardware_ids)
      and (array_position(h.lineage, current_company()) is not null
        or 'trunkline_app_all' in (session_user::text, current_setting('role', true))))
  select n.hardware_id, 'nas', n.id, n.lineage from nas n join seen on seen.id = n.hardware_id where n.deleted_at is null
  union all
  select s.hardware_id, s.kind, s.id, s.lineage from service s join seen on seen.id = s.hardware_id
    where s.deleted_at is null and s.status <> 'terminated'
$$;
grant create on schema public to trunkline_app_all;
alter function hardware_holders(bigint[]) owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
revoke all on function hardware_holders(bigint[]) from public;
grant execute on function hardware_holders(bigint[]) to trunkline_app, trunkline_app_all;

-- Audit and live channel ------------------------------------------------------------------------------------------------
do $$
declare
  t record;
begin
  for t in select * from (values
    ('hardware_type', 'hardware-types'), ('hardware_manufacturer', 'hardware-manufacturers'), ('hardware_model', 'hardware-models')) v (name, subject)
  loop
    execute format('create trigger %I before update on %I for each row execute function touch_row()', t.name || '_touch', t.name);
    perform audited(t.name::regclass, t.subject, 'company_id', 'name');
    perform announced(t.name::regclass, t.subject, 'company_id');
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    -- Read by everybody signed in; changed by the provider, who works past this policy.
    execute format('create policy shared on %I for select to trunkline_app using ((select current_company()) > 0)', t.name);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t.name);
    execute format('grant select on %I to trunkline_app', t.name);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t.name);
  end loop;
end $$;

select audited('dpk_file', 'hardware-manufacturers', 'company_id', 'name');
select announced('dpk_file', 'hardware-manufacturers', 'company_id');
alter table dpk_file enable row level security;
alter table dpk_file force row level security;
alter table dpk_content enable row level security;
alter table dpk_content force row level security;
create policy shared on dpk_file for select to trunkline_app using ((select current_company()) > 0);
create policy everything on dpk_file to trunkline_app_all using (true) with check (true);
create policy everything on dpk_content to trunkline_app_all using (true) with check (true);
grant select on dpk_file to trunkline_app;
grant select, insert, update, delete on dpk_file, dpk_content to trunkline_app_all;

create trigger audit after insert or delete on site for each row execute function audit_row('sites', 'company_id', 'name', '', 'hardware_count,online_count,known_count,status');
create trigger audit_update after update on site for each row when (old.version is distinct from new.version) execute function audit_row('sites', 'company_id', 'name', '', 'hardware_count,online_count,known_count,status');
select announced('site', 'sites', 'company_id');
create policy everything on site to trunkline_app_all using (true) with check (true);
grant select, insert, update on site to trunkline_app, trunkline_app_all;
grant delete on site to trunkline_app_all;

create trigger audit after insert or delete on hardware for each row execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online');
create trigger audit_update after update on hardware for each row when (old.version is distinct from new.version) execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online');
select announced('hardware', 'hardware', 'company_id');
create policy everything on hardware to trunkline_app_all using (true) with check (true);
grant select, insert, update on hardware to trunkline_app, trunkline_app_all;
-- A password is sealed for its row: the id is taken before the row is written.
grant usage on sequence hardware_id_seq to trunkline_app, trunkline_app_all;
grant delete on hardware to trunkline_app_all;
alter table hardware_state enable row level security;
alter table hardware_state force row level security;
create policy own on hardware_state for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on hardware_state to trunkline_app_all using (true) with check (true);
grant select on hardware_state to trunkline_app;
grant select, insert, update, delete on hardware_state to trunkline_app_all;
