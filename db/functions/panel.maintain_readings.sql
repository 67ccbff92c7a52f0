-- Maintains partitions of the readings of devices (weekly) and companies (monthly): from the current one to three ahead. Five-minute
-- readings are stored for `five_minutes` days, hourly ones for `hours` days: a partition is dropped when its newest row is older.
-- Only the owner of the tables may run it. Rows that went into the default partition are moved to their partition.
create or replace function panel.maintain_readings(five_minutes int, hours int) returns table (made int, dropped int) language plpgsql as $$
declare
  today timestamp := now() at time zone 'UTC';
  t record;
  i int;
  part text;
  lower_ timestamptz;
  upper_ timestamptz;
  former timestamptz;
  old record;
begin
  made := 0;
  dropped := 0;
  for t in select * from (values ('hardware_sample', 'week', '_IYYY_"w"IW'), ('company_reading', 'month', '_YYYY_MM')) as t (name, unit, format) loop
    select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz into former
      from pg_class c where c.oid = to_regclass('public.' || t.name || '_former');
    for i in 0..3 loop
      lower_ := (date_trunc(t.unit, today) + ('1 ' || t.unit)::interval * i) at time zone 'UTC';
      upper_ := ((lower_ at time zone 'UTC') + ('1 ' || t.unit)::interval) at time zone 'UTC';
      part := t.name || to_char(lower_ at time zone 'UTC', t.format);
      continue when to_regclass('public.' || part) is not null or lower_ < former;
      execute format('create table public.%I (like public.%I including defaults including constraints) %s', part, t.name,
        case t.name when 'hardware_sample' then 'partition by list (seconds)' else '' end);
      if t.name = 'hardware_sample' then
        execute format('create table public.%I partition of public.%I for values in (300)', part || '_5m', part);
        execute format('create table public.%I partition of public.%I for values in (3600)', part || '_1h', part);
      end if;
      execute format('with moved as (delete from public.%I where at >= %L and at < %L returning *) insert into public.%I select * from moved', t.name || '_rest', lower_, upper_, part);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', t.name, part, lower_, upper_);
      made := made + 1;
    end loop;
    for old in
      select c.relname, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz as ends
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ('public.' || t.name)::regclass
    loop
      if old.ends < now() - make_interval(days => hours) then
        execute format('drop table public.%I', old.relname);
        dropped := dropped + 1;
      elsif old.ends < now() - make_interval(days => five_minutes) and to_regclass('public.' || old.relname || '_5m') is not null then
        execute format('drop table public.%I', old.relname || '_5m');
        dropped := dropped + 1;
      end if;
    end loop;
  end loop;
  return next;
end $$;
revoke execute on function panel.maintain_readings(int, int) from public;
