-- People, their credentials, sessions and invitations.

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
  deleted_at timestamptz
);
-- An address signs in to one account of the installation.
create unique index app_user_email on app_user (email) where deleted_at is null;
create unique index app_user_one_primary on app_user (company_id) where role = 'primary-admin' and deleted_at is null;
create index app_user_company on app_user (company_id, name, id) where deleted_at is null;
create index app_user_name on app_user (name, id) where deleted_at is null;
create index app_user_search on app_user using gin (search_text gin_trgm_ops);
create index app_user_created on app_user (created_at);

-- Seen last is not a change of the row: no version, no audit, no announcement.
create trigger app_user_touch before update on app_user for each row
  when ((old.company_id, old.role, old.first_name, old.last_name, old.email, old.email_verified_at, old.phone_country_code, old.phone_number, old.locale, old.time_zone, old.two_factor, old.is_active, old.deleted_at)
    is distinct from (new.company_id, new.role, new.first_name, new.last_name, new.email, new.email_verified_at, new.phone_country_code, new.phone_number, new.locale, new.time_zone, new.two_factor, new.is_active, new.deleted_at))
  execute function touch_row();

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

create table recovery_code (
  user_id bigint not null references app_user,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

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

create table access_token (
  hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);

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
  check ((new_company_name is null) = (new_company_type is null)),
  check (accepted_at is null or cancelled_at is null)
);
create index invitation_company on invitation (company_id, created_at desc);
create index invitation_created on invitation (created_at desc, id);

-- Guesses at sign-in, codes and links, by key (account + network, network). Never a lasting lock.
create table throttle (
  key text primary key,
  failures integer not null,
  window_start timestamptz not null,
  next_at timestamptz not null
);

select audited('app_user', 'users', 'company_id', 'name', '');
drop trigger audit on app_user;
create trigger audit after insert or delete on app_user for each row execute function audit_row('users', 'company_id', 'name', '');
create trigger audit_update after update on app_user for each row when (old.version is distinct from new.version)
  execute function audit_row('users', 'company_id', 'name', 'last_seen_at');
create trigger announce_insert after insert on app_user referencing new table as changed_rows for each statement execute function announce_rows('users', 'company_id');
create function announce_users() returns trigger language plpgsql as $$
declare
  ids bigint[];
  companies bigint[];
begin
  select array_agg(n.id), array_agg(distinct n.company_id) into ids, companies
    from new_rows n join old_rows o on o.id = n.id where n.version <> o.version;
  if ids is null then return null; end if;
  if cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', 'users', 'ids', ids, 'companies', companies)::text);
  return null;
end $$;
create trigger announce_update after update on app_user referencing new table as new_rows old table as old_rows for each statement execute function announce_users();

select audited('invitation', 'user-invites', 'company_id', 'email', 'token_hash');
select announced('invitation', 'user-invites', 'company_id');

-- Row security

do $$
declare
  t text;
begin
  foreach t in array array['app_user', 'session', 'api_token', 'invitation'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I to trunkline_app using (company_id = any (array(select descendant_id from company_tree)))', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
  end loop;
  foreach t in array array['user_credential', 'recovery_code', 'access_token', 'refresh_token', 'link_token', 'throttle'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;
grant select, update on app_user to trunkline_app;
grant select, insert, update on app_user to trunkline_app_all;
grant select, insert, update on invitation to trunkline_app, trunkline_app_all;
grant select, update on session to trunkline_app;
grant select, insert, update, delete on session to trunkline_app_all;
grant select, update on api_token to trunkline_app;
grant select, insert, update, delete on api_token to trunkline_app_all;
