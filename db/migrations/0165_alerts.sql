-- Alerts: rules by company, alerts with their events, maintenance windows (docs/alerts.md).
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, ancestor_companies, secured, visible_with

-- Values of a rule that differ from those of the company above: of a company, one of its sites or one of its devices.
-- Null: inherited. The nearest value applies, unless a company above has locked the field.
create table alert_rule (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  rule text not null check (rule ~ '^[a-z-]{1,40}$'),
  site_id bigint references site on delete cascade,
  hardware_id bigint references hardware on delete cascade,
  enabled boolean,
  severity text check (severity in ('info', 'warning', 'critical')),
  threshold real,
  clear_threshold real,
  fire_seconds int check (fire_seconds between 0 and 86400),
  clear_seconds int check (clear_seconds between 0 and 86400),
  -- Fields that companies, sites and devices below cannot change.
  locked text[] not null default '{}' check (locked <@ array['enabled', 'severity', 'threshold', 'clear_threshold', 'fire_seconds', 'clear_seconds']),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(site_id, hardware_id) <= 1)
);
create unique index alert_rule_once on alert_rule (company_id, rule, coalesce(site_id, 0), coalesce(hardware_id, 0));
create index alert_rule_site on alert_rule (site_id) where site_id is not null;
create index alert_rule_hardware on alert_rule (hardware_id) where hardware_id is not null;
select touched('alert_rule');
select audited_by_version('alert_rule', 'alerts', 'company_id', 'rule', '');
select announced('alert_rule', 'alerts', 'company_id');
select with_ancestor_ids('alert_rule');
select secured('alert_rule', 'select, insert, update, delete');
-- Companies below inherit the values, and so read them.
drop policy own on alert_rule;
create policy own on alert_rule to trunkline_app
  using (array_position(ancestor_ids, (select current_company())) is not null or company_id = any ((select ancestor_companies())::bigint[]))
  with check (array_position(ancestor_ids, (select current_company())) is not null);
create policy own_delete on alert_rule as restrictive for delete to trunkline_app using (array_position(ancestor_ids, (select current_company())) is not null);

-- One open row for each cause. Condition, handling and suppression are independent (server/src/alerts/model.ts).
create table alert (
  id bigint generated always as identity primary key,
  company_id bigint not null references company on delete cascade,
  -- kind:subject:id[:part], without threshold, value or rule.
  cause text not null check (length(cause) between 3 and 400),
  rule text not null,
  subject text not null,
  -- Null: a subject without a number (a RADIUS server, the installation).
  subject_id bigint,
  -- Of a part of the subject: a port, a sensor. Empty: the whole.
  part text not null default '',
  -- Name of the subject, for display after it is gone.
  subject_name text not null default '',
  site_id bigint references site on delete set null,
  hardware_id bigint references hardware on delete cascade,
  condition text not null check (condition in ('pending', 'firing', 'clearing', 'closed')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  since timestamptz not null,
  fired_at timestamptz,
  clearing_since timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in ('cleared', 'expired', 'subject_gone', 'rule_off')),
  observed_at timestamptz not null,
  value real,
  seq int not null default 0,
  notified_seq int,
  owed text check (owed in ('firing', 'resolved')),
  acknowledged_by text,
  acknowledged_at timestamptz,
  acknowledge_note text,
  acknowledged_until timestamptz,
  parent_id bigint references alert on delete set null,
  release_at timestamptz,
  in_maintenance boolean not null default false,
  flapping_until timestamptz,
  fires timestamptz[] not null default '{}',
  grace_until timestamptz,
  expires_at timestamptz,
  -- The least time at which the state changes without an observation.
  due_at timestamptz,
  -- Order of the list: open ones first, critical ones before others.
  urgency smallint generated always as (case when condition = 'closed' then 0 when severity = 'critical' then 3 when severity = 'warning' then 2 else 1 end)
    stored not null,
  search_text text generated always as (lower(subject_name || ' ' || part)) stored not null,
  check ((condition = 'closed') = (closed_at is not null)),
  check ((acknowledged_by is null) = (acknowledged_at is null))
) with (fillfactor = 70);
create unique index alert_cause_open on alert (cause) where condition <> 'closed';
-- The fires of the last hour of a cause.
create index alert_cause_closed on alert (cause, closed_at desc) where condition = 'closed';
create index alert_due on alert (due_at) where due_at is not null;
create index alert_parent on alert (parent_id) where parent_id is not null;
create index alert_subject_open on alert (subject, subject_id) where condition <> 'closed';
create index alert_hardware on alert (hardware_id) where hardware_id is not null;
create index alert_site on alert (site_id) where site_id is not null;
create index alert_company on alert (company_id);
create index alert_owed on alert (id) where condition = 'closed' and owed is not null;
create index alert_closed_at on alert (closed_at) where condition = 'closed';
create index alert_search on alert using gin (search_text gin_trgm_ops);
select announced('alert', 'alerts', 'company_id');
select with_ancestor_ids('alert');
select scoped_index('alert', 'alert_urgency', 'urgency, id', 'condition <> ''pending''');
select scoped_index('alert', 'alert_fired', 'fired_at, id', 'condition <> ''pending''');
select secured('alert', 'select, update');

