-- Wi-Fi networks and who may join them: what is wanted. What devices have stands in their last readings.

-- A network of a site on one controlling device -----------------------------------------------------------------------
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
  updated_at timestamptz not null default now()
);
create unique index wifi_setting_profile on wifi_setting (hardware_id, stack, profile) where profile is not null;
create index wifi_setting_of on wifi_setting (hardware_id, id);
create index wifi_setting_company on wifi_setting (company_id);
select carries_lineage('wifi_setting');
create trigger wifi_setting_touch before update on wifi_setting for each row
  when ((old.company_id, old.stack, old.ssid, old.is_enabled, old.hidden, old.encryption, old.passphrase_digest, old.bands, old.channel_width, old.frequencies, old.country, old.vlan_id, old.client_isolation, old.is_guest, old.schedule)
    is distinct from (new.company_id, new.stack, new.ssid, new.is_enabled, new.hidden, new.encryption, new.passphrase_digest, new.bands, new.channel_width, new.frequencies, new.country, new.vlan_id, new.client_isolation, new.is_guest, new.schedule))
  execute function touch_row();
create trigger audit after insert or delete on wifi_setting for each row execute function audit_row('wifi', 'company_id', 'ssid', 'passphrase,passphrase_digest', 'pushed_at,profile', 'hardware_id');
create trigger audit_update after update on wifi_setting for each row when (old.version is distinct from new.version)
  execute function audit_row('wifi', 'company_id', 'ssid', 'passphrase,passphrase_digest', 'pushed_at,profile', 'hardware_id');
select announced_as_part('wifi_setting', 'hardware', 'company_id', 'hardware_id');
create policy everything on wifi_setting to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on wifi_setting to trunkline_app, trunkline_app_all;

-- Who may join the Wi-Fi of a site --------------------------------------------------------------------------------------
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
  foreign key (site_id, company_id) references site (id, company_id) on update cascade on delete cascade
);
create index access_control_site on access_control (site_id, rank, id);
create index access_control_mac on access_control (site_id, mac);
create index access_control_company on access_control (company_id);
create index access_control_search on access_control using gin (search_text gin_trgm_ops);
select carries_lineage('access_control');
select scoped_index('access_control', 'access_control_name', 'name, id');
create trigger access_control_touch before update on access_control for each row
  when ((old.company_id, old.site_id, old.mac, old.name, old.action, old.schedule, old.rate_down_kbps, old.rate_up_kbps, old.vlan_id, old.passphrase_digest, old.note, old.is_enabled, old.rank)
    is distinct from (new.company_id, new.site_id, new.mac, new.name, new.action, new.schedule, new.rate_down_kbps, new.rate_up_kbps, new.vlan_id, new.passphrase_digest, new.note, new.is_enabled, new.rank))
  execute function touch_row();
create trigger audit after insert or update or delete on access_control for each row execute function audit_row('access-control', 'company_id', 'name', 'passphrase,passphrase_digest', 'search_text,rank');
select announced_as_part('access_control', 'sites', 'company_id', 'site_id');
create policy everything on access_control to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on access_control to trunkline_app, trunkline_app_all;

-- A device that gets another owner takes its networks along.
create function wifi_settings_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wifi_setting set company_id = new.company_id where hardware_id = new.id and company_id <> new.company_id;
  return null;
end $$;
create trigger wifi_settings_follow after update of company_id on hardware for each row when (old.company_id <> new.company_id) execute function wifi_settings_follow();
grant create on schema public to trunkline_app_all;
alter function wifi_settings_follow() owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;

-- Commands of Wi-Fi: what is wanted is read when they run.
alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check check (kind in ('reboot', 'reload', 'backup', 'change', 'dpk', 'wifi'));
