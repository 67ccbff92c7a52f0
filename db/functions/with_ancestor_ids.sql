-- Adds ancestor_ids to a table with company_id, and row security based on it. The policy is written so that the planner estimates
-- that nearly every row passes: it repeats the scope that the statement already has, and estimated as a second filter
-- (`= any (ancestor_ids)`: one row in twenty) it would avoid the index with the list's order.
create or replace function with_ancestor_ids(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add column ancestor_ids bigint[]', table_name);
  execute format('alter table %s no force row level security', table_name);
  execute format('update %s t set ancestor_ids = (select ancestor_ids from company where id = t.company_id)', table_name);
  -- The default allows a writer to omit the column; the trigger sets it.
  execute format('alter table %s alter column ancestor_ids set not null, alter column ancestor_ids set default ''{}'', add check (cardinality(ancestor_ids) > 0)', table_name);
  execute format('create trigger ancestor_ids before insert or update of company_id on %s for each row execute function set_ancestor_ids()', table_name);
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('drop policy if exists own on %s', table_name);
  execute format('create policy own on %s to trunkline_app using (array_position(ancestor_ids, (select current_company())) is not null)', table_name);
  insert into ancestor_table values (table_name::text);
  -- Without these the planner assumes that every caller sees half a percent of the rows.
  for depth in 2..5 loop
    execute format('create statistics %I on (ancestor_ids[%s]) from %s', table_name::text || '_lineage_' || depth, depth, table_name);
  end loop;
end $$;
