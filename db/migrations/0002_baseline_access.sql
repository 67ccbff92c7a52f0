-- People, their credentials, sessions and invitations.
-- functions: announce_rows, announce_users, audit_row, current_company, take_lineage, touch_row

create table app_user (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  role text not null check (role in ('primary-admin', 'admin', 'editor', 'read-only')),
  first_name text not null check (first_name <> ''),
  last_name text not null,
  name text collate "und-x-icu" generated always as (first_name || ' ' || last_name) stored not null,
  email text not null check (email = lower(email)),
  email_verified_at timestamptz,
  phone_country_code text,
  phone_number text,
  telephone text generated always as ('+' || phone_country_code || phone_number) stored,
  locale text not null default 'en' check (locale in ('en', 'de')),
  time_zone text not null default 'UTC',
  two_factor boolean not null default false,
  is_active boolean not null default true,
  last_seen_at timestamptz,
  invited_by text,
  search_text text generated always as (
    lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce('+' || phone_country_code || phone_number, ''))
  ) stored not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
-- An address signs in to one account of the installation.
create unique index app_user_email on app_user (email) where deleted_at is null;
create unique index app_user_one_primary on app_user (company_id) where role = 'primary-admin' and deleted_at is null;
create index app_user_search on app_user using gin (search_text gin_trgm_ops);
create index app_user_created on app_user (created_at);
create index app_user_name on app_user (name, id) where deleted_at is null;
create index app_user_name_2 on app_user ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index app_user_name_3 on app_user ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index app_user_name_4 on app_user ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index app_user_name_5 on app_user ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
create index app_user_company on app_user (company_id);
insert into lineage_table values ('app_user');
create statistics app_user_lineage_2 on (lineage[2]) from app_user;
create statistics app_user_lineage_3 on (lineage[3]) from app_user;
create statistics app_user_lineage_4 on (lineage[4]) from app_user;
create statistics app_user_lineage_5 on (lineage[5]) from app_user;
-- Seen last is not a change of the row: no version, no audit, no announcement.
create trigger app_user_touch before update on app_user for each row
  when ((old.company_id, old.role, old.first_name, old.last_name, old.email, old.email_verified_at, old.phone_country_code, old.phone_number, old.locale, old.time_zone, old.two_factor, old.is_active, old.deleted_at)
    is distinct from (new.company_id, new.role, new.first_name, new.last_name, new.email, new.email_verified_at, new.phone_country_code, new.phone_number, new.locale, new.time_zone, new.two_factor, new.is_active, new.deleted_at))
  execute function touch_row();
create trigger audit after insert or delete on app_user for each row execute function audit_row('users', 'company_id', 'name', '');
create trigger audit_update after update on app_user for each row when (old.version is distinct from new.version)
  execute function audit_row('users', 'company_id', 'name', 'last_seen_at');
create trigger announce_insert after insert on app_user referencing new table as changed_rows for each statement execute function announce_rows('users', 'company_id');
create trigger announce_update after update on app_user referencing new table as new_rows old table as old_rows for each statement execute function announce_users();
create trigger lineage before insert or update of company_id on app_user for each row execute function take_lineage();
alter table app_user enable row level security;
alter table app_user force row level security;
create policy everything on app_user to trunkline_app_all using (true) with check (true);
create policy own on app_user to trunkline_app using (array_position(lineage, (select current_company())) is not null);
grant select, update on app_user to trunkline_app;
grant select, insert, update on app_user to trunkline_app_all;

-- What proves who somebody is. No tenant's role may read it; only sign-in does, as the panel itself.
create table user_credential (
  user_id bigint primary key references app_user,
  password_hash text,
  password_changed_at timestamptz,
  -- sealed with the installation's key; pending until a first code confirms it
  totp_secret bytea,
  totp_pending bytea,
  -- the last time step that was used: a code counts once (RFC 6238, 5.2)
  totp_last_step bigint
);
alter table user_credential enable row level security;
alter table user_credential force row level security;
create policy everything on user_credential to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on user_credential to trunkline_app_all;

create table recovery_code (
  user_id bigint not null references app_user,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy everything on recovery_code to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on recovery_code to trunkline_app_all;

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  impersonator_id bigint references app_user,
  -- the session from which somebody logged in as the user
  impersonator_session_id bigint references session,
  reason text,
  ip text,
  user_agent text,
  -- hash of the HttpOnly cookie that the refresh token is bound to
  binding_hash bytea,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
);
create index session_of_user on session (user_id, last_used_at desc) where ended_at is null;
create index session_company on session (company_id) where ended_at is null;
create index session_impersonator on session (impersonator_session_id) where ended_at is null;
alter table session enable row level security;
alter table session force row level security;
-- `= any (array(select …))` is evaluated once a query; a function per row or a join in the policy is not.
create policy own on session to trunkline_app using (company_id = any (array(select descendant_id from company_tree)));
create policy everything on session to trunkline_app_all using (true) with check (true);
grant select, update on session to trunkline_app;
grant select, insert, update, delete on session to trunkline_app_all;

