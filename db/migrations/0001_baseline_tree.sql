-- The company tree, who may see which row, and the audit log. Each tenant table has the same shape:
--   row security, forced on its owner too; policy `own` for trunkline_app, policy `everything` for trunkline_app_all;
--   the triggers of the audit log (audit_row) and of the live channel (announce_rows).
-- trunkline_app      serves callers below the provider: sees only rows of companies below its `app.company`.
-- trunkline_app_all  serves the provider and the panel itself. Functions that must see past row security belong to it, never to
--                    the owner, who sees no row at all under FORCE unless it is a superuser.
--
-- Long tenant tables carry the lineage of their company: the ids from the root down to the owner. The scope of a caller at
-- depth d is then `lineage[d] = its id`: an equality that an index answers together with the list's order, at every width
-- of view (indexes …_2 to …_5; the provider, at depth 1, has the plain order). A semi-join on company_tree reads the whole
-- subtree for each page (measured: 20,000 rows for 25). Their policy is written so that the planner takes it to pass nearly
-- every row: it repeats the scope that the statement names already, and guessed as a second filter (`= any (lineage)`: one
-- row in twenty) it leads away from the index that has the list's order. Without the statistics on lineage[2] to lineage[5]
-- the planner takes every caller for one that sees half a percent of the rows.
-- functions: announce_rows, audit_row, carry_lineage, current_company, ip_keep_company, ip_keep_line, place_company, plant_company, refuse_change
-- functions: touch_row

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

grant usage on schema public to trunkline_app, trunkline_app_all;
create schema if not exists panel;
revoke all on schema panel from public;
grant usage on schema panel to trunkline_app_all, trunkline_radius, trunkline_app;

create table company (
  id bigint generated always as identity primary key,
  parent_id bigint references company,
  type text not null check (type in ('simrush', 'master-distributor', 'distributor', 'reseller', 'client')),
  -- ids from the root down to this company, itself included
  lineage bigint[] not null default '{}',
  name text collate "und-x-icu" not null check (name <> ''),
  legal_name text,
  registration_number text,
  vat_number text,
  email text,
  phone_country_code text,
  phone_number text,
  telephone text generated always as ('+' || phone_country_code || phone_number) stored,
  address_line_1 text,
  address_line_2 text,
  city text collate "und-x-icu",
  region text,
  postcode text,
  county_iso_code text check (county_iso_code ~ '^[A-Z]{2}$'),
  billing_term text not null default 'net-30' check (billing_term in ('prepaid', 'net-7', 'net-14', 'net-30', 'net-60')),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en' check (locale in ('en', 'de')),
  time_zone text not null default 'UTC',
  notes text,
  logo text,
  is_active boolean not null default true,
  search_text text generated always as (
    lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(city, '') || ' ' || coalesce('+' || phone_country_code || phone_number, ''))
  ) stored not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'simrush') = (parent_id is null))
);
create unique index company_one_root on company ((true)) where parent_id is null;
create index company_parent on company (parent_id, name, id);
create index company_search on company using gin (search_text gin_trgm_ops);
create index company_lineage on company using gin (lineage);
create index company_created on company (created_at);
create index company_name on company (name, id) where deleted_at is null;
create index company_name_2 on company ((lineage[2]), name, id) where deleted_at is null and lineage[2] is not null;
create index company_name_3 on company ((lineage[3]), name, id) where deleted_at is null and lineage[3] is not null;
create index company_name_4 on company ((lineage[4]), name, id) where deleted_at is null and lineage[4] is not null;
create index company_name_5 on company ((lineage[5]), name, id) where deleted_at is null and lineage[5] is not null;
create statistics company_lineage_2 on (lineage[2]) from company;
create statistics company_lineage_3 on (lineage[3]) from company;
create statistics company_lineage_4 on (lineage[4]) from company;
create statistics company_lineage_5 on (lineage[5]) from company;
create trigger company_place before insert or update of parent_id, type on company
  for each row execute function place_company();
create trigger company_plant after insert on company for each row execute function plant_company();
create trigger company_replant after update of parent_id on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function plant_company();
-- Columns by name: a whole row would hold the generated ones, which a trigger before the change can't read.
create trigger company_touch before update on company for each row
  when ((old.parent_id, old.type, old.name, old.legal_name, old.registration_number, old.vat_number, old.email, old.phone_country_code, old.phone_number, old.address_line_1, old.address_line_2, old.city, old.region, old.postcode, old.county_iso_code, old.billing_term, old.currency, old.locale, old.time_zone, old.notes, old.logo, old.is_active, old.deleted_at)
    is distinct from (new.parent_id, new.type, new.name, new.legal_name, new.registration_number, new.vat_number, new.email, new.phone_country_code, new.phone_number, new.address_line_1, new.address_line_2, new.city, new.region, new.postcode, new.county_iso_code, new.billing_term, new.currency, new.locale, new.time_zone, new.notes, new.logo, new.is_active, new.deleted_at))
  execute function touch_row();
