-- A row that is being written waits for a move of its company, and a move for it: FOR KEY SHARE let both pass, because a
-- move changes no key, and the row kept the lineage of the old place.
create or replace function take_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select lineage into new.lineage from company where id = new.company_id for share;
  return new;
end $$;

-- The company that is moved is told its lineage by a trigger: `update of lineage` fires for those below it alone, whose
-- lineage is named in the statement, and left the moved one's own rows behind.
drop trigger company_carry on company;
create trigger company_carry after update on company
  for each row when (old.lineage is distinct from new.lineage) execute function carry_lineage();