create table access_token (
  hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);
alter table access_token enable row level security;
alter table access_token force row level security;
create policy everything on access_token to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on access_token to trunkline_app_all;

create table refresh_token (
  hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expiry on refresh_token (expires_at);
alter table refresh_token enable row level security;
alter table refresh_token force row level security;
create policy everything on refresh_token to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on refresh_token to trunkline_app_all;

create table api_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_token_user on api_token (user_id) where revoked_at is null;
alter table api_token enable row level security;
alter table api_token force row level security;
create policy own on api_token to trunkline_app using (company_id = any (array(select descendant_id from company_tree)));
create policy everything on api_token to trunkline_app_all using (true) with check (true);
grant select, update on api_token to trunkline_app;
grant select, insert, update, delete on api_token to trunkline_app_all;

create table link_token (
  hash bytea primary key,
  kind text not null check (kind in ('reset', 'verify', 'sign-up')),
  user_id bigint references app_user,
  -- the address that a verification confirms
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_token_user on link_token (user_id, kind);
alter table link_token enable row level security;
alter table link_token force row level security;
create policy everything on link_token to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on link_token to trunkline_app_all;

create table invitation (
  id bigint generated always as identity primary key,
  -- the company that is joined, or the parent of the one that is founded
  company_id bigint not null references company,
  email text not null check (email = lower(email)),
  role text not null check (role in ('primary-admin', 'admin', 'editor', 'read-only')),
  locale text not null default 'en' check (locale in ('en', 'de')),
  new_company_name text,
  new_company_type text check (new_company_type in ('master-distributor', 'distributor', 'reseller', 'client')),
  billing_term text,
  token_hash bytea not null unique,
  invited_by_id bigint not null references app_user,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_user_id bigint references app_user,
  cancelled_at timestamptz,
  -- Who invited, and whose a saved view is, as a name kept in the row: row security hides people of companies above, and
  -- both are read from below.
  invited_by text not null default '',
  -- The palette finds invitations by part of the address or of the company to be founded.
  search_text text generated always as (lower(email || ' ' || coalesce(new_company_name, ''))) stored not null,
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0),
  check ((new_company_name is null) = (new_company_type is null)),
  check (accepted_at is null or cancelled_at is null)
);
create index invitation_company on invitation (company_id, created_at desc);
create index invitation_search on invitation using gin (search_text gin_trgm_ops);
-- Open ones are few, however long the history: the dashboard counts these alone.
create index invitation_open on invitation (company_id, expires_at) where accepted_at is null and cancelled_at is null;
create index invitation_created on invitation (created_at desc, id desc);
create index invitation_created_2 on invitation ((lineage[2]), created_at desc, id desc) where lineage[2] is not null;
create index invitation_created_3 on invitation ((lineage[3]), created_at desc, id desc) where lineage[3] is not null;
create index invitation_created_4 on invitation ((lineage[4]), created_at desc, id desc) where lineage[4] is not null;
create index invitation_created_5 on invitation ((lineage[5]), created_at desc, id desc) where lineage[5] is not null;
insert into lineage_table values ('invitation');
create statistics invitation_lineage_2 on (lineage[2]) from invitation;
create statistics invitation_lineage_3 on (lineage[3]) from invitation;
create statistics invitation_lineage_4 on (lineage[4]) from invitation;
create statistics invitation_lineage_5 on (lineage[5]) from invitation;
create trigger audit after insert or delete or update on invitation for each row execute function audit_row('user-invites', 'company_id', 'email', 'token_hash');
create trigger announce_insert after insert on invitation referencing new table as changed_rows for each statement execute function announce_rows('user-invites', 'company_id');
create trigger announce_update after update on invitation referencing new table as changed_rows for each statement execute function announce_rows('user-invites', 'company_id');
create trigger announce_delete after delete on invitation referencing old table as changed_rows for each statement execute function announce_rows('user-invites', 'company_id');
create trigger lineage before insert or update of company_id on invitation for each row execute function take_lineage();
alter table invitation enable row level security;
alter table invitation force row level security;
create policy everything on invitation to trunkline_app_all using (true) with check (true);
create policy own on invitation to trunkline_app using (array_position(lineage, (select current_company())) is not null);
grant select, insert, update on invitation to trunkline_app, trunkline_app_all;

-- Guesses at sign-in, codes and links, by key (account + network, network). Never a lasting lock.
create table throttle (
  key text primary key,
  failures integer not null,
  window_start timestamptz not null,
  next_at timestamptz not null
);
alter table throttle enable row level security;
alter table throttle force row level security;
create policy everything on throttle to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on throttle to trunkline_app_all;
