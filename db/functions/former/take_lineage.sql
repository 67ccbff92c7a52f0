-- Trigger of tables with a lineage: the ids of the companies from the root down to the owner. FOR SHARE lets a row that is
-- being written wait for a move of its company, and a move for it: FOR KEY SHARE let both pass, because a move changes no key,
-- and the row kept the lineage of the old place.
create or replace function take_lineage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select lineage into new.lineage from company where id = new.company_id for share;
  return new;
end $$;
alter function take_lineage() owner to trunkline_app_all;
