-- Hardware catalogue, sites, hardware and licences.
-- functions: announce_rows, audit_row, current_company, device_commands_follow, hardware_follow_model, hardware_model_moved, hardware_poll_follow
-- functions: licence_status_changed, site_count_delete, site_count_insert, site_count_update, take_lineage, touch_row, wifi_settings_follow

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
create trigger hardware_type_touch before update on hardware_type for each row execute function touch_row();
create trigger audit after insert or delete or update on hardware_type for each row execute function audit_row('hardware-types', 'company_id', 'name', '');
create trigger announce_insert after insert on hardware_type referencing new table as changed_rows for each statement execute function announce_rows('hardware-types', 'company_id');
create trigger announce_update after update on hardware_type referencing new table as changed_rows for each statement execute function announce_rows('hardware-types', 'company_id');
create trigger announce_delete after delete on hardware_type referencing old table as changed_rows for each statement execute function announce_rows('hardware-types', 'company_id');
alter table hardware_type enable row level security;
alter table hardware_type force row level security;
create policy shared on hardware_type for select to trunkline_app using ((select current_company()) > 0);
create policy everything on hardware_type to trunkline_app_all using (true) with check (true);
grant select on hardware_type to trunkline_app;
grant select, insert, update, delete on hardware_type to trunkline_app_all;

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
create trigger hardware_manufacturer_touch before update on hardware_manufacturer for each row execute function touch_row();
create trigger audit after insert or delete or update on hardware_manufacturer for each row execute function audit_row('hardware-manufacturers', 'company_id', 'name', '');
create trigger announce_insert after insert on hardware_manufacturer referencing new table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
create trigger announce_update after update on hardware_manufacturer referencing new table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
create trigger announce_delete after delete on hardware_manufacturer referencing old table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
alter table hardware_manufacturer enable row level security;
alter table hardware_manufacturer force row level security;
create policy shared on hardware_manufacturer for select to trunkline_app using ((select current_company()) > 0);
create policy everything on hardware_manufacturer to trunkline_app_all using (true) with check (true);
grant select on hardware_manufacturer to trunkline_app;
grant select, insert, update, delete on hardware_manufacturer to trunkline_app_all;

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
create trigger moved after update on hardware_model for each row
  when (old.type_id <> new.type_id or old.manufacturer_id <> new.manufacturer_id) execute function hardware_model_moved();
create trigger hardware_model_touch before update on hardware_model for each row execute function touch_row();
create trigger audit after insert or delete or update on hardware_model for each row execute function audit_row('hardware-models', 'company_id', 'name', '');
create trigger announce_insert after insert on hardware_model referencing new table as changed_rows for each statement execute function announce_rows('hardware-models', 'company_id');
create trigger announce_update after update on hardware_model referencing new table as changed_rows for each statement execute function announce_rows('hardware-models', 'company_id');
create trigger announce_delete after delete on hardware_model referencing old table as changed_rows for each statement execute function announce_rows('hardware-models', 'company_id');
alter table hardware_model enable row level security;
alter table hardware_model force row level security;
create policy shared on hardware_model for select to trunkline_app using ((select current_company()) > 0);
create policy everything on hardware_model to trunkline_app_all using (true) with check (true);
grant select on hardware_model to trunkline_app;
grant select, insert, update, delete on hardware_model to trunkline_app_all;

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
create trigger audit after insert or delete or update on dpk_file for each row execute function audit_row('hardware-manufacturers', 'company_id', 'name', '');
create trigger announce_insert after insert on dpk_file referencing new table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
create trigger announce_update after update on dpk_file referencing new table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
create trigger announce_delete after delete on dpk_file referencing old table as changed_rows for each statement execute function announce_rows('hardware-manufacturers', 'company_id');
alter table dpk_file enable row level security;
alter table dpk_file force row level security;
create policy shared on dpk_file for select to trunkline_app using ((select current_company()) > 0);
create policy everything on dpk_file to trunkline_app_all using (true) with check (true);
grant select on dpk_file to trunkline_app;
grant select, insert, update, delete on dpk_file to trunkline_app_all;

