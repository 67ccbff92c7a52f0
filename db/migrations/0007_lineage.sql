-- Long tenant tables carry the lineage of their company: the ids from the root down to the owner. The scope of a
-- caller at depth d is then `lineage[d] = its id`: an equality that an index answers together with the list's order, at
-- every width of view. A semi-join on company_tree reads the whole subtree for each page (measured: 20,000 rows for 25).

-- Tables that carry a lineage: what a move of a company has to take along.
create table lineage_table (
  name text primary key
);
alter table lineage_table enable row level security;
alter table lineage_table force row level security;
create policy everything on lineage_table to trunkline_app_all using (true) with check (true);
grant select on lineage_table to trunkline_app_all;

create function take_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Shares the company's row with a move, which changes it: the row that is written last has the lineage of the new place.
  select lineage into new.lineage from company where id = new.company_id for key share;
  return new;
end $$;

create function carry_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
begin
  for t in select name from lineage_table loop
    execute format('update %I set lineage = $1 where company_id = $2', t) using new.lineage, new.id;
  end loop;
  return null;
end $$;
create trigger company_carry after update of lineage on company
  for each row when (old.lineage is distinct from new.lineage) execute function carry_lineage();

-- Gives a table with company_id its lineage, and row security by it. The policy is written so that the planner takes it
-- to pass nearly every row: it repeats the scope that the statement names already, and guessed as a second filter
-- (`= any (lineage)`: one row in twenty) it leads away from the index that has the list's order.
create function carries_lineage(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add column lineage bigint[]', table_name);
  execute format('alter table %s no force row level security', table_name);
  execute format('update %s t set lineage = (select lineage from company where id = t.company_id)', table_name);
  -- The default is what a writer leaves out; the trigger fills it in.
  execute format('alter table %s alter column lineage set not null, alter column lineage set default ''{}'', add check (cardinality(lineage) > 0)', table_name);
  execute format('create trigger lineage before insert or update of company_id on %s for each row execute function take_lineage()', table_name);
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('drop policy if exists own on %s', table_name);
  execute format('create policy own on %s to trunkline_app using (array_position(lineage, (select current_company())) is not null)', table_name);
  insert into lineage_table values (table_name::text);
  -- Without these the planner takes every caller for one that sees half a percent of the rows.
  for depth in 2..5 loop
    execute format('create statistics %I on (lineage[%s]) from %s', table_name::text || '_lineage_' || depth, depth, table_name);
  end loop;
end $$;

-- An index for a list's order at every depth of view: `scoped_index('tariff', 'tariff_name', 'name, id', 'deleted_at is null')`.
-- The provider (depth 1) sees all and has the plain order.
create function scoped_index(table_name regclass, index_name text, columns text, condition text default 'true') returns void language plpgsql as $$
begin
  execute format('create index %I on %s (%s) where %s', index_name, table_name, columns, condition);
  for depth in 2..5 loop
    execute format('create index %I on %s ((lineage[%s]), %s) where %s and lineage[%s] is not null', index_name || '_' || depth, table_name, depth, columns, condition, depth);
  end loop;
end $$;

alter table company no force row level security;
select carries_lineage('app_user');
select carries_lineage('invitation');
alter table company force row level security;

-- The company's own row carries it already.
do $$ begin
  for depth in 2..5 loop
    execute format('create statistics company_lineage_%s on (lineage[%s]) from company', depth, depth);
  end loop;
end $$;
drop policy own on company;
create policy own on company to trunkline_app using (array_position(lineage, (select current_company())) is not null);

drop index app_user_name, app_user_company, company_name;
select scoped_index('app_user', 'app_user_name', 'name, id', 'deleted_at is null');
select scoped_index('company', 'company_name', 'name, id', 'deleted_at is null');
create index app_user_company on app_user (company_id);

grant create on schema public to trunkline_app_all;
alter function take_lineage() owner to trunkline_app_all;
alter function carry_lineage() owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
