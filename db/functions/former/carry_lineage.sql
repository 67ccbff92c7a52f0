-- Trigger of company, for the company that moves: replaces the part of the path that changed, in one statement a table, for
-- all rows of the company and of those below it. Rows are found by the lineage at the depth that the company had: an index
-- on company_id besides those of the lists would be written by each packet, and read at a move alone.
create or replace function carry_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
  depth int := cardinality(old.lineage);
begin
  for t in select name from lineage_table loop
    execute format('update %I set lineage = $1 || lineage[%s:] where lineage[%s] = $2', t, depth + 1, depth) using new.lineage, new.id;
  end loop;
  return null;
end $$;
alter function carry_lineage() owner to trunkline_app_all;
