-- Trigger of company: maintains company_tree, the closure of the tree, after an insert and a move.
create or replace function maintain_company_tree() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    -- A company moves with its descendants: the subtree's links to the former ancestors are deleted, those to the new ones added.
    delete from company_tree t
      using company_tree below
      where below.ancestor_id = new.id and t.descendant_id = below.descendant_id
        and t.ancestor_id = any(old.ancestor_ids) and t.ancestor_id <> new.id;
    insert into company_tree (ancestor_id, descendant_id, depth)
      select above.ancestor, below.descendant_id, cardinality(new.ancestor_ids) - above.place + below.depth
      from unnest(new.ancestor_ids) with ordinality as above(ancestor, place), company_tree below
      where below.ancestor_id = new.id and above.ancestor <> new.id;
    update company c set ancestor_ids = new.ancestor_ids || c.ancestor_ids[cardinality(old.ancestor_ids) + 1 :]
      from company_tree below
      where below.ancestor_id = new.id and below.descendant_id = c.id and c.id <> new.id;
  else
    insert into company_tree (ancestor_id, descendant_id, depth)
      select ancestor, new.id, cardinality(new.ancestor_ids) - place from unnest(new.ancestor_ids) with ordinality as above(ancestor, place);
  end if;
  return null;
end $$;
alter function maintain_company_tree() owner to trunkline_app_all;
