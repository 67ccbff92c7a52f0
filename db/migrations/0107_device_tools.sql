-- Runs of tools on devices: ping, torch, the live log.
-- functions: announce_rows, with_ancestor_ids, set_ancestor_ids, scoped_index, current_company, secured, device_commands_follow

create table device_tool_run (
  id bigint generated always as identity primary key,
  -- Of the device; it follows the device.
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  tool text not null check (tool in ('ping', 'traceroute', 'dns', 'torch', 'traffic', 'log', 'wifi-scan', 'cable-test', 'wake-on-lan')),
  input jsonb not null default '{}' check (jsonb_typeof(input) = 'object'),
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'stopped', 'interrupted')),
  -- Result, or why it ended (contract/src/errors.ts).
  detail jsonb check (jsonb_typeof(detail) = 'object'),
  rows jsonb not null default '[]' check (jsonb_typeof(rows) = 'array'),
  is_cut boolean not null default false,
  actor_id bigint,
  requested_by text not null default 'system',
  -- Who stopped it; the process that runs it reads this.
  stopped_by text,
  -- When its rows were last read by a user.
  watched_at timestamptz not null default now(),
  -- Set every second by the process that runs it: an old one means that the process died.
  heartbeat_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'running') = (finished_at is null))
);
create index device_tool_run_of on device_tool_run (hardware_id, id);
create index device_tool_run_company on device_tool_run (company_id);
create index device_tool_run_open on device_tool_run (id) where finished_at is null;
create index device_tool_run_finished on device_tool_run (finished_at) where finished_at is not null;
-- Updates are announced by the process that runs it: most of them only renew its heartbeat, or that it is watched.
create trigger announce_insert after insert on device_tool_run referencing new table as changed_rows for each statement execute function announce_rows('device-tools', 'company_id');
select with_ancestor_ids('device_tool_run');
select scoped_index('device_tool_run', 'device_tool_run_latest', 'id');
select secured('device_tool_run', 'select, insert, update');