create table alert_event (
  alert_id bigint not null references alert on delete cascade,
  seq int not null check (seq > 0),
  at timestamptz not null,
  kind text not null check (kind in ('fired', 'severity', 'acknowledged', 'unacknowledged', 'acknowledgement_lapsed', 'suppressed', 'released',
    'maintenance_began', 'maintenance_ended', 'flapping', 'calm', 'closed')),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  value real,
  -- Name of a user, or `system`.
  by_name text not null default 'system',
  note text,
  -- What recipients are told; null: recorded only.
  notify text check (notify in ('firing', 'resolved')),
  primary key (alert_id, seq)
);
select secured('alert_event', 'select, insert', 'select, insert, delete');
select visible_with('alert_event', 'alert', 'alert_id', 'all');

-- Up to when the readings of a subject are evaluated: what is not newer is ignored.
create table alert_subject (
  hardware_id bigint primary key references hardware on delete cascade,
  evaluated_to timestamptz not null,
  -- Start of the device at the last evaluation.
  booted_at timestamptz,
  -- Ports that are up, and since when the panel has seen them up.
  ports jsonb not null default '{}' check (jsonb_typeof(ports) = 'object')
) with (fillfactor = 70);
select secured('alert_subject');

create table maintenance_window (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  -- `company`: everything of the company and of those below it.
  scope text not null check (scope in ('company', 'site', 'device', 'rollout')),
  site_id bigint references site on delete cascade,
  hardware_id bigint references hardware on delete cascade,
  rollout_id bigint references rollout on delete cascade,
  repeats text not null check (repeats in ('once', 'weekly')),
  -- Wall time in the zone; overnight belongs to the day of its start.
  starts_on date not null,
  -- Of a weekly window: the last day; null: without end.
  until date,
  -- 1 (Monday) to 7.
  weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  starts_at time not null,
  minutes int not null check (minutes between 5 and 10080),
  time_zone text not null,
  notes text,
  search_text text generated always as (lower(name || ' ' || coalesce(notes, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (case scope when 'site' then site_id is not null when 'device' then hardware_id is not null when 'rollout' then rollout_id is not null else true end),
  check (num_nonnulls(site_id, hardware_id, rollout_id) = case scope when 'company' then 0 else 1 end),
  check ((repeats = 'weekly') = (cardinality(weekdays) > 0))
);
create index maintenance_window_company on maintenance_window (company_id);
create index maintenance_window_site on maintenance_window (site_id) where site_id is not null;
create index maintenance_window_hardware on maintenance_window (hardware_id) where hardware_id is not null;
create index maintenance_window_rollout on maintenance_window (rollout_id) where rollout_id is not null;
create index maintenance_window_search on maintenance_window using gin (search_text gin_trgm_ops);
select touched('maintenance_window');
select audited_by_version('maintenance_window', 'alerts', 'company_id', 'name', 'search_text');
select announced('maintenance_window', 'alerts', 'company_id');
select with_ancestor_ids('maintenance_window');
select scoped_index('maintenance_window', 'maintenance_window_name', 'name, id', 'deleted_at is null');
select secured('maintenance_window', 'select, insert, update');

-- Occurrences of the next 60 days, made again each night and with each change of the window.
create table maintenance_occurrence (
  window_id bigint not null references maintenance_window on delete cascade,
  during tstzrange not null check (not isempty(during)),
  primary key (window_id, during)
);
create index maintenance_occurrence_during on maintenance_occurrence using gist (during);
select secured('maintenance_occurrence', 'select, insert, delete');
select visible_with('maintenance_occurrence', 'maintenance_window', 'window_id', 'all');
