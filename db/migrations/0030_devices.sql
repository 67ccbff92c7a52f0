-- Live routers: what is asked of them, what was read from them, and when they are read next.

-- What is asked of a device -------------------------------------------------------------------------------------------
create table device_command (
  id bigint generated always as identity primary key,
  -- Of the device; it follows the device.
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  kind text not null check (kind in ('reboot', 'reload', 'backup', 'change', 'dpk')),
  -- What it is about, for people: `ip/address`, `ip/dhcp-server/lease`; empty for reboot and the like.
  target text not null default '',
  -- What a change does, said once when it is asked for: `add`, `set`, `remove`.
  verb text not null default '',
  -- The row in the words of the panel, for the list of commands: 10.0.0.1/24 on ether2.
  label text not null default '',
  -- Steps as of devices/steps.ts. Never a secret: those lie sealed beside it.
  input jsonb not null default '{}',
  -- Sealed for `command:{id}`; taken away when the command has ended.
  secret bytea,
  -- Whether a way back is laid on the router before the write.
  guarded boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'refused', 'unreachable', 'reverted', 'unknown', 'cancelled')),
  -- Where it is: connecting, saving, writing, reading back, confirming.
  step text not null default '',
  -- The device's words, or ours, about how it ended.
  detail text not null default '',
  -- What it yielded: ids of new rows, what was read back.
  result jsonb,
  actor_id bigint,
  requested_by text not null default 'system',
  -- Who runs it, and until when that is believed.
  worker text,
  leased_until timestamptz,
  -- Set right before the first byte of a write leaves: a worker that dies behind it leaves "unknown", one before it may begin anew.
  sent_at timestamptz,
  attempts smallint not null default 0,
  -- What was not begun by then is given up.
  deadline_at timestamptz not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  search_text text generated always as (lower(label || ' ' || target || ' ' || requested_by)) stored not null
) with (fillfactor = 80);
select carries_lineage('device_command');
select scoped_index('device_command', 'device_command_latest', 'id');
select scoped_index('device_command', 'device_command_failed', 'id', $$state in ('refused', 'unreachable', 'reverted', 'unknown')$$);
-- Those of the last day are counted on the dashboard, however many there were before.
select scoped_index('device_command', 'device_command_failed_at', 'finished_at', $$state in ('refused', 'unreachable', 'reverted', 'unknown')$$);
select scoped_index('device_command', 'device_command_by_time', 'created_at, id');
create index device_command_of on device_command (hardware_id, id);
create index device_command_company on device_command (company_id);
create index device_command_open on device_command (hardware_id, id) where state in ('queued', 'running');
create index device_command_search on device_command using gin (search_text gin_trgm_ops);
-- One at a time a device: a second one that runs is refused by the database itself.
create unique index device_command_one on device_command (hardware_id) where state = 'running';
-- Asked for and ended: what lies between is the worker's own.
create trigger audit after insert on device_command for each row execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text', 'hardware_id');
create trigger audit_update after update on device_command for each row when (old.state <> new.state and new.state not in ('queued', 'running'))
  execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text', 'hardware_id');
select announced_as_part('device_command', 'hardware', 'company_id', 'hardware_id');
create policy everything on device_command to trunkline_app_all using (true) with check (true);
-- Ends are written by workers; a tenant asks, and takes back what has not begun.
grant select, insert, update on device_command to trunkline_app, trunkline_app_all;
grant delete on device_command to trunkline_app_all;

-- A device that gets another owner takes its commands along.
create function device_commands_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_command set company_id = new.company_id where hardware_id = new.id and company_id <> new.company_id;
  return null;
end $$;
create trigger commands_follow after update of company_id on hardware for each row when (old.company_id <> new.company_id) execute function device_commands_follow();

-- When a device is read ------------------------------------------------------------------------------------------------
create table hardware_poll (
  hardware_id bigint primary key references hardware on delete cascade,
  next_at timestamptz not null default now(),
  -- The worker that keeps the connection, and until when that is believed.
  worker text,
  leased_until timestamptz,
  -- Failed readings in a row: the wait grows with them.
  failures int not null default 0,
  -- Somebody looks at it: read every few seconds.
  watched_until timestamptz,
  -- Slow things (leases, versions, health) and the configuration, each with its own pace.
  slow_at timestamptz,
  backup_at timestamptz,
  -- One that an operator asked for at once.
  asked_at timestamptz
) with (fillfactor = 70);
create index hardware_poll_due on hardware_poll (next_at);
alter table hardware_poll enable row level security;
alter table hardware_poll force row level security;
create policy everything on hardware_poll to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on hardware_poll to trunkline_app_all;

-- Every device with an address, user and password, or a tunnel instead of the address, is read.
create function hardware_poll_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deleted_at is null and new.management_user is not null and (new.management_address is not null or new.vpn_dialup_id is not null) then
    insert into hardware_poll (hardware_id) values (new.id)
      on conflict (hardware_id) do update set next_at = now(), failures = 0, worker = null, leased_until = null;
  else
    delete from hardware_poll where hardware_id = new.id;
    if new.is_online is not null then
      update hardware set is_online = null where id = new.id;
    end if;
  end if;
  return null;
end $$;
create trigger poll_insert after insert on hardware for each row
  when (new.management_user is not null) execute function hardware_poll_follow();
