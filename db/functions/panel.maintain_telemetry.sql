-- Maintains partitions of the readings: days of the fine tiers from two days ago (five minutes: 14, because the demo writes its
-- past) to seven ahead, months of hours for the last 13 and the next two, years of days for the last five and the next. Drops
-- those that are older than the tier is retained, unless a bucket of the next tier that is computed from them is still marked.
-- Only the owner of the tables may run it.
create or replace function panel.maintain_telemetry() returns table (made int, dropped int) language plpgsql as $$
declare
  today timestamp := date_trunc('day', now() at time zone 'UTC');
  t record;
  i int;
  part text;
  lower_ timestamp;
  old record;
begin
  made := 0;
  dropped := 0;
  for t in
    -- Readings of the last 48 hours are accepted, and six hours is longer than any transaction.
    select * from (values ('reading_1m', 'day', '_YYYYMMDD', -2, 7, interval '54 hours', 300),
      ('reading_5m', 'day', '_YYYYMMDD', -14, 7, interval '14 days', 3600),
      ('traffic_5m', 'day', '_YYYYMMDD', -2, 7, interval '100 days', 0),
      ('reading_1h', 'month', '_YYYYMM', -13, 2, interval '400 days', 86400),
      ('reading_1d', 'year', '_YYYY', -5, 1, interval '1827 days', 0)) as t (name, unit, format, back, ahead, retained, next_tier)
  loop
    for i in t.back..t.ahead loop
      lower_ := date_trunc(t.unit, today) + ('1 ' || t.unit)::interval * i;
      part := t.name || to_char(lower_, t.format);
      continue when to_regclass('public.' || part) is not null
        or (lower_ + ('1 ' || t.unit)::interval) at time zone 'UTC' < now() - t.retained;
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)', part, t.name,
        lower_ at time zone 'UTC', (lower_ + ('1 ' || t.unit)::interval) at time zone 'UTC');
      made := made + 1;
    end loop;
    for old in
      select c.relname, (b.bounds)[1]::timestamptz as begins, (b.bounds)[2]::timestamptz as ends
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
          cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') b (bounds)
        where i.inhparent = ('public.' || t.name)::regclass
    loop
      continue when old.ends >= now() - t.retained or exists (
        select from public.telemetry_mark k where k.tier = t.next_tier
          and k.bucket < old.ends and k.bucket + make_interval(secs => k.tier) > old.begins);
      execute format('drop table public.%I', old.relname);
      dropped := dropped + 1;
    end loop;
  end loop;
  return next;
end $$;
revoke execute on function panel.maintain_telemetry() from public;