create trigger audit after insert or delete or update on company for each row execute function audit_row('companies', 'id', 'name', 'logo');
create trigger announce_insert after insert on company referencing new table as changed_rows for each statement execute function announce_rows('companies', 'id');
create trigger announce_update after update on company referencing new table as changed_rows for each statement execute function announce_rows('companies', 'id');
create trigger announce_delete after delete on company referencing old table as changed_rows for each statement execute function announce_rows('companies', 'id');
-- Not `update of lineage`: the lineage of the company that is moved is set by a trigger, and would not fire it.
create trigger company_carry after update on company
  for each row when (old.lineage is distinct from new.lineage) execute function carry_lineage();
create trigger company_holds_space before update of deleted_at on company
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_keep_company();
create trigger company_space_line after update on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function ip_keep_line();
alter table company enable row level security;
alter table company force row level security;
create policy everything on company to trunkline_app_all using (true) with check (true);
create policy own on company to trunkline_app using (array_position(lineage, (select current_company())) is not null);
grant select, insert, update on company to trunkline_app, trunkline_app_all;

create table company_tree (
  ancestor_id bigint not null references company,
  descendant_id bigint not null references company,
  depth smallint not null check (depth >= 0),
  primary key (ancestor_id, descendant_id)
);
create index company_tree_up on company_tree (descendant_id, ancestor_id);
alter table company_tree enable row level security;
alter table company_tree force row level security;
create policy own on company_tree to trunkline_app using (ancestor_id = (select current_company()));
create policy everything on company_tree to trunkline_app_all using (true) with check (true);
grant select on company_tree to trunkline_app;
grant select, insert, update, delete on company_tree to trunkline_app_all;

-- Tables that carry a lineage: what a move of a company has to take along.
create table lineage_table (
  name text primary key
);
alter table lineage_table enable row level security;
alter table lineage_table force row level security;
create policy everything on lineage_table to trunkline_app_all using (true) with check (true);
grant select on lineage_table to trunkline_app_all;

create table audit_log (
  id bigint generated always as identity primary key,
  -- What every row of the log tells of its time and its actor is told in one place, and whoever writes one need not say it.
  at timestamptz not null default case when 'trunkline_app_all' in (session_user::text, current_setting('role', true))
    then coalesce(nullif(current_setting('app.at', true), '')::timestamptz, clock_timestamp()) else clock_timestamp() end,
  action text not null,
  subject text not null,
  object_id bigint,
  object_label text,
  -- the company whose row it is; null: of the installation
  company_id bigint references company,
  actor_id bigint default nullif(current_setting('app.actor', true), '')::bigint,
  actor_name text not null default coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
  impersonator_id bigint default nullif(current_setting('app.impersonator', true), '')::bigint,
  impersonator_name text default nullif(current_setting('app.impersonator_name', true), ''),
  ip text default nullif(current_setting('app.ip', true), ''),
  request_id text default nullif(current_setting('app.request_id', true), ''),
  before jsonb,
  after jsonb
);
create index audit_log_company on audit_log (company_id, id desc);
create index audit_log_object on audit_log (subject, object_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy everything on audit_log to trunkline_app_all using (true) with check (true);
-- The log is read newest first, and a company with a wide view finds its page at the end of the log. `= any (array(…))`
-- is taken for ten companies and led the planner to read the whole history of a thousand to sort it (1 M rows: 5 s for
-- a page, now 2 ms). The hashed subquery runs once a query, filters while the order's index is read, and leaves the
-- choice of the index to the statement's own scope, whose width the planner knows.
create policy own on audit_log for select to trunkline_app using (company_id in (select descendant_id from company_tree));
grant select on audit_log to trunkline_app;
grant select, insert on audit_log to trunkline_app_all;

-- The hash chain over the log: a job seals behind the oldest running transaction, so writers never queue.
create table audit_seal (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  last_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy everything on audit_seal to trunkline_app_all using (true) with check (true);
grant select, insert on audit_seal to trunkline_app_all;
