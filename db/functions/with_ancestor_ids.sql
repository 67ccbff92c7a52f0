-- Gives a table with company_id its ancestor_ids, and row security by it. The policy is written so that the planner takes it
-- to pass nearly every row: it repeats the scope that the statement names already, and guessed as a second filter
-- (`= any (ancestor_ids)`: one row in twenty) it leads away from the index that has the list's order.
create or replace function with_ancestor_ids(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add column ancestor_ids bigint[]', table_name);
  execute format('alter table %s no force row level security', table_name);
  execute format('update %s t set ancestor_ids = (select ancestor_ids from company where id = t.company_id)', table_name);
  -- The default is what a writer leaves out; the trigger fills it in.
  execute format('alter table %s alter column ancestor_ids set not null, alter column ancestor_ids set default ''{}'', add check (cardinality(ancestor_ids) > 0)', table_name);
  execute format('create trigger ancestor_ids before insert or update of company_id on %s for each row execute function set_ancestor_ids()', table_name);
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('drop policy if exists own on %s', table_name);
  execute format('create policy own on %s to trunkline_app using (array_position(ancestor_ids, (select current_company())) is not null)', table_name);
  insert into ancestor_table values (table_name::text);
  -- Without these the planner takes every caller for one that sees half a percent of the rows.
  for depth in 2..5 loop
    execute format('create statistics %I on (ancestor_ids[%s]) from %s', table_name::text || '_lineage_' || depth, depth, table_name);
  end loop;
end $$;
