-- Trigger of tables with ancestor_ids: the ids of the companies from the root down to the owner. FOR SHARE makes a row that is
-- being written wait for a move of its company, and a move for it: FOR KEY SHARE would let both pass, because a move changes no
-- key, and the row would have the ancestor_ids of the old path.
create or replace function set_ancestor_ids() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select ancestor_ids into new.ancestor_ids from company where id = new.company_id for share;
  return new;
end $$;
alter function set_ancestor_ids() owner to trunkline_app_all;
