-- Adds the triggers of the live channel to a table: subject, and the column with a row's company.
create or replace function announced(table_name regclass, subject text, company_column text) returns void language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
  execute format('create trigger announce_update after update on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
end $$;
