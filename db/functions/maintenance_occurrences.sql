-- Times of a maintenance window from `from_time` on, for 60 days, or for 60 days from the first day of a later window. `local at
-- time zone` makes 03:30 of a 02:30 that the clock skips, and the second one of a 02:30 that comes twice. What a user has ended
-- is left out.
--   of: columns of the window, which need not be stored
create or replace function maintenance_occurrences(of jsonb, from_time timestamptz) returns setof tstzrange language sql stable as $$
  select tstzrange(s.starts, s.ends)
  from jsonb_populate_record(null::maintenance_window, of) w, lateral (
    select (w.starts_on + w.starts_at) at time zone w.time_zone as starts, (w.ends_on + w.ends_at) at time zone w.time_zone as ends where w.repeats = 'once'
    union all
    select d.starts, d.starts + make_interval(mins => w.minutes)
    from (
      select (day::date + w.starts_at) at time zone w.time_zone as starts
      from (select (from_time at time zone w.time_zone)::date as today) t,
        -- Eight days back: the longest window may have started a week ago.
        generate_series(greatest(w.starts_on, t.today - 8)::timestamp, least(w.until, greatest(w.starts_on, t.today) + 60)::timestamp, interval '1 day') day
      where extract(isodow from day)::smallint = any (w.weekdays)) d
    where w.repeats = 'weekly') s
  where s.ends > greatest(s.starts, from_time) and (w.ended_at is null or s.starts >= w.ended_at)
$$;
