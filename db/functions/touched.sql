-- Adds the trigger touch_row to a table, for changes of any column except derived ones: the key, the
-- version and its times, the ancestors of the owner, generated columns, and those in `except`, comma-separated (counters). It
-- uses the table's current columns, so call it after the last `alter table`, and again after a column is added.
create or replace function touched(table_name regclass, except_columns text default '') returns void language plpgsql as $$
declare
  skipped text[] := array['id', 'version', 'created_at', 'updated_at', 'ancestor_ids'] || string_to_array(except_columns, ',');
  old_values text;
  new_values text;
  unknown text;
begin
  select e into unknown from unnest(string_to_array(except_columns, ',')) e
    where not exists (select from pg_attribute a where a.attrelid = table_name and a.attname = e and not a.attisdropped) limit 1;
  if unknown is not null then
    raise exception 'table % has no column %', table_name, unknown using errcode = 'undefined_column';
  end if;
  select string_agg(format('old.%I', attname), ', ' order by attnum), string_agg(format('new.%I', attname), ', ' order by attnum)
    into old_values, new_values
    from pg_attribute where attrelid = table_name and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (skipped);
  execute format('create or replace trigger %I before update on %s for each row when ((%s) is distinct from (%s)) execute function touch_row()',
    (select relname from pg_class where oid = table_name) || '_touch', table_name, old_values, new_values);
end $$;
