-- Lets a tenant see the rows of a table whose parent row it sees: visible_with('hardware_sample', 'hardware', 'hardware_id').
--   command: 'select' if tenants only read, 'all' if they also write
create or replace function visible_with(table_name regclass, parent regclass, parent_column name, command text default 'select') returns void language plpgsql as $$
begin
  execute format('create policy own on %s for %s to trunkline_app using (exists (select from %s p where p.id = %s.%I))', table_name, command, parent, table_name, parent_column);
end $$;
