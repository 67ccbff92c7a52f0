-- Managed routers: commands, polling, readings, configurations, Wi-Fi.
-- functions: announce_rows, audit_row, current_company, take_lineage, touch_row

create table device_command (
  id bigint generated always as identity primary key,
  -- Of the device; it follows the device.
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  kind text not null check (kind in ('reboot', 'reload', 'backup', 'change', 'dpk', 'wifi')),
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
  search_text text generated always as (lower(label || ' ' || target || ' ' || requested_by)) stored not null,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
) with (fillfactor = 80);
create index device_command_latest on device_command (id);
create index device_command_latest_2 on device_command ((lineage[2]), id) where lineage[2] is not null;
create index device_command_latest_3 on device_command ((lineage[3]), id) where lineage[3] is not null;
create index device_command_latest_4 on device_command ((lineage[4]), id) where lineage[4] is not null;
create index device_command_latest_5 on device_command ((lineage[5]), id) where lineage[5] is not null;
create index device_command_failed on device_command (id) where state in ('refused', 'unreachable', 'reverted', 'unknown');
create index device_command_failed_2 on device_command ((lineage[2]), id) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[2] is not null;
create index device_command_failed_3 on device_command ((lineage[3]), id) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[3] is not null;
create index device_command_failed_4 on device_command ((lineage[4]), id) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[4] is not null;
create index device_command_failed_5 on device_command ((lineage[5]), id) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[5] is not null;
-- Those of the last day are counted on the dashboard, however many there were before.
create index device_command_failed_at on device_command (finished_at) where state in ('refused', 'unreachable', 'reverted', 'unknown');
create index device_command_failed_at_2 on device_command ((lineage[2]), finished_at) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[2] is not null;
create index device_command_failed_at_3 on device_command ((lineage[3]), finished_at) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[3] is not null;
create index device_command_failed_at_4 on device_command ((lineage[4]), finished_at) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[4] is not null;
create index device_command_failed_at_5 on device_command ((lineage[5]), finished_at) where state in ('refused', 'unreachable', 'reverted', 'unknown') and lineage[5] is not null;
create index device_command_by_time on device_command (created_at, id);
create index device_command_by_time_2 on device_command ((lineage[2]), created_at, id) where lineage[2] is not null;
create index device_command_by_time_3 on device_command ((lineage[3]), created_at, id) where lineage[3] is not null;
create index device_command_by_time_4 on device_command ((lineage[4]), created_at, id) where lineage[4] is not null;
create index device_command_by_time_5 on device_command ((lineage[5]), created_at, id) where lineage[5] is not null;
create index device_command_of on device_command (hardware_id, id);
create index device_command_company on device_command (company_id);
create index device_command_open on device_command (hardware_id, id) where state in ('queued', 'running');
create index device_command_search on device_command using gin (search_text gin_trgm_ops);
-- One at a time a device: a second one that runs is refused by the database itself.
create unique index device_command_one on device_command (hardware_id) where state = 'running';
insert into lineage_table values ('device_command');
create statistics device_command_lineage_2 on (lineage[2]) from device_command;
create statistics device_command_lineage_3 on (lineage[3]) from device_command;
create statistics device_command_lineage_4 on (lineage[4]) from device_command;
create statistics device_command_lineage_5 on (lineage[5]) from device_command;
create trigger lineage before insert or update of company_id on device_command for each row execute function take_lineage();
-- Asked for and ended: what lies between is the worker's own.
create trigger audit after insert on device_command for each row execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text', 'hardware_id');
create trigger audit_update after update on device_command for each row when (old.state <> new.state and new.state not in ('queued', 'running'))
  execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text', 'hardware_id');
create trigger announce_insert after insert on device_command referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
create trigger announce_update after update on device_command referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
create trigger announce_delete after delete on device_command referencing old table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
alter table device_command enable row level security;
alter table device_command force row level security;
create policy own on device_command to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on device_command to trunkline_app_all using (true) with check (true);
-- Results are written by workers; a tenant enqueues a command, and cancels one that has not begun.
grant select, insert, update on device_command to trunkline_app;
grant select, insert, update, delete on device_command to trunkline_app_all;

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

