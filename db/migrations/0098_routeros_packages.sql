-- RouterOS packages (.npk) that devices fetch from the panel, for those without Internet access. Content: see 0086_attachments.sql.
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, ancestor_companies, secured

create table routeros_package (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- Name of the file on devices: `routeros-7.20.4-arm.npk`.
  name text not null check (length(name) between 5 and 100),
  package text not null check (package ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  routeros_version text not null check (routeros_version ~ '^\d'),
  architecture text not null check (architecture in ('arm', 'arm64', 'mipsbe', 'mmips', 'powerpc', 'smips', 'tile', 'x86')),
  -- Null: not in the header of the file.
  built_at timestamptz,
  -- Where name, version and architecture were read: the header of the file, or its name if the header lacks one of them.
  verified_by text not null check (verified_by in ('header', 'file_name')),
  note text,
  size_bytes bigint not null check (size_bytes > 0),
  -- Hexadecimal.
  sha256 text not null check (length(sha256) = 64),
  -- Random name of the stored content.
  object text not null unique check (object ~ '^[0-9a-f]{32}$'),
  uploaded_by text not null default 'system',
  search_text text generated always as (lower(name || ' ' || coalesce(note, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index routeros_package_kind on routeros_package (company_id, package, routeros_version, architecture);
create index routeros_package_version on routeros_package (routeros_version);
create index routeros_package_search on routeros_package using gin (search_text gin_trgm_ops);
select touched('routeros_package');
select audited_by_version('routeros_package', 'routeros-packages', 'company_id', 'name', 'object,search_text');
select announced('routeros_package', 'routeros-packages', 'company_id');
select with_ancestor_ids('routeros_package');
select scoped_index('routeros_package', 'routeros_package_latest', 'created_at desc, id desc');
select secured('routeros_package', 'select, insert, update, delete');
-- Companies below the owner install them: they read what they do not own.
drop policy own on routeros_package;
create policy own on routeros_package to trunkline_app
  using (array_position(ancestor_ids, (select current_company())) is not null or company_id = any ((select ancestor_companies())::bigint[]))
  with check (array_position(ancestor_ids, (select current_company())) is not null);

-- `offered`: what MikroTik's server offers to each device. `uploaded`: the packages above, of `target_version`.
alter table rollout add column source text not null default 'offered' check (source in ('offered', 'uploaded')),
  add check (source = 'offered' or target_version is not null);
select touched('rollout');

-- Names of the uploaded packages that the device needs, as planned; null: it downloads them itself.
alter table rollout_device add column packages text[] check (cardinality(packages) > 0);
-- It powers a device of the rollout over PoE, which is upgraded before it.
alter table rollout_device add column feeds_ids bigint[] not null default '{}';

-- The oldest version that a device accepts.
alter table hardware_state add column factory_software text;

-- A download of one package by one device, which uses the token once.
create table rollout_download (
  id bigint generated always as identity primary key,
  rollout_device_id bigint not null references rollout_device on delete cascade,
  hardware_id bigint not null references hardware on delete cascade,
  package_id bigint not null references routeros_package on delete cascade,
  -- It ends with this command. No foreign key: commands are deleted by age.
  command_id bigint not null,
  -- SHA-256, hexadecimal.
  token_hash text not null unique check (length(token_hash) = 64),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index rollout_download_device on rollout_download (rollout_device_id);
create index rollout_download_hardware on rollout_download (hardware_id);
create index rollout_download_package on rollout_download (package_id);
select secured('rollout_download');
