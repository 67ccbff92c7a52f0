-- Counts all tallied rows again and replaces the tallies, in one statement, so that rows and changes are of one snapshot:
-- changes of open transactions stay, to be folded after their commit.
create or replace function recompute_tally() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('trunkline tally'));
  execute 'with gone as (delete from tally_delta), each as ('
    || (select string_agg(format('select ancestor_ids, unnest(%s) as kind, count(*) as n from %I where deleted_at is null group by 1, 2', kinds, name), ' union all ') from tallied)
    || $sql$), counted as (
      select above.id as company_id, e.kind, sum(e.n)::bigint as n from each e cross join lateral unnest(e.ancestor_ids) above (id)
       where e.kind is not null and not (e.kind ~ ':created:' and right(e.kind, 10) < to_char(now() at time zone 'UTC' - interval '100 days', 'YYYY-MM-DD'))
       group by 1, 2)
    insert into tally as t (company_id, kind, n)
      select coalesce(c.company_id, o.company_id), coalesce(c.kind, o.kind), coalesce(c.n, 0)
        from counted c full join tally o on o.company_id = c.company_id and o.kind = c.kind where c.n is distinct from o.n
    on conflict (company_id, kind) do update set n = excluded.n$sql$;
end $$;
