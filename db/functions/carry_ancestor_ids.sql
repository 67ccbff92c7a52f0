-- Trigger of company, for a company that moves: replaces the changed part of the path, in one statement per table, for
-- all rows of the company and of its descendants. Rows are found by the ancestor_ids at the company's former depth: an index
-- on company_id in addition to those of the lists would be written by each packet, but read only by a move.
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
