-- Deletes expired readings, at most a given number of rows per table, from tables without partitions by age: the former
-- unpartitioned tables and the default partitions. Only the owner of the tables may run it. Returns the number of rows.
create or replace function panel.prune_readings(five_minutes int, hours int, most int) returns int language plpgsql as $$
declare
  t text;
  rows int;
  total int := 0;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relispartition
    and c.relname in ('hardware_sample_former', 'hardware_sample_rest') loop
    execute format('delete from public.%I where ctid = any (array(
      (select ctid from public.%I where seconds = 300 and at < now() - make_interval(days => $1) order by at limit $3)
      union all (select ctid from public.%I where seconds = 3600 and at < now() - make_interval(days => $2) order by at limit $3)))', t, t, t)
      using five_minutes, hours, most;
    get diagnostics rows = row_count;
    total := total + rows;
  end loop;
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relispartition
    and c.relname in ('company_reading_former', 'company_reading_rest') loop
    execute format('delete from public.%I where ctid = any (array(
      select ctid from public.%I where at < now() - make_interval(days => $1) limit $2))', t, t)
      using hours, most;
    get diagnostics rows = row_count;
    total := total + rows;
  end loop;
  return total;
end $$;
revoke execute on function panel.prune_readings(int, int, int) from public;
