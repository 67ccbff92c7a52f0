-- Counts the ended sessions of days that have ended, latest first and at most `most`, and adds up the changes of counted days.
-- Returns the number of days. A day is counted, and the changes noted so far are dropped, in one statement: a change is in
-- its snapshot with the row that it counts, or neither is, and then it is added. A day has ended for at least 25 hours, so that
-- only a transaction of an hour could have stored a session of it without noting it (0135). A NAS without a clock reports ends
-- of 1970: days beyond the longest retention are not counted.
create or replace function panel.count_session_days(most int) returns int language plpgsql as $$
declare
  d date;
  done int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('trunkline session days')) then return 0; end if;
  for d in
    select g.day::date from generate_series(
        greatest(((select min(stopped_at) from public.session_closed) at time zone 'UTC')::date, now()::date - 3700),
        ((now() - interval '25 hours') at time zone 'UTC')::date - 1, interval '1 day') g (day)
      where not exists (select from public.session_closed_day c where c.day = g.day::date and c.counted)
      order by 1 desc limit most
  loop
    with noted as (delete from public.session_closed_day where day = d)
    insert into public.session_closed_day (day, n, counted)
      select d, count(*), true from public.session_closed where stopped_at >= d::timestamp at time zone 'UTC' and stopped_at < (d + 1)::timestamp at time zone 'UTC';
    done := done + 1;
  end loop;
  with added as (
    delete from public.session_closed_day where day in (
      select c.day from public.session_closed_day c join public.session_closed_day n on n.day = c.day and not n.counted where c.counted group by 1)
    returning day, n)
  insert into public.session_closed_day (day, n, counted) select day, sum(n), true from added group by day;
  return done;
end $$;
alter function panel.count_session_days(int) owner to trunkline_app_all;
revoke execute on function panel.count_session_days(int) from public;
