-- What the panel keeps for itself: settings, mail, views, preferences, idempotency keys.

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

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
  sent_at timestamptz
);
create index mail_due on mail (next_at) where state = 'queued';
create index mail_created on mail (id desc, state);

create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  list text not null,
  name text not null,
  scope text not null check (scope in ('private', 'company', 'descendants')),
  state jsonb not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);
create index saved_view_list on saved_view (list, company_id);

create table preference (
  user_id bigint not null references app_user,
  key text not null,
  value jsonb not null,
  primary key (user_id, key)
);

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

-- Views that a company gives down are read by its descendants: the one row that is seen upwards. The lineage of the
-- caller's own company is in its row.
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy own on saved_view to trunkline_app
  using (company_id = any (array(select descendant_id from company_tree))
    or (scope = 'descendants' and company_id = any ((select lineage from company where id = (select current_company()))::bigint[])))
  with check (company_id = (select current_company()));
create policy everything on saved_view to trunkline_app_all using (true) with check (true);

do $$
declare
  t text;
begin
  foreach t in array array['preference', 'idempotency_key'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I to trunkline_app using (user_id = (select nullif(current_setting(''app.actor'', true), '''')::bigint))', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app, trunkline_app_all', t);
  end loop;
  foreach t in array array['setting', 'mail'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
-- Installation-wide texts that everybody may read.
create policy read on setting for select to trunkline_app using (true);
grant select on setting to trunkline_app;
grant select, insert, update, delete on saved_view to trunkline_app, trunkline_app_all;

-- A tenant's request that sends mail (an invitation) puts the finished mail here; only the panel reads it back.
create function queue_mail(company_id bigint, kind text, dedupe_key text, to_address text, subject text, body_text text, body_html text, locale text, message_id text)
  returns bigint language sql security definer set search_path = public, pg_temp as $$
  insert into mail (company_id, kind, dedupe_key, to_address, subject, body_text, body_html, locale, message_id)
  values (company_id, kind, dedupe_key, to_address, subject, body_text, body_html, locale, message_id)
  on conflict (dedupe_key) do nothing
  returning id
$$;
grant create on schema public to trunkline_app_all;
alter function queue_mail(bigint, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
