-- As announced, for rows that are part of another record: part_of names the column with that record's id.
create or replace function announced_as_part(table_name regclass, subject text, company_column text, part_of text) returns void language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
  execute format('create trigger announce_update after update on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed_rows for each statement execute function announce_rows(%L, %L, %L)', table_name, subject, company_column, part_of);
end $$;
