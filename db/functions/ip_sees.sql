-- Whether the caller sees a row of the tree: its holder is the caller's company or below it, or it is shared from above.
-- (plpgsql keeps its plan for the connection; a function in SQL that can't be inlined is planned at each call. The lookup of
-- the caller's company is a branch of its own: a condition with a subquery is a statement each time, also where it is not
-- needed.)
create or replace function ip_sees(ancestor_ids bigint[], shared boolean default false) returns boolean language plpgsql stable as $$
begin
  if ip_sees_all() or current_company() = any (ancestor_ids) then return true; end if;
  if not shared then return false; end if;
  return (select c.ancestor_ids from company c where c.id = current_company()) @> ancestor_ids[cardinality(ancestor_ids):];
end $$;
