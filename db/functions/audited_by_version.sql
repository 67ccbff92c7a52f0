-- Counters change with each allocation without incrementing the version: only changes by a user are logged.
create or replace function audited_by_version(table_name regclass, subject text, company_column text, label_column text, noise text, part_of text default 'id')
  returns void
  language plpgsql as $$
begin
  execute format('create trigger audit after insert or delete on %s for each row execute function audit_row(%L, %L, %L, %L, %L, %L)', table_name, subject, company_column, label_column, '', noise, part_of);
  execute format('create trigger audit_update after update on %s for each row when (old.version is distinct from new.version) execute function audit_row(%L, %L, %L, %L, %L, %L)', table_name, subject, company_column, label_column, '', noise, part_of);
end $$;
