-- Rejects every update, delete and truncate of a table. Partitions reject the first two, for statements
-- that name the partition.
create or replace function append_only(table_name regclass) returns void language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = table_name);
begin
  execute format('create trigger %I before update or delete or truncate on %s for each statement execute function reject_change()', name || '_append_only', table_name);
  if (select relkind = 'p' from pg_class where oid = table_name) then
    execute format('create trigger %I before update or delete on %s for each row execute function reject_change()', name || '_append_only_rows', table_name);
  end if;
end $$;
