-- Enables and forces row security on a table, lets the panel and the provider (trunkline_app_all) see every row, and grants rights.
-- What tenants see is a separate policy: with_ancestor_ids, visible_with, or one in the migration.
--   tenant_rights: of trunkline_app, 'select, insert, update'; '': none, only the provider uses the table
--   provider_rights: of trunkline_app_all
create or replace function secured(table_name regclass, tenant_rights text default '', provider_rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('create policy everything on %s to trunkline_app_all using (true) with check (true)', table_name);
  execute format('grant %s on %s to trunkline_app_all', provider_rights, table_name);
  if tenant_rights <> '' then
    execute format('grant %s on %s to trunkline_app', tenant_rights, table_name);
  end if;
end $$;
