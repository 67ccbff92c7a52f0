-- Maintains monthly partitions of history, logins and session addresses: from last month to three months ahead, and none
-- older than the retention. Only the owner of the tables may run it. Rows that went into the default partition are moved to their
-- month. An address may be in use for longer than the retention: rows that ended within the retention, or have not ended, move
-- to the default partition before their month is dropped.
create or replace function panel.maintain_months(months int) returns table (made int, dropped int) language plpgsql as $$
declare
  t record;
  part text;
  month date;
  old record;
  oldest date := date_trunc('month', now() at time zone 'UTC')::date - make_interval(months => months);
begin
  made := 0;
  dropped := 0;
  for t in select * from (values ('session_closed', 'stopped_at'), ('auth_log', 'at'), ('session_address', 'from_at')) as t (name, at) loop
    for month in select date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => i) from generate_series(-1, 3) i loop
      part := t.name || to_char(month, '_YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, t.name);
      execute format('with moved as (delete from public.%I where %I >= %L and %I < %L returning *) insert into public.%I select * from moved',
        t.name || '_rest', t.at, month || ' 00:00Z', t.at, (month + interval '1 month')::date || ' 00:00Z', part);
      -- The rows were moved past the triggers that count them: their days are counted again (panel.count_session_days).
      if t.name = 'session_closed' then
        delete from public.session_closed_day where day >= month and day < month + interval '1 month';
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', t.name, part, month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z');
      made := made + 1;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('public.' || t.name)::regclass and c.relname ~ '_\d{4}_\d{2}$' and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
    loop
      if t.name = 'session_address' then
        execute format('alter table public.session_address detach partition public.%I', old.relname);
        execute format('insert into public.session_address overriding system value select * from public.%I where until_at is null or until_at >= %L', old.relname, oldest || ' 00:00Z');
      end if;
      execute format('drop table public.%I', old.relname);
      if t.name = 'session_closed' then
        delete from public.session_closed_day where day < to_date(right(old.relname, 7), 'YYYY_MM') + interval '1 month';
      end if;
      dropped := dropped + 1;
    end loop;
  end loop;
  delete from public.session_address_rest where until_at < oldest::timestamp at time zone 'UTC';
  return next;
end $$;
revoke execute on function panel.maintain_months(integer) from public;
