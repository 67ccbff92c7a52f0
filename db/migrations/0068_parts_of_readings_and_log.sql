-- Readings by week, company readings by month, the log of changes by month: history ends by dropping a part, and its length
-- costs no page anything. Tables that hold rows become one part of the new table, without being read or copied; empty ones
-- go. Locks are held for the time of these statements, each of which changes the catalogue alone.
--
-- hardware_sample: a part a week, in it one of five minutes and one of hours, since the first are kept for days and the
-- second for a year. What lies outside of the weeks (a history that is loaded) goes to hardware_sample_rest.
-- company_reading: a part a month, and company_reading_rest.
-- audit_log: by id, since the list and the hash chain read it by id. The newest part is open; it is closed at the turn of a
-- month (server/src/jobs/audit-months.ts) and named by the month in which it was opened.
-- functions: carry_lineage, panel.keep_readings, refuse_change

alter table hardware_sample rename to hardware_sample_former;
alter table hardware_sample_former rename constraint hardware_sample_pkey to hardware_sample_former_pkey;
alter index hardware_sample_age rename to hardware_sample_former_age;
drop index hardware_sample_brin;
drop policy own on hardware_sample_former;
drop policy everything on hardware_sample_former;
alter table hardware_sample_former no force row level security;
alter table hardware_sample_former disable row level security;
revoke all on hardware_sample_former from trunkline_app, trunkline_app_all;
-- Online, load and traffic: one row a device every five minutes, and one an hour.
create table hardware_sample (
  hardware_id bigint not null,
  at timestamptz not null,
  -- 300 or 3600.
  seconds int not null,
  online boolean not null,
  cpu_load smallint,
  rx_bps bigint,
  tx_bps bigint,
  -- Of each interface: {"ether1": [rx_bps, tx_bps]}
  interfaces jsonb not null default '{}',
  primary key (hardware_id, seconds, at)
) partition by range (at);
alter table hardware_sample enable row level security;
alter table hardware_sample force row level security;
create policy own on hardware_sample for select to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on hardware_sample to trunkline_app_all using (true) with check (true);
grant select on hardware_sample to trunkline_app;
grant select, insert, update, delete on hardware_sample to trunkline_app_all;
create table hardware_sample_rest partition of hardware_sample default;
create index hardware_sample_rest_age on hardware_sample_rest (seconds, at);

alter table company_reading rename to company_reading_former;
alter table company_reading_former rename constraint company_reading_pkey to company_reading_former_pkey;
alter table company_reading_former rename constraint company_reading_company_id_fkey to company_reading_former_company_id_fkey;
drop policy own on company_reading_former;
drop policy everything on company_reading_former;
alter table company_reading_former no force row level security;
alter table company_reading_former disable row level security;
revoke all on company_reading_former from trunkline_app, trunkline_app_all;
-- Of all devices of a company and those below it, an hour a row.
create table company_reading (
  company_id bigint not null references company on delete cascade,
  at timestamptz not null,
  devices int not null,
  -- Mean of the hour.
  online real not null,
  rx_bps bigint not null,
  tx_bps bigint not null,
  readings int not null default 1,
  primary key (company_id, at)
) partition by range (at);
alter table company_reading enable row level security;
alter table company_reading force row level security;
-- A live reading within a request is stored by withSystem, never by a tenant.
create policy own on company_reading for select to trunkline_app using (exists (select from company c where c.id = company_id));
create policy everything on company_reading to trunkline_app_all using (true) with check (true);
grant select on company_reading to trunkline_app;
grant select, insert, update, delete on company_reading to trunkline_app_all;
create table company_reading_rest partition of company_reading default;

do $$
declare
  t text;
  filled boolean;
  bound text;