-- The last reading of a menu, as the panel's rows: what is shown at once, and what a device out of reach had last.
create table hardware_menu (
  hardware_id bigint not null references hardware on delete cascade,
  -- `ip/address`, `interface`, `interface/lte`
  menu text not null,
  read_at timestamptz not null,
  rows jsonb not null,
  primary key (hardware_id, menu)
) with (fillfactor = 70);
alter table hardware_menu enable row level security;
alter table hardware_menu force row level security;
create policy own on hardware_menu for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on hardware_menu to trunkline_app_all using (true) with check (true);
grant select on hardware_menu to trunkline_app;
grant select, insert, update, delete on hardware_menu to trunkline_app_all;

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
alter table hardware_sample enable row level security;
alter table hardware_sample force row level security;
create policy own on hardware_sample for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on hardware_sample to trunkline_app_all using (true) with check (true);
grant select on hardware_sample to trunkline_app;
grant select, insert, update, delete on hardware_sample to trunkline_app_all;

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
alter table company_reading enable row level security;
alter table company_reading force row level security;
-- A live reading within a request is stored by withSystem, never by a tenant.
create policy own on company_reading for select to trunkline_app using (exists (select from company c where c.id = company_id));
create policy everything on company_reading to trunkline_app_all using (true) with check (true);
grant select on company_reading to trunkline_app;
grant select, insert, update, delete on company_reading to trunkline_app_all;

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
  lines_removed int not null default 0,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
create index config_backup_of on config_backup (hardware_id, id);
create index config_backup_company on config_backup (company_id);
insert into lineage_table values ('config_backup');
create statistics config_backup_lineage_2 on (lineage[2]) from config_backup;
create statistics config_backup_lineage_3 on (lineage[3]) from config_backup;
create statistics config_backup_lineage_4 on (lineage[4]) from config_backup;
create statistics config_backup_lineage_5 on (lineage[5]) from config_backup;
create trigger lineage before insert or update of company_id on config_backup for each row execute function take_lineage();
alter table config_backup enable row level security;
alter table config_backup force row level security;
create policy own on config_backup to trunkline_app using (array_position(lineage, (select current_company())) is not null);
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
  created_at timestamptz not null default now(),
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
create index call_home_of on call_home (hardware_id);
create index call_home_company on call_home (company_id);
insert into lineage_table values ('call_home');
create statistics call_home_lineage_2 on (lineage[2]) from call_home;
create statistics call_home_lineage_3 on (lineage[3]) from call_home;
create statistics call_home_lineage_4 on (lineage[4]) from call_home;
create statistics call_home_lineage_5 on (lineage[5]) from call_home;
create trigger lineage before insert or update of company_id on call_home for each row execute function take_lineage();
alter table call_home enable row level security;
alter table call_home force row level security;
create policy own on call_home to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on call_home to trunkline_app_all using (true) with check (true);
grant select, insert on call_home to trunkline_app;
grant select, insert, update, delete on call_home to trunkline_app_all;
grant usage on sequence call_home_id_seq to trunkline_app, trunkline_app_all;

