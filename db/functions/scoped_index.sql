-- Indexes for a list's order at every depth of the caller's company: `scoped_index('tariff', 'tariff_name', 'name, id', 'deleted_at is null')`.
-- The provider (depth 1) sees all rows and uses the plain order.
create or replace function scoped_index(table_name regclass, index_name text, columns text, condition text default 'true') returns void language plpgsql as $$
begin
  execute format('create index %I on %s (%s) where %s', index_name, table_name, columns, condition);
  for depth in 2..5 loop
    execute format('create index %I on %s ((ancestor_ids[%s]), %s) where %s and ancestor_ids[%s] is not null', index_name || '_' || depth, table_name, depth, columns, condition, depth);
  end loop;
end $$;
