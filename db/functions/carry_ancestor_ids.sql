-- Trigger of company, for the company that moves: replaces the part of the path that changed, in one statement a table, for
-- all rows of the company and of those below it. Rows are found by the ancestor_ids at the depth that the company had: an index
-- on company_id besides those of the lists would be written by each packet, and read at a move alone.
create or replace function carry_ancestor_ids() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
  depth int := cardinality(old.ancestor_ids);
begin
  for t in select name from ancestor_table loop
    execute format('update %I set ancestor_ids = $1 || ancestor_ids[%s:] where ancestor_ids[%s] = $2', t, depth + 1, depth) using new.ancestor_ids, new.id;
  end loop;
  return null;
end $$;
alter function carry_ancestor_ids() owner to trunkline_app_all;
