-- Readings, company readings and the log of changes are split into parts by time (0068). The tables as they are become one
-- part each, which takes a check that says so: added without reading the table here, validated by 0067 beside writers, so
-- that 0068 need not read it under its lock. The bounds lie at least a day ahead, since rows are written meanwhile.
--
-- The rows that the dashboard counts are tallied by company: counting them for each request took longer the more there were
-- (200,000 devices: 40 ms, on each dashboard). Every statement that changes a tallied table adds what it changed to
-- tally_delta, so that writers never wait for one another; a job folds the changes into tally, once for each company from
-- the root down to the owner. The sum of both is the count, in the same snapshot as the rows. 0067 counts what is there.
-- functions: tally_rows

do $$
declare
  tomorrow timestamp := now() at time zone 'UTC' + interval '1 day';
begin
  execute format('alter table hardware_sample add constraint hardware_sample_former check (at < %L) not valid',
    (date_trunc('week', tomorrow) + interval '1 week') || 'Z');
  execute format('alter table company_reading add constraint company_reading_former check (at < %L) not valid',
    (date_trunc('month', tomorrow) + interval '1 month') || 'Z');
end $$;

create table tally (
  company_id bigint not null references company on delete cascade,
  -- hardware:true, service:active, user:created:2026-11-23, …
  kind text not null,
  -- Of the company and all below it.
  n bigint not null,
  primary key (company_id, kind)
) with (fillfactor = 70);
alter table tally enable row level security;
alter table tally force row level security;
create policy own on tally for select to trunkline_app using (exists (select from company c where c.id = company_id));
create policy everything on tally to trunkline_app_all using (true) with check (true);
grant select on tally to trunkline_app;
grant select, insert, update, delete on tally to trunkline_app_all;

create table tally_delta (
  id bigint generated always as identity primary key,
  lineage bigint[] not null,
  kind text not null,
  n bigint not null
);
alter table tally_delta enable row level security;
alter table tally_delta force row level security;
create policy own on tally_delta for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on tally_delta to trunkline_app_all using (true) with check (true);
grant select on tally_delta to trunkline_app;
grant select, insert, delete on tally_delta to trunkline_app_all;

-- What is tallied of each table: kinds of a row, as an expression over its columns. Rows in the trash are not counted.
create table tallied (
  name text primary key,
  kinds text not null
);
insert into tallied values
  ('company', $$array['company:' || type, case when not is_active then 'company:inactive' end, 'company:created:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')]$$),
  ('app_user', $$array['user:' || case when is_active then 'active' else 'inactive' end, case when two_factor then 'user:two_factor' end, 'user:created:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')]$$),
  ('hardware', $$array['hardware:' || coalesce(is_online::text, 'unknown')]$$),
  ('site', $$array['site:' || status]$$),
  ('service', $$array[kind || ':' || status]$$),
  ('licence', $$array['licence:' || status]$$);
alter table tallied enable row level security;
alter table tallied force row level security;
create policy everything on tallied to trunkline_app_all using (true) with check (true);
grant select on tallied to trunkline_app_all;

do $$
declare
  t record;
begin
  for t in select name, kinds from tallied loop
    execute format('create trigger tally_insert after insert on %I referencing new table as new_rows for each statement execute function tally_rows(%L)', t.name, t.kinds);
    execute format('create trigger tally_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function tally_rows(%L)', t.name, t.kinds);
    execute format('create trigger tally_delete after delete on %I referencing old table as old_rows for each statement execute function tally_rows(%L)', t.name, t.kinds);
  end loop;
end $$;
