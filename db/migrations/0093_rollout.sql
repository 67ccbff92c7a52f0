-- Upgrades of RouterOS and RouterBOOT on many devices, in waves.
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announced_as_part, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, secured, visible_with

create table rollout (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  channel text not null check (channel in ('long-term', 'stable', 'testing', 'upgrade')),
  -- Null: the version that each device was offered when the rollout was planned.
  target_version text,
  routerboard boolean not null default true,
  -- Devices of each model and version that are upgraded before all others.
  canaries smallint not null default 1 check (canaries between 0 and 100),
  wave_size smallint not null default 10 check (wave_size between 1 and 1000),
  -- Minutes between the end of a wave and the start of the next one.
  soak_minutes int not null default 60 check (soak_minutes between 0 and 43200),
  -- Stops after this number of failures.
  max_failures smallint not null default 1 check (max_failures between 1 and 1000),
  -- Volts below which a device is not upgraded; null: any.
  min_voltage real check (min_voltage between 1 and 100),
  -- {"days": ["mon"], "from": "02:00", "until": "05:00"} in the time zone of each site; null: at any time.
  maintenance_window jsonb check (jsonb_typeof(maintenance_window) = 'object'),
  state text not null default 'planning' check (state in ('planning', 'planned', 'running', 'paused', 'stopped', 'finished', 'cancelled')),
  -- Why it stopped.
  cause jsonb check (jsonb_typeof(cause) = 'object'),
  -- Failures that the user saw when the rollout was resumed: they do not stop it again.
  failures_accepted int not null default 0,
  actor_id bigint,
  requested_by text not null default 'system',
  started_at timestamptz,
  finished_at timestamptz,
  search_text text generated always as (lower(name || ' ' || requested_by)) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rollout_company on rollout (company_id);
create index rollout_search on rollout using gin (search_text gin_trgm_ops);
create index rollout_open on rollout (id) where finished_at is null;
select touched('rollout');
select audited_by_version('rollout', 'rollouts', 'company_id', 'name', 'search_text');
select announced('rollout', 'rollouts', 'company_id');
select with_ancestor_ids('rollout');
select scoped_index('rollout', 'rollout_latest', 'id');
select secured('rollout', 'select, insert, update');

create table rollout_device (
  id bigint generated always as identity primary key,
  rollout_id bigint not null references rollout on delete cascade,
  -- Of the rollout, for the live channel.
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  -- Order within the rollout, from 1.
  position int not null,
  -- Canaries are wave 0; null: not planned yet.
  wave int,
  is_canary boolean not null default false,
  -- Links to the uplink of the network, by neighbour tables; null: unknown.
  distance int,
  -- Devices on the path to the uplink: never restarted at the same time.
  upstream_ids bigint[] not null default '{}',
  state text not null default 'planning' check (state in ('planning', 'planned', 'offline', 'queued', 'checking', 'backup', 'downloading', 'rebooting',
    'verifying', 'firmware', 'lost', 'held', 'current', 'upgraded', 'degraded', 'failed', 'skipped', 'cancelled')),
  -- Reason of the state (contract/src/errors.ts).
  detail jsonb check (jsonb_typeof(detail) = 'object'),
  planned_version text,
  version_before text,
  version_after text,
  facts_before jsonb check (jsonb_typeof(facts_before) = 'object'),
  facts_after jsonb check (jsonb_typeof(facts_after) = 'object'),
  -- Differences of the facts, as messages.
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  -- The command that runs the current step. No foreign key: commands are deleted by age.
  command_id bigint,
  attempts smallint not null default 0,
  -- Each is stored before its effect.
  downloaded_at timestamptz,
  reboot_requested_at timestamptz,
  uptime_before bigint,
  firmware_written_at timestamptz,
  firmware_reboot_requested_at timestamptz,
  -- The state ends by then.
  deadline_at timestamptz,
  state_at timestamptz not null default now(),
  unique (rollout_id, hardware_id)
);
create index rollout_device_position on rollout_device (rollout_id, position);
create index rollout_device_company on rollout_device (company_id);
-- A device is in one open rollout at most.
create unique index rollout_device_hardware_once on rollout_device (hardware_id)
  where state in ('planning', 'planned', 'offline', 'queued', 'checking', 'backup', 'downloading', 'rebooting', 'verifying', 'firmware', 'lost');
create index rollout_device_of on rollout_device (hardware_id);
select announced_as_part('rollout_device', 'rollouts', 'company_id', 'rollout_id');
select secured('rollout_device', 'select, insert, update');
select visible_with('rollout_device', 'rollout', 'rollout_id', 'all');

alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check
  check (kind in ('reboot', 'reload', 'backup', 'change', 'dpk', 'wifi', 'restore', 'upgrade')) not valid;
