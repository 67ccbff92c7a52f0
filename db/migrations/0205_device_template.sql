-- Templates of settings that companies keep for their devices, their variables, and differences between both.
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, ancestor_companies, secured, visible_with

create table device_template (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  description text,
  -- Wanted settings with variables (contract/src/resources/change-item.ts). Secrets are variables.
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  -- Types and tags of the devices that it is for; empty: all.
  type_ids bigint[] not null default '{}',
  tag_ids bigint[] not null default '{}',
  -- Written to new devices at their first contact.
  at_first_contact boolean not null default false,
  -- Compared with devices each day.
  checks_drift boolean not null default true,
  -- Who created it, and requests the writes at the first contact.
  actor_id bigint,
  requested_by text not null default 'system',
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index device_template_name_once on device_template (company_id, lower(name)) where deleted_at is null;

select touched('device_template');
select audited_by_version('device_template', 'device-templates', 'company_id', 'name', '');
select announced('device_template', 'device-templates', 'company_id');
select with_ancestor_ids('device_template');
select scoped_index('device_template', 'device_template_name', 'name, id', 'deleted_at is null');
select secured('device_template', 'select, insert, update');
-- Companies below the owner use them.
drop policy own on device_template;
create policy own on device_template to trunkline_app
  using (array_position(ancestor_ids, (select current_company())) is not null or company_id = any ((select ancestor_companies())::bigint[]))
  with check (array_position(ancestor_ids, (select current_company())) is not null);

-- Values of variables, of a company (and those below it), a site or a device.
create table template_variable (
  id bigint generated always as identity primary key,
  company_id bigint references company on delete cascade,
  site_id bigint references site on delete cascade,
  hardware_id bigint references hardware on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Null: it is a secret.
  value text,
  -- Sealed for `template-variable:{id}`.
  secret bytea,
  updated_at timestamptz not null default now(),
  updated_by text not null default 'system',
  check (num_nonnulls(company_id, site_id, hardware_id) = 1),
  check (num_nonnulls(value, secret) = 1)
);
create unique index template_variable_company on template_variable (company_id, name) where company_id is not null;
create unique index template_variable_site on template_variable (site_id, name) where site_id is not null;
create unique index template_variable_hardware on template_variable (hardware_id, name) where hardware_id is not null;
-- Values of companies above are inherited.
create policy own on template_variable to trunkline_app
  using (company_id = any ((select ancestor_companies())::bigint[])
    or exists (select from company c where c.id = company_id)
    or exists (select from site s where s.id = site_id)
    or exists (select from hardware h where h.id = hardware_id))
  with check (exists (select from company c where c.id = company_id)
    or exists (select from site s where s.id = site_id)
    or exists (select from hardware h where h.id = hardware_id));
select secured('template_variable', 'select, insert, update, delete');

-- What the comparison of a device with its templates last found.
create table device_template_state (
  hardware_id bigint primary key references hardware on delete cascade,
  -- Null: templates for the first contact are still to be written.
  first_contact_at timestamptz,
  -- The command that writes them; null: no template is for it.
  command_id bigint,
  checked_at timestamptz,
  -- Why it could not be compared.
  problem jsonb check (jsonb_typeof(problem) = 'object')
);
select visible_with('device_template_state', 'hardware', 'hardware_id');
select secured('device_template_state', 'select');
-- Devices that the panel already reads are not new.
insert into device_template_state (hardware_id, first_contact_at)
  select hardware_id, now() from hardware_state where read_at is not null;

-- Differences between a device and its templates.
create table device_drift (
  id bigint generated always as identity primary key,
  hardware_id bigint not null references hardware on delete cascade,
  template_id bigint not null references device_template on delete cascade,
  -- `ip/dns`
  menu text not null,
  -- What identifies the row: `name=ssh`; empty: the only row of its menu.
  row_key text not null,
  -- Empty: the whole row.
  field text not null,
  verb text not null check (verb in ('add', 'set', 'remove')),
  actual text,
  desired text,
  -- `accepted`: an exception for as long as it is not revoked. `ignored`: until a value changes.
  state text not null default 'open' check (state in ('open', 'accepted', 'ignored')),
  note text,
  decided_by text,
  decided_at timestamptz,
  found_at timestamptz not null default now(),
  unique (hardware_id, menu, row_key, field)
);
create index device_drift_template on device_drift (template_id);
create index device_drift_found on device_drift (found_at desc, id desc);
select visible_with('device_drift', 'hardware', 'hardware_id', 'all');
select secured('device_drift', 'select, update');

-- Due again at this time, whichever reading comes first.
alter table hardware_poll add column templates_at timestamptz not null default now();

alter table rollout
  -- The wanted settings are those of the templates of each device.
  add column from_templates boolean not null default false,
  -- Only of this template; null: of all that the device has.
  add column template_id bigint references device_template;
create index rollout_template on rollout (template_id) where template_id is not null;
