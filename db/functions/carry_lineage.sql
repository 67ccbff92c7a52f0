-- A move finds its rows by the lineage, at the depth of the company that moves: an index on company_id besides those of
-- the lists would be written by each packet, and read at a move alone.
create or replace function carry_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
begin
  for t in select name from lineage_table loop
    execute format('update %I set lineage = $1 where company_id = $2 and lineage[%s] = $2', t, cardinality(old.lineage)) using new.lineage, new.id;
  end loop;
  return null;
end $$;
alter function carry_lineage() owner to trunkline_app_all;