create table wifi_setting (
  id bigint generated always as identity primary key,
  -- Of the device; it follows the device.
  company_id bigint not null references company,
  hardware_id bigint not null references hardware on delete cascade,
  stack text not null check (stack in ('caps-man', 'wifi-capsman', 'local-wireless', 'local-wifi')),
  -- Name of its first configuration on the device; null until it was written there.
  profile text,
  ssid text not null check (octet_length(ssid) between 1 and 32),
  is_enabled boolean not null default true,
  hidden boolean not null default false,
  encryption text not null check (encryption in ('open', 'wpa-wpa2', 'wpa2', 'wpa2-wpa3', 'wpa3', 'owe', 'wpa2-enterprise', 'wpa3-enterprise')),
  -- Sealed for `wifi-setting:{id}`.
  passphrase bytea,
  -- Tells whether the device has the same one, without opening it.
  passphrase_digest text,
  bands text[] not null default '{}' check (bands <@ array['2ghz', '5ghz', '6ghz']),
  -- MHz.
  channel_width smallint check (channel_width in (20, 40, 80, 160)),
  frequencies int[] not null default '{}',
  country char(2),
  vlan_id smallint check (vlan_id between 1 and 4094),
  client_isolation boolean not null default false,
  is_guest boolean not null default false,
  -- {"days": ["mon"], "from": "08:00", "until": "18:00"}
  schedule jsonb,
  pushed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
create unique index wifi_setting_profile on wifi_setting (hardware_id, stack, profile) where profile is not null;
create index wifi_setting_of on wifi_setting (hardware_id, id);
create index wifi_setting_company on wifi_setting (company_id);
insert into lineage_table values ('wifi_setting');
create statistics wifi_setting_lineage_2 on (lineage[2]) from wifi_setting;
create statistics wifi_setting_lineage_3 on (lineage[3]) from wifi_setting;
create statistics wifi_setting_lineage_4 on (lineage[4]) from wifi_setting;
create statistics wifi_setting_lineage_5 on (lineage[5]) from wifi_setting;
create trigger lineage before insert or update of company_id on wifi_setting for each row execute function take_lineage();
create trigger wifi_setting_touch before update on wifi_setting for each row
  when ((old.company_id, old.stack, old.ssid, old.is_enabled, old.hidden, old.encryption, old.passphrase_digest, old.bands, old.channel_width, old.frequencies, old.country, old.vlan_id, old.client_isolation, old.is_guest, old.schedule)
    is distinct from (new.company_id, new.stack, new.ssid, new.is_enabled, new.hidden, new.encryption, new.passphrase_digest, new.bands, new.channel_width, new.frequencies, new.country, new.vlan_id, new.client_isolation, new.is_guest, new.schedule))
  execute function touch_row();
create trigger audit after insert or delete on wifi_setting for each row execute function audit_row('wifi', 'company_id', 'ssid', 'passphrase,passphrase_digest', 'pushed_at,profile', 'hardware_id');
create trigger audit_update after update on wifi_setting for each row when (old.version is distinct from new.version)
  execute function audit_row('wifi', 'company_id', 'ssid', 'passphrase,passphrase_digest', 'pushed_at,profile', 'hardware_id');
create trigger announce_insert after insert on wifi_setting referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
create trigger announce_update after update on wifi_setting referencing new table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
create trigger announce_delete after delete on wifi_setting referencing old table as changed_rows for each statement execute function announce_rows('hardware', 'company_id', 'hardware_id');
alter table wifi_setting enable row level security;
alter table wifi_setting force row level security;
create policy own on wifi_setting to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on wifi_setting to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on wifi_setting to trunkline_app, trunkline_app_all;

create table access_control (
  id bigint generated always as identity primary key,
  -- Of the site.
  company_id bigint not null references company,
  site_id bigint not null,
  mac macaddr not null,
  name text not null check (name <> ''),
  action text not null check (action in ('allow', 'block')),
  schedule jsonb,
  -- kbit/s.
  rate_down_kbps int check (rate_down_kbps >= 8),
  rate_up_kbps int check (rate_up_kbps >= 8),
  vlan_id smallint check (vlan_id between 1 and 4094),
  -- Sealed for `access-control:{id}`.
  passphrase bytea,
  passphrase_digest text,
  note text,
  is_enabled boolean not null default true,
  -- Order within the site, with room between two: the first that fits decides.
  rank double precision not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The address with and without colons, so that a part of it is found however it is typed.
  search_text text generated always as (lower(name || ' ' || coalesce(note, '') || ' ' || mac::text || ' ' || replace(mac::text, ':', ''))) stored not null,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  foreign key (site_id, company_id) references site (id, company_id) on update cascade on delete cascade
);
create index access_control_site on access_control (site_id, rank, id);
create index access_control_mac on access_control (site_id, mac);
create index access_control_company on access_control (company_id);
create index access_control_search on access_control using gin (search_text gin_trgm_ops);
create index access_control_name on access_control (name, id);
create index access_control_name_2 on access_control ((lineage[2]), name, id) where lineage[2] is not null;
create index access_control_name_3 on access_control ((lineage[3]), name, id) where lineage[3] is not null;
create index access_control_name_4 on access_control ((lineage[4]), name, id) where lineage[4] is not null;
create index access_control_name_5 on access_control ((lineage[5]), name, id) where lineage[5] is not null;
insert into lineage_table values ('access_control');
create statistics access_control_lineage_2 on (lineage[2]) from access_control;
create statistics access_control_lineage_3 on (lineage[3]) from access_control;
create statistics access_control_lineage_4 on (lineage[4]) from access_control;
create statistics access_control_lineage_5 on (lineage[5]) from access_control;
create trigger lineage before insert or update of company_id on access_control for each row execute function take_lineage();
create trigger access_control_touch before update on access_control for each row
  when ((old.company_id, old.site_id, old.mac, old.name, old.action, old.schedule, old.rate_down_kbps, old.rate_up_kbps, old.vlan_id, old.passphrase_digest, old.note, old.is_enabled, old.rank)
    is distinct from (new.company_id, new.site_id, new.mac, new.name, new.action, new.schedule, new.rate_down_kbps, new.rate_up_kbps, new.vlan_id, new.passphrase_digest, new.note, new.is_enabled, new.rank))
  execute function touch_row();
create trigger audit after insert or update or delete on access_control for each row execute function audit_row('access-control', 'company_id', 'name', 'passphrase,passphrase_digest', 'search_text,rank');
create trigger announce_insert after insert on access_control referencing new table as changed_rows for each statement execute function announce_rows('sites', 'company_id', 'site_id');
create trigger announce_update after update on access_control referencing new table as changed_rows for each statement execute function announce_rows('sites', 'company_id', 'site_id');
create trigger announce_delete after delete on access_control referencing old table as changed_rows for each statement execute function announce_rows('sites', 'company_id', 'site_id');
alter table access_control enable row level security;
alter table access_control force row level security;
create policy own on access_control to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on access_control to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on access_control to trunkline_app, trunkline_app_all;
