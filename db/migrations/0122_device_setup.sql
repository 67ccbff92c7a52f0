-- Zero-touch setup: routers that call the panel with their serial number, and receive the script of their device.
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, secured

-- The token in the setup line of a company, which all its new routers run.
create table device_setup_key (
  company_id bigint primary key references company,
  -- SHA-256.
  token_hash bytea not null unique,
  -- Sealed for `device-setup-key:{company_id}`: the token, which users may display again.
  secret bytea not null,
  created_at timestamptz not null default now(),
  requested_by text not null default 'system'
);
select with_ancestor_ids('device_setup_key');
select secured('device_setup_key');

create table device_setup (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  -- Of the tunnel that the script sets up; null: the panel connects to the address that the router calls from.
  vpn_dialup_id bigint references service on delete set null,
  tunnel text check (tunnel in ('l2tp', 'sstp', 'ovpn', 'ikev2')),
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  -- The last call with the serial number of the device.
  called_at timestamptz,
  called_from inet,
  calls int not null default 0,
  -- Why the last call got no script (contract/src/errors.ts).
  detail jsonb check (jsonb_typeof(detail) = 'object'),
  -- When it got its script.
  script_at timestamptz,
  -- Time of the call at the end of the script: the router has run it.
  connected_at timestamptz,
  actor_id bigint,
  requested_by text not null default 'system',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index device_setup_company on device_setup (company_id);
create index device_setup_hardware on device_setup (hardware_id);
create index device_setup_dialup on device_setup (vpn_dialup_id);
-- A device waits for one call at most.
create unique index device_setup_hardware_once on device_setup (hardware_id) where cancelled_at is null and connected_at is null;
select touched('device_setup');
select audited_by_version('device_setup', 'device-setups', 'company_id', 'requested_by', '');
select announced('device_setup', 'device-setups', 'company_id');
select with_ancestor_ids('device_setup');
select scoped_index('device_setup', 'device_setup_latest', 'id desc');
select secured('device_setup', 'select, insert, update');

-- Calls with a serial number for which no device waits: the newest of each serial number.
create table device_setup_call (
  company_id bigint not null references company on delete cascade,
  serial_number text not null check (length(serial_number) between 1 and 64),
  mac text,
  called_from inet not null,
  called_at timestamptz not null default now(),
  calls int not null default 1,
  primary key (company_id, serial_number)
);
create index device_setup_call_latest on device_setup_call (company_id, called_at desc);
select with_ancestor_ids('device_setup_call');
select secured('device_setup_call', 'select');

-- The setup that the script of this row belongs to.
alter table call_home add column device_setup_id bigint references device_setup on delete set null;
create index call_home_setup on call_home (device_setup_id) where device_setup_id is not null;

create index hardware_serial_upper on hardware (upper(serial_number)) where serial_number is not null and deleted_at is null;
