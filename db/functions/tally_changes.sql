-- Statement trigger of tallied tables: writes by how much the statement changed each count. The argument lists the kinds of a
-- row, as in the table `tallied`.
create or replace function tally_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := 'select ancestor_ids, unnest(' || tg_argv[0] || ') as kind, %s::bigint as n from %s where deleted_at is null';
begin
  execute 'insert into tally_delta (ancestor_ids, kind, n) select ancestor_ids, kind, sum(n) from (' ||
    case tg_op when 'INSERT' then format(part, 1, 'new_rows') when 'DELETE' then format(part, -1, 'old_rows')
      else format(part, 1, 'new_rows') || ' union all ' || format(part, -1, 'old_rows') end
    || ') d where kind is not null group by ancestor_ids, kind having sum(n) <> 0';
  return null;
end $$;
alter function tally_changes() owner to trunkline_app_all;
