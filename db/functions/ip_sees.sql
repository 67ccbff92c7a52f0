-- Whether the caller sees a row of the tree: its owner is the caller's company or a descendant, or an ancestor shares it.
-- (plpgsql caches its plan for the connection; an SQL function that cannot be inlined is planned on each call. The lookup of
-- the caller's company is a separate branch: a condition with a subquery is executed as a statement each time, even if it is not
-- needed.)
create or replace function ip_sees(ancestor_ids bigint[], shared boolean default false) returns boolean language plpgsql stable as $$
begin
  if ip_sees_all() or current_company() = any (ancestor_ids) then return true; end if;
  if not shared then return false; end if;
  return (select c.ancestor_ids from company c where c.id = current_company()) @> ancestor_ids[cardinality(ancestor_ids):];
end $$;
