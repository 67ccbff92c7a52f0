-- Adds the trigger of the audit log to a table; the arguments are those of audit_row.
create or replace function audited(table_name regclass, subject text, company_column text, label_column text, secret_columns text default '')
  returns void
  language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_row(%L, %L, %L, %L)',
    table_name, subject, company_column, label_column, secret_columns);
end $$;
