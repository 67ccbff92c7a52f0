-- What the panel stores for itself: settings, mail, views, preferences, idempotency keys, job workers.
-- functions: current_company

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
alter table setting enable row level security;
alter table setting force row level security;
create policy everything on setting to trunkline_app_all using (true) with check (true);
-- Installation-wide texts that everybody may read.
create policy read on setting for select to trunkline_app using (true);
grant select, insert, update, delete on setting to trunkline_app_all;
grant select on setting to trunkline_app;

create table mail (
  id bigint generated always as identity primary key,
  company_id bigint references company,
  kind text not null,
  -- an effect that is asked for twice is sent once
  dedupe_key text unique,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  locale text not null,
  message_id text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  from_name text
);
create index mail_due on mail (next_at) where state = 'queued';
create index mail_created on mail (id desc, state);
create index mail_settled on mail (created_at) where state <> 'queued';
create index mail_failed on mail (id) where state = 'failed';
alter table mail enable row level security;
alter table mail force row level security;
create policy everything on mail to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on mail to trunkline_app_all;

create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  list text not null,
  name text not null,
  scope text not null check (scope in ('private', 'company', 'descendants')),
  state jsonb not null,
  created_at timestamptz not null default now(),
  owner_name text not null default '',
  unique (user_id, list, name)
);
create index saved_view_list on saved_view (list, company_id);
alter table saved_view enable row level security;
alter table saved_view force row level security;
-- Views that a company shares with its descendants are read by them: the one row that is seen upwards. The lineage of the
-- caller's own company is in its row.
create policy own on saved_view to trunkline_app
  using (company_id = any (array(select descendant_id from company_tree))
    or (scope = 'descendants' and company_id = any ((select lineage from company where id = (select current_company()))::bigint[])))
  with check (company_id = (select current_company()));
create policy everything on saved_view to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on saved_view to trunkline_app, trunkline_app_all;

create table preference (
  user_id bigint not null references app_user,
  key text not null,
  value jsonb not null,
  primary key (user_id, key)
);
alter table preference enable row level security;
alter table preference force row level security;
create policy own on preference to trunkline_app using (user_id = (select nullif(current_setting('app.actor', true), '')::bigint));
create policy everything on preference to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on preference to trunkline_app, trunkline_app_all;

create table idempotency_key (
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  key text not null,
  route text not null,
  body_hash bytea not null,
  status smallint,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy own on idempotency_key to trunkline_app using (user_id = (select nullif(current_setting('app.actor', true), '')::bigint));
create policy everything on idempotency_key to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on idempotency_key to trunkline_app, trunkline_app_all;

-- Processes that work the queue off. One that is not seen for 30 seconds is taken for dead and its jobs are given back.
create table job_worker (
  id text primary key,
  seen_at timestamptz not null default now()
);
alter table job_worker enable row level security;
alter table job_worker force row level security;
create policy everything on job_worker to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on job_worker to trunkline_app_all;