create table dpk_content (
  dpk_file_id bigint primary key references dpk_file on delete cascade,
  bytes bytea not null
);
alter table dpk_content alter column bytes set storage external;
alter table dpk_content enable row level security;
alter table dpk_content force row level security;
create policy everything on dpk_content to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on dpk_content to trunkline_app_all;

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
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  constraint site_position check (num_nulls(latitude, longitude) in (0, 2)),
  -- What stands at a site is of its company: others refer to both.
  unique (id, company_id)
  -- Room in each page for counts that move: none of them is in an index.
) with (fillfactor = 85);
create unique index site_name_once on site (company_id, lower(name)) where deleted_at is null;
create index site_search on site using gin (search_text gin_trgm_ops);
create index site_name on site (name, id) where deleted_at is null;
create index site_name_2 on site ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index site_name_3 on site ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index site_name_4 on site ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index site_name_5 on site ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
create index site_status on site (status, name, id) where deleted_at is null;
create index site_status_2 on site ((lineage[2]), status, name, id) where deleted_at is null and lineage[2] is not null;
create index site_status_3 on site ((lineage[3]), status, name, id) where deleted_at is null and lineage[3] is not null;
create index site_status_4 on site ((lineage[4]), status, name, id) where deleted_at is null and lineage[4] is not null;
create index site_status_5 on site ((lineage[5]), status, name, id) where deleted_at is null and lineage[5] is not null;
create index site_company on site (company_id);
create index site_place on site (longitude, latitude) where longitude is not null and deleted_at is null;
insert into lineage_table values ('site');
create statistics site_lineage_2 on (lineage[2]) from site;
create statistics site_lineage_3 on (lineage[3]) from site;
create statistics site_lineage_4 on (lineage[4]) from site;
create statistics site_lineage_5 on (lineage[5]) from site;
create trigger lineage before insert or update of company_id on site for each row execute function take_lineage();
create trigger site_touch before update on site for each row
  when ((old.company_id, old.name, old.phone_country_code, old.phone_number, old.contact_name, old.contact_email, old.address_line_1, old.address_line_2, old.city, old.region, old.postcode, old.county_iso_code, old.latitude, old.longitude, old.time_zone, old.notes, old.deleted_at)
    is distinct from (new.company_id, new.name, new.phone_country_code, new.phone_number, new.contact_name, new.contact_email, new.address_line_1, new.address_line_2, new.city, new.region, new.postcode, new.county_iso_code, new.latitude, new.longitude, new.time_zone, new.notes, new.deleted_at))
  execute function touch_row();