begin
  foreach t in array array['hardware_sample', 'company_reading'] loop
    execute format('select exists (select from %I)', t || '_former') into filled;
    if filled then
      select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] into bound
        from pg_constraint where conrelid = (t || '_former')::regclass and conname = t || '_former';
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', t, t || '_former', bound);
      execute format('alter table %I drop constraint %I', t || '_former', t || '_former');
    else
      execute format('drop table %I', t || '_former');
    end if;
  end loop;
end $$;
select panel.keep_readings(9, 400);

-- The part is open at both ends, so that no row has to be looked at.
alter table audit_log alter id drop identity;
alter table audit_log rename to audit_log_former;
alter table audit_log_former rename constraint audit_log_pkey to audit_log_former_pkey;
alter table audit_log_former rename constraint audit_log_company_id_fkey to audit_log_former_company_id_fkey;
alter index audit_log_company rename to audit_log_former_company;
alter index audit_log_object rename to audit_log_former_object;
alter index audit_log_actor rename to audit_log_former_actor;
drop trigger audit_log_append_only on audit_log_former;
drop policy own on audit_log_former;
drop policy everything on audit_log_former;
alter table audit_log_former no force row level security;
alter table audit_log_former disable row level security;
revoke all on audit_log_former from trunkline_app, trunkline_app_all;
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
) partition by range (id);
create index audit_log_company on audit_log (company_id, id desc);
create index audit_log_object on audit_log (subject, object_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
-- Every part gets it too, for statements that name the part.
create trigger audit_log_append_only_rows before update or delete on audit_log for each row execute function refuse_change();
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
do $$
declare
  name text := to_char(now() at time zone 'UTC', '"audit_log_"YYYY_MM');
begin
  execute format('alter table audit_log_former rename to %I', name);
  execute format('alter table audit_log attach partition %I for values from (minvalue) to (maxvalue)', name);
  perform setval(pg_get_serial_sequence('audit_log', 'id'), coalesce((select max(id) from audit_log), 0) + 1, false);
end $$;

-- Where the chain begins after parts were dropped: the seal of the last row that is gone.
create table audit_anchor (
  id bigint generated always as identity primary key,
  -- Name of the part, and the first and last row that it had.
  part text not null,
  first_id bigint not null,
  last_id bigint not null,
  seal_id bigint not null references audit_seal,
  -- That of the seal: the chain goes on from here.
  hash bytea not null,
  dropped_at timestamptz not null default now(),
  check (first_id <= last_id)
);
create index audit_anchor_seal on audit_anchor (seal_id);
create trigger audit_anchor_append_only before update or delete or truncate on audit_anchor for each statement execute function refuse_change();
alter table audit_anchor enable row level security;
alter table audit_anchor force row level security;
create policy everything on audit_anchor to trunkline_app_all using (true) with check (true);
grant select, insert on audit_anchor to trunkline_app_all;

-- What each verification of the chain found. One a night covers the seals since the last one that found no difference; a
-- complete one, on request, covers all since the anchor.
create table audit_verification (
  id bigint generated always as identity primary key,
  complete boolean not null,
  intact boolean not null,
  -- Seals that were compared, and the last one of them; null: there was none.
  seals int not null check (seals >= 0),
  last_seal_id bigint,
  last_id bigint not null default 0,
  -- Of the last seal that matches: where the next verification begins.
  hash bytea not null,
  -- The first seal that the log does not match, and the rows that it covers.
  failed_seal_id bigint,
  failed_first_id bigint,
  failed_last_id bigint,
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  check (intact = (failed_seal_id is null))
);
create index audit_verification_latest on audit_verification (complete, id desc);
create trigger audit_verification_append_only before update or delete or truncate on audit_verification for each statement execute function refuse_change();
alter table audit_verification enable row level security;
alter table audit_verification force row level security;
create policy everything on audit_verification to trunkline_app_all using (true) with check (true);
grant select, insert on audit_verification to trunkline_app_all;

-- A company that moves carries the rows of all companies below it in one statement a table (carry_lineage), in place of one
-- statement for each company and table.
drop trigger company_carry on company;
create trigger company_carry after update on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function carry_lineage();
