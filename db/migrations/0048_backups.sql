-- The fingerprint of the installation's key, and finished backups. Both are the provider's alone: there is no policy for
-- trunkline_app.

create table installation_key (
  only_row boolean primary key default true check (only_row),
  -- SHA-256 over a label and the key, in hexadecimal: it identifies the key and does not lead back to it.
  fingerprint text not null,
  set_at timestamptz not null default now()
);
alter table installation_key enable row level security, force row level security;
create policy everything on installation_key to trunkline_app_all using (true) with check (true);
grant select, insert, update on installation_key to trunkline_app_all;

-- A backup is written down when it has ended, so that a restored database holds none that seems to run.
create table backup_run (
  id bigint generated always as identity primary key,
  host text not null,
  origin text not null check (origin in ('schedule', 'command')),
  state text not null check (state in ('good', 'failed')),
  -- Name of the file without its folder; null where none was written.
  file text,
  bytes bigint not null default 0,
  row_count bigint not null default 0,
  encrypted boolean not null default false,
  -- Why it failed.
  reason text,
  started_at timestamptz not null,
  finished_at timestamptz not null default now()
);
create index backup_run_finished on backup_run (state, finished_at desc);
alter table backup_run enable row level security, force row level security;
create policy everything on backup_run to trunkline_app_all using (true) with check (true);
grant select, insert, delete on backup_run to trunkline_app_all;
