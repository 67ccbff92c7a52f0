-- Times of a maintenance window from `from_time` on for 60 days. `local at time zone` makes 03:30 of a 02:30 that the clock skips,
-- and the second one of a 02:30 that comes twice.
create or replace function maintenance_occurrences(repeats text, starts_on date, until date, weekdays smallint[], starts_at time, minutes int,
  time_zone text, from_time timestamptz) returns setof tstzrange language sql stable as $$
  select tstzrange(s.starts, s.starts + make_interval(mins => minutes))
  from (
    select (d::date + starts_at) at time zone time_zone as starts
    -- Eight days back: the longest window may have begun a week ago.
    from generate_series(
      greatest(starts_on, (from_time at time zone time_zone)::date - 8)::timestamp,
      case repeats when 'once' then starts_on else least(coalesce(until, 'infinity'), (from_time at time zone time_zone)::date + 60) end::timestamp,
      interval '1 day') d
    where repeats = 'once' or extract(isodow from d)::smallint = any (weekdays)) s
  where s.starts + make_interval(mins => minutes) > from_time
$$;
