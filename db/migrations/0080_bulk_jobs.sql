-- Actions on many rows that a worker executes one by one, with the rights of the user who started them.
-- functions: current_company, touch_row, announce_rows, secured, announced, visible_with, touched

create table bulk_job (
  id bigint generated always as identity primary key,
  -- The company of the user when the job started.
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  -- Name of the call that started it (contract): 'hardware.bulk-reboot'.
  action text not null,
  -- Kind of the rows: 'hardware'.
  object text not null,
  -- The values for all rows. Never a secret.
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled')),
  rows_total int not null,
  rows_done int not null default 0,
  rows_skipped int not null default 0,
  rows_failed int not null default 0,
  -- Request, IP address, scopes and impersonator, for the rights and the audit log of what the job writes.
  tenant jsonb not null default '{}',
  -- The worker that runs the job renews this; afterwards another one may take it over.
  leased_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bulk_job_of_user on bulk_job (user_id, id desc);
create index bulk_job_age on bulk_job (created_at);
create index bulk_job_open on bulk_job (id) where finished_at is null;
select touched('bulk_job', 'leased_until');
select announced('bulk_job', 'bulk-jobs', 'company_id');
select secured('bulk_job', 'select, insert, update');
-- A job belongs to the user who started it alone. The provider uses a role of its own, and is limited by the handler.
create policy own on bulk_job to trunkline_app
  using (company_id = (select current_company()) and user_id = (select nullif(current_setting('app.actor', true), '')::bigint));

create table bulk_job_row (
  id bigint generated always as identity primary key,
  bulk_job_id bigint not null references bulk_job on delete cascade,
  row_id bigint not null,
  -- Name of the record when the job started.
  name text not null,
  state text not null default 'queued' check (state in ('queued', 'waiting', 'done', 'skipped', 'failed')),
  -- Error code and message (contract/src/errors.ts) of a row that was skipped or failed.
  code text,
  message jsonb,
  -- The command that the row enqueued on its device. No foreign key: commands are deleted by age.
  command_id bigint,
  finished_at timestamptz,
  unique (bulk_job_id, row_id)
);
create index bulk_job_row_state on bulk_job_row (bulk_job_id, state, id);
select secured('bulk_job_row', 'select, insert, update');
select visible_with('bulk_job_row', 'bulk_job', 'bulk_job_id', 'all');
