-- Adds the oldest changes, up to a limit, to the tallies of all companies from the root down to the owner. Serialised:
-- does nothing while another session runs it. Returns the number of changes.
create or replace function fold_tally(most int) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('trunkline tally')) then return 0; end if;
  with gone as (
    delete from tally_delta where id in (select id from tally_delta order by id limit most) returning ancestor_ids, kind, n),
  sums as (
    insert into tally as t (company_id, kind, n)
      select above.id, g.kind, sum(g.n) from gone g cross join lateral unnest(g.ancestor_ids) above (id) group by 1, 2 having sum(g.n) <> 0
    on conflict (company_id, kind) do update set n = t.n + excluded.n)
  select count(*) into folded from gone;
  -- Days that are older than any dashboard shows.
  delete from tally where kind ~ ':created:' and right(kind, 10) < to_char(now() at time zone 'UTC' - interval '100 days', 'YYYY-MM-DD');
  return folded;
end $$;
