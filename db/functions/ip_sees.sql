-- Whether the caller sees a row of the tree: its holder is the caller's company or below it, or it is offered from above.
-- (plpgsql keeps its plan for the connection; a function in SQL that can't be inlined is planned at each call. The lookup of
-- the caller's company is a branch of its own: a condition with a subquery is a statement each time, also where it is not
-- needed.)
create or replace function ip_sees(lineage bigint[], offered boolean default false) returns boolean language plpgsql stable as $$
begin
  if ip_everything() or current_company() = any (lineage) then return true; end if;
  if not offered then return false; end if;
  return (select c.lineage from company c where c.id = current_company()) @> lineage[cardinality(lineage):];
end $$;