create trigger poll_update after update of management_address, management_protocol, management_port, management_user, management_password, pinned_certificate, vpn_dialup_id, deleted_at on hardware
  for each row when ((old.management_address, old.management_protocol, old.management_port, old.management_user, old.management_password, old.pinned_certificate, old.vpn_dialup_id, old.deleted_at)
    is distinct from (new.management_address, new.management_protocol, new.management_port, new.management_user, new.management_password, new.pinned_certificate, new.vpn_dialup_id, new.deleted_at))
  execute function hardware_poll_follow();
insert into hardware_poll (hardware_id) select id from hardware
  where deleted_at is null and management_user is not null and (management_address is not null or vpn_dialup_id is not null);

-- What was read ----------------------------------------------------------------------------------------------------------
alter table hardware_state
  -- Why the last reading failed, as of `deviceFaults`: null while it answers.
  add column fault text,
  -- SHA-256 of the certificate that it showed, hexadecimal; null without TLS or with an anonymous handshake.
  add column seen_certificate text,
  add column architecture text,
  add column cpu_count smallint,
  add column disk_total bigint,
  add column disk_free bigint,
  -- Degrees Celsius, volts, as the board tells them.
  add column temperature numeric(5, 1),
  add column voltage numeric(5, 1),
  -- Which controllers run on it: caps-man, wifi-capsman, local-wifi, local-wireless.
  add column wifi_stacks text[],
  add column packages text[],
  -- Firmware that it would upgrade to; equal to `firmware` where there is none.
  add column upgrade_firmware text,
  add column rx_bps bigint,
  add column tx_bps bigint,
  add column booted_at timestamptz;

-- The last reading of a menu, as the panel's rows: what is shown at once, and what a device out of reach had last.
create table hardware_menu (
  hardware_id bigint not null references hardware on delete cascade,
  -- `ip/address`, `interface`, `interface/lte`
  menu text not null,
  read_at timestamptz not null,
  rows jsonb not null,
  primary key (hardware_id, menu)
) with (fillfactor = 70);

-- Online, load and traffic: one row a device every five minutes, kept nine days, and one an hour, kept 400 days.
create table hardware_sample (
  hardware_id bigint not null,
  at timestamptz not null,
  -- 300 or 3600.
  seconds int not null,
  online boolean not null,
  cpu_load smallint,
  rx_bps bigint,
  tx_bps bigint,
  -- Of each interface: {"ether1": [rx_bps, tx_bps]}
  interfaces jsonb not null default '{}',
  primary key (hardware_id, seconds, at)
);
create index hardware_sample_age on hardware_sample (seconds, at);
create index hardware_sample_brin on hardware_sample using brin (at);

-- Of all devices of a company and those below it, an hour a row.
create table company_reading (
  company_id bigint not null references company on delete cascade,
  at timestamptz not null,
  devices int not null,
  -- Mean of the hour.
  online real not null,
  rx_bps bigint not null,
  tx_bps bigint not null,
  readings int not null default 1,
  primary key (company_id, at)
);

-- Texts of `/export`, without the line that holds the time; a text equal to the last one is not kept again.
create table config_backup (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  taken_at timestamptz not null default now(),
  -- The last time that the device had just this text.
  seen_at timestamptz not null default now(),
  routeros_version text,
  -- With secrets masked: what is shown and compared.
  text text not null,
  sha256 text not null,
  lines int not null,
  -- Against the text before it.
  lines_added int not null default 0,
  lines_removed int not null default 0
);
select carries_lineage('config_backup');
create index config_backup_of on config_backup (hardware_id, id);
create index config_backup_company on config_backup (company_id);
create policy everything on config_backup to trunkline_app_all using (true) with check (true);
grant select on config_backup to trunkline_app;
grant select, insert, update, delete on config_backup to trunkline_app_all;

-- A router that was given a script calls home with this once it is up.
create table call_home (
  -- By default: what is sealed names the row before it is written.
  id bigint generated by default as identity primary key,
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  token_hash bytea not null unique,
  -- Sealed for `call-home:{id}`: the user and password that the script makes, taken over into the device when it calls.
  secret bytea not null,
  expires_at timestamptz not null,
  called_at timestamptz,
  -- From where.
  called_from inet,
  created_at timestamptz not null default now()
);
select carries_lineage('call_home');
create index call_home_of on call_home (hardware_id);
create index call_home_company on call_home (company_id);
create policy everything on call_home to trunkline_app_all using (true) with check (true);
grant select, insert on call_home to trunkline_app;
grant usage on sequence call_home_id_seq to trunkline_app, trunkline_app_all;
grant select, insert, update, delete on call_home to trunkline_app_all;

do $$
declare
  t text;
begin
  foreach t in array array['hardware_menu', 'hardware_sample'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id))', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select on %I to trunkline_app', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
-- A live reading within a request is kept by the system's door, never by a tenant's.
alter table company_reading enable row level security;
alter table company_reading force row level security;
create policy own on company_reading for select to trunkline_app using (exists (select from company c where c.id = company_id));
create policy everything on company_reading to trunkline_app_all using (true) with check (true);
grant select on company_reading to trunkline_app;
grant select, insert, update, delete on company_reading to trunkline_app_all;

grant create on schema public to trunkline_app_all;
alter function device_commands_follow() owner to trunkline_app_all;
alter function hardware_poll_follow() owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;

-- Commands are worked off by a job a device.
do $$
begin
  execute format('create or replace function queueable_tasks() returns text[] language sql immutable parallel safe as %L',
    format('select %L::text[]', queueable_tasks() || array['device-commands']));
end $$;