create trigger audit after insert or delete on site for each row execute function audit_row('sites', 'company_id', 'name', '', 'hardware_count,online_count,known_count,status');
create trigger audit_update after update on site for each row when (old.version is distinct from new.version) execute function audit_row('sites', 'company_id', 'name', '', 'hardware_count,online_count,known_count,status');
create trigger announce_insert after insert on site referencing new table as changed_rows for each statement execute function announce_rows('sites', 'company_id');
create trigger announce_update after update on site referencing new table as changed_rows for each statement execute function announce_rows('sites', 'company_id');
create trigger announce_delete after delete on site referencing old table as changed_rows for each statement execute function announce_rows('sites', 'company_id');
alter table site enable row level security;
alter table site force row level security;
create policy own on site to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on site to trunkline_app_all using (true) with check (true);
grant select, insert, update on site to trunkline_app;
grant select, insert, update, delete on site to trunkline_app_all;

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
  vpn_dialup_id bigint,
  -- Null: never read. True while the last successful reading is younger than three poll intervals.
  is_online boolean,
  -- The MAC address with and without its colons: both are typed.
  search_text text generated always as (lower(name || ' ' || coalesce(serial_number, '')
    || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '') || ' ' || coalesce(comment, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
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
create index hardware_name on hardware (name, id) where deleted_at is null;
create index hardware_name_2 on hardware ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index hardware_name_3 on hardware ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index hardware_name_4 on hardware ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index hardware_name_5 on hardware ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
create index hardware_by_serial on hardware (serial_number, id) where deleted_at is null;
create index hardware_by_serial_2 on hardware ((lineage[2]), serial_number, id) where deleted_at is null and lineage[2] is not null;
create index hardware_by_serial_3 on hardware ((lineage[3]), serial_number, id) where deleted_at is null and lineage[3] is not null;
create index hardware_by_serial_4 on hardware ((lineage[4]), serial_number, id) where deleted_at is null and lineage[4] is not null;
create index hardware_by_serial_5 on hardware ((lineage[5]), serial_number, id) where deleted_at is null and lineage[5] is not null;
create index hardware_warranty on hardware (warranty_expiry_at, id) where deleted_at is null;
create index hardware_warranty_2 on hardware ((lineage[2]), warranty_expiry_at, id) where deleted_at is null and lineage[2] is not null;
create index hardware_warranty_3 on hardware ((lineage[3]), warranty_expiry_at, id) where deleted_at is null and lineage[3] is not null;
create index hardware_warranty_4 on hardware ((lineage[4]), warranty_expiry_at, id) where deleted_at is null and lineage[4] is not null;
create index hardware_warranty_5 on hardware ((lineage[5]), warranty_expiry_at, id) where deleted_at is null and lineage[5] is not null;
create index hardware_latest on hardware (created_at, id) where deleted_at is null;
create index hardware_latest_2 on hardware ((lineage[2]), created_at, id) where deleted_at is null and lineage[2] is not null;
create index hardware_latest_3 on hardware ((lineage[3]), created_at, id) where deleted_at is null and lineage[3] is not null;
create index hardware_latest_4 on hardware ((lineage[4]), created_at, id) where deleted_at is null and lineage[4] is not null;
create index hardware_latest_5 on hardware ((lineage[5]), created_at, id) where deleted_at is null and lineage[5] is not null;
create index hardware_trash on hardware (name, id) where deleted_at is not null;
-- Those that do not answer: few, and asked for often.
create index hardware_offline on hardware (name, id) where deleted_at is null and is_online = false;
create index hardware_offline_2 on hardware ((lineage[2]), name, id) where deleted_at is null and is_online = false and lineage[2] is not null;
create index hardware_offline_3 on hardware ((lineage[3]), name, id) where deleted_at is null and is_online = false and lineage[3] is not null;
create index hardware_offline_4 on hardware ((lineage[4]), name, id) where deleted_at is null and is_online = false and lineage[4] is not null;
create index hardware_offline_5 on hardware ((lineage[5]), name, id) where deleted_at is null and is_online = false and lineage[5] is not null;
-- How many of a model a company sees; the plain one is for references too.
create index hardware_model_used on hardware (model_id) where deleted_at is null;
create index hardware_model_used_2 on hardware ((lineage[2]), model_id) where deleted_at is null and lineage[2] is not null;
create index hardware_model_used_3 on hardware ((lineage[3]), model_id) where deleted_at is null and lineage[3] is not null;
create index hardware_model_used_4 on hardware ((lineage[4]), model_id) where deleted_at is null and lineage[4] is not null;
create index hardware_model_used_5 on hardware ((lineage[5]), model_id) where deleted_at is null and lineage[5] is not null;
insert into lineage_table values ('hardware');
create statistics hardware_lineage_2 on (lineage[2]) from hardware;
create statistics hardware_lineage_3 on (lineage[3]) from hardware;
create statistics hardware_lineage_4 on (lineage[4]) from hardware;
create statistics hardware_lineage_5 on (lineage[5]) from hardware;
create trigger lineage before insert or update of company_id on hardware for each row execute function take_lineage();
create trigger hardware_touch before update on hardware for each row
  when ((old.company_id, old.site_id, old.model_id, old.name, old.serial_number, old.mac, old.comment, old.warranty_expiry_at, old.phone_country_code, old.phone_number, old.management_address, old.management_protocol, old.management_port, old.management_user, old.management_password, old.pinned_certificate, old.vpn_dialup_id, old.deleted_at)
    is distinct from (new.company_id, new.site_id, new.model_id, new.name, new.serial_number, new.mac, new.comment, new.warranty_expiry_at, new.phone_country_code, new.phone_number, new.management_address, new.management_protocol, new.management_port, new.management_user, new.management_password, new.pinned_certificate, new.vpn_dialup_id, new.deleted_at))
  execute function touch_row();
create trigger follow_model before insert or update of model_id, type_id, manufacturer_id on hardware for each row execute function hardware_follow_model();
create trigger count_insert after insert on hardware referencing new table as after_rows for each statement execute function site_count_insert();
create trigger count_update after update on hardware referencing old table as before_rows new table as after_rows for each statement execute function site_count_update();
create trigger count_delete after delete on hardware referencing old table as before_rows for each statement execute function site_count_delete();
create trigger audit after insert or delete on hardware for each row execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online');
create trigger audit_update after update on hardware for each row when (old.version is distinct from new.version) execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online');
create trigger announce_insert after insert on hardware referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id');
create trigger announce_update after update on hardware referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id');
create trigger announce_delete after delete on hardware referencing old table as changed_rows for each statement execute function announce_rows('hardware', 'company_id');
create trigger commands_follow after update of company_id on hardware for each row when (old.company_id <> new.company_id) execute function device_commands_follow();
create trigger poll_insert after insert on hardware for each row
  when (new.management_user is not null) execute function hardware_poll_follow();
create trigger poll_update after update of management_address, management_protocol, management_port, management_user, management_password, pinned_certificate, vpn_dialup_id, deleted_at on hardware
  for each row when ((old.management_address, old.management_protocol, old.management_port, old.management_user, old.management_password, old.pinned_certificate, old.vpn_dialup_id, old.deleted_at)
    is distinct from (new.management_address, new.management_protocol, new.management_port, new.management_user, new.management_password, new.pinned_certificate, new.vpn_dialup_id, new.deleted_at))
  execute function hardware_poll_follow();
create trigger wifi_settings_follow after update of company_id on hardware for each row when (old.company_id <> new.company_id) execute function wifi_settings_follow();
alter table hardware enable row level security;
alter table hardware force row level security;
create policy own on hardware to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on hardware to trunkline_app_all using (true) with check (true);
grant select, insert, update on hardware to trunkline_app;
grant select, insert, update, delete on hardware to trunkline_app_all;
-- A password is sealed for its row: the id is taken before the row is written.
grant usage on sequence hardware_id_seq to trunkline_app, trunkline_app_all;

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
  last_error_at timestamptz,
  -- Why the last reading failed, as of `deviceFaults`: null while it answers.
  fault text,
  -- SHA-256 of the certificate that it showed, hexadecimal; null without TLS or with an anonymous handshake.
  seen_certificate text,
  architecture text,
  cpu_count smallint,
  disk_total bigint,
  disk_free bigint,
  -- Degrees Celsius, volts, as the board tells them.
  temperature numeric(5, 1),
  voltage numeric(5, 1),
  -- Which controllers run on it: caps-man, wifi-capsman, local-wifi, local-wireless.
  wifi_stacks text[],
  packages text[],
  -- Firmware that it would upgrade to; equal to `firmware` where there is none.
  upgrade_firmware text,
  rx_bps bigint,
  tx_bps bigint,
  booted_at timestamptz
) with (fillfactor = 70);
alter table hardware_state enable row level security;
alter table hardware_state force row level security;
create policy own on hardware_state for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on hardware_state to trunkline_app_all using (true) with check (true);
grant select on hardware_state to trunkline_app;
grant select, insert, update, delete on hardware_state to trunkline_app_all;

create sequence licence_batch;
grant usage on sequence licence_batch to trunkline_app_all;

create table licence (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- Told to the customer, and enough to find the licence by; opens nothing by itself.
  key text not null check (key ~ '^TL(-[0-9A-HJKMNP-TV-Z]{5}){4}$'),
  level text not null default 'basic' check (level in ('basic', 'standard', 'premium')),
  category text not null check (category in ('hardware', 'wifi', 'radius', 'vpn', 'ipam')),
  type text not null default 'subscription' check (type in ('trial', 'subscription', 'perpetual')),
  -- Parts of the panel that it opens; that of its category always.
  permissions text[] not null check (permissions <@ array['hardware', 'wifi', 'radius', 'vpn', 'ipam'] and category = any (permissions)),
  quantity int not null default 1 check (quantity between 1 and 1000000),
  starts_on date not null default current_date,
  -- Null: perpetual.
  expires_on date,
  status text not null default 'available' check (status in ('available', 'active', 'suspended', 'expired', 'cancelled')),
  notes text,
  -- Those made together.
  batch_id bigint,
  -- When its status or its place in the trash changed last: the day on which one that was suspended, cancelled or thrown away ended.
  status_changed_at timestamptz not null default now(),
  search_text text generated always as (lower(key || ' ' || coalesce(notes, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  constraint licence_days check (expires_on is null or starts_on <= expires_on),
  constraint licence_ends check ((type = 'perpetual') = (expires_on is null))
);
create unique index licence_key on licence (key);
create index licence_search on licence using gin (search_text gin_trgm_ops);
create index licence_expires on licence (expires_on) where expires_on is not null and status in ('available', 'active') and deleted_at is null;
-- With those in the trash: when a part was licensed last is asked of them too.
create index licence_holder on licence (company_id);
create index licence_latest on licence (id desc) where deleted_at is null;
create index licence_latest_2 on licence ((lineage[2]), id desc) where deleted_at is null and lineage[2] is not null;
create index licence_latest_3 on licence ((lineage[3]), id desc) where deleted_at is null and lineage[3] is not null;
create index licence_latest_4 on licence ((lineage[4]), id desc) where deleted_at is null and lineage[4] is not null;
create index licence_latest_5 on licence ((lineage[5]), id desc) where deleted_at is null and lineage[5] is not null;
create index licence_ends_on on licence (expires_on, id) where deleted_at is null;
create index licence_ends_on_2 on licence ((lineage[2]), expires_on, id) where deleted_at is null and lineage[2] is not null;
create index licence_ends_on_3 on licence ((lineage[3]), expires_on, id) where deleted_at is null and lineage[3] is not null;
create index licence_ends_on_4 on licence ((lineage[4]), expires_on, id) where deleted_at is null and lineage[4] is not null;
create index licence_ends_on_5 on licence ((lineage[5]), expires_on, id) where deleted_at is null and lineage[5] is not null;
insert into lineage_table values ('licence');
create statistics licence_lineage_2 on (lineage[2]) from licence;
create statistics licence_lineage_3 on (lineage[3]) from licence;
create statistics licence_lineage_4 on (lineage[4]) from licence;
create statistics licence_lineage_5 on (lineage[5]) from licence;
create trigger lineage before insert or update of company_id on licence for each row execute function take_lineage();
create trigger licence_touch before update on licence for each row
  when ((old.company_id, old.level, old.category, old.type, old.permissions, old.quantity, old.starts_on, old.expires_on, old.status, old.notes, old.deleted_at)
    is distinct from (new.company_id, new.level, new.category, new.type, new.permissions, new.quantity, new.starts_on, new.expires_on, new.status, new.notes, new.deleted_at))
  execute function touch_row();
create trigger licence_status before update on licence for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)) execute function licence_status_changed();
create trigger audit after insert or update or delete on licence for each row execute function audit_row('licences', 'company_id', 'key', '', 'status_changed_at');
create trigger announce_insert after insert on licence referencing new table as changed_rows for each statement execute function announce_rows('licences', 'company_id');
create trigger announce_update after update on licence referencing new table as changed_rows for each statement execute function announce_rows('licences', 'company_id');
create trigger announce_delete after delete on licence referencing old table as changed_rows for each statement execute function announce_rows('licences', 'company_id');
alter table licence enable row level security;
alter table licence force row level security;
-- A company reads its own licences; those of companies below it are changed too. Its own may be locked, so that the
-- rejection has a message, and are never written: the check looks at what is to be stored.
create policy own on licence for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy below on licence for update to trunkline_app using (array_position(lineage, (select current_company())) is not null)
  with check (array_position(lineage, (select current_company())) is not null and company_id <> (select current_company()));
create policy everything on licence to trunkline_app_all using (true) with check (true);
grant select, update on licence to trunkline_app;
grant select, insert, update, delete on licence to trunkline_app_all;

-- Mails that reminded of its end: one a due day, or by hand.
create table licence_reminder (
  id bigint generated always as identity primary key,
  licence_id bigint not null references licence on delete cascade,
  -- Days before the end that it is about; null: sent by hand.
  days smallint check (days in (30, 14, 7, 1)),
  expires_on date,
  sent_to text[] not null,
  sent_by text not null,
  sent_at timestamptz not null default now()
);
create unique index licence_reminder_once on licence_reminder (licence_id, days, expires_on) where days is not null;
create index licence_reminder_of on licence_reminder (licence_id, sent_at desc);
alter table licence_reminder enable row level security;
alter table licence_reminder force row level security;
create policy own on licence_reminder for select to trunkline_app using (exists (select from licence l where l.id = licence_id));
create policy below on licence_reminder for insert to trunkline_app with check (
  exists (select from licence l where l.id = licence_id and l.company_id <> (select current_company())));
create policy everything on licence_reminder to trunkline_app_all using (true) with check (true);
grant select, insert on licence_reminder to trunkline_app;
grant select, insert, update, delete on licence_reminder to trunkline_app_all;
