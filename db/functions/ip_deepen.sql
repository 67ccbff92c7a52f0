-- Trigger of subnet: children store the depth of their parent's owner in the tree of companies (parent_depth).
create or replace function ip_deepen() returns trigger language plpgsql as $$
begin
  update subnet set parent_depth = cardinality(new.ancestor_ids) where parent_id = new.id and holds and parent_depth <> cardinality(new.ancestor_ids);
  return null;
end $$;
