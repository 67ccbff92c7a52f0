-- Where alerts are sent: e-mail, chats, push services, SMS gateways and webhooks of companies, and what was sent there.
-- functions: touched, touch_row, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, secured, visible_with

create table notification_target (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  kind text not null check (kind in ('email', 'telegram', 'slack', 'teams', 'ntfy', 'sms', 'webhook')),
  status text not null default 'active' check (status in ('active', 'off')),
  -- Addresses, chat id or telephone number, separated by commas where several are possible.
  recipients text,
  -- Host of the address, for display: the whole address is a secret.
  host text,
  -- Sealed for `notification-target`: JSON with the address and the token.
  secret bytea,
  has_token boolean not null default false,
  -- Of an SMS gateway: name of the header with the token, body, and a pattern of its reply after an accepted message.
  header_name text,
  body_template text,
  success_pattern text,
  min_severity text not null default 'warning' check (min_severity in ('info', 'warning', 'critical')),
  send_resolved boolean not null default true,
  -- Escalation: only alerts that nobody has acknowledged after this time.
  after_minutes int not null default 0 check (after_minutes between 0 and 1440),
  -- Wall time in time_zone. Messages wait for the end of the quiet hours, except critical ones.
  quiet_from time,
  quiet_until time,
  time_zone text not null default 'UTC',
  locale text not null default 'en' check (locale in ('en', 'de')),
  notes text,
  -- First failure since the last success; after five days without a success the target is switched off.
  failing_since timestamptz,
  last_sent_at timestamptz,
  last_error jsonb,
  search_text text generated always as (lower(name || ' ' || kind || ' ' || coalesce(recipients, '') || ' ' || coalesce(host, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((quiet_from is null) = (quiet_until is null))
);
create unique index notification_target_name_once on notification_target (company_id, lower(name)) where deleted_at is null;
create index notification_target_search on notification_target using gin (search_text gin_trgm_ops);

select touched('notification_target', 'failing_since,last_sent_at,last_error');
create trigger audit after insert or delete on notification_target for each row
  execute function audit_row('notification-targets', 'company_id', 'name', 'secret', 'host,has_token,failing_since,last_sent_at,last_error');
create trigger audit_update after update on notification_target for each row when (old.version is distinct from new.version)
  execute function audit_row('notification-targets', 'company_id', 'name', 'secret', 'host,has_token,failing_since,last_sent_at,last_error');
select announced('notification_target', 'notification-targets', 'company_id');
select with_ancestor_ids('notification_target');
select scoped_index('notification_target', 'notification_target_name', 'name, id', 'deleted_at is null');
select secured('notification_target', 'select, insert, update');

-- One message to one target. A worker leases it by moving next_at beyond the longest attempt, before the first byte is sent.
create table notification_delivery (
  id bigint generated always as identity primary key,
  target_id bigint not null references notification_target on delete cascade,
  -- `alert:seq` of the event, so that it is sent to a recipient once; of a test, its own.
  key text not null,
  -- Of an e-mail, chat or SMS: one of the recipients of the target.
  recipient text,
  -- What is sent, without texts: they are rendered in the language of the target (server/src/alerts/content.ts).
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- Of the last attempt: HTTP status, start of the reply, milliseconds, and the reason of a failure.
  http_status int,
  response text check (length(response) <= 2048),
  duration_ms int,
  error jsonb check (jsonb_typeof(error) = 'object'),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique nulls not distinct (target_id, key, recipient)
);
create index notification_delivery_due on notification_delivery (next_at) where state = 'queued';
create index notification_delivery_latest on notification_delivery (target_id, id desc);
create index notification_delivery_ended on notification_delivery (created_at) where state <> 'queued';
select visible_with('notification_delivery', 'notification_target', 'target_id', 'all');
select secured('notification_delivery', 'select, insert');
