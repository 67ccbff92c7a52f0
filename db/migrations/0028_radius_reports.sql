-- Reports of running sessions come by the thousand and change nothing but counters. They are written down one by one, so
-- that the NAS has its answer when the database has its record, and taken into the sessions many at a time: one statement
-- for all costs a fraction of one for each. What begins or ends a session does so at once, as before.

create table acct_report (
  id bigint generated always as identity primary key,
  -- What panel.radius_acct is called with, as FreeRADIUS wrote it.
  uid text not null,
  session_id text, login text, nas text not null, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint not null, secs text,
  in_octets text, in_gigawords text, out_octets text, out_gigawords text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
alter table acct_report enable row level security;
alter table acct_report force row level security;
create policy everything on acct_report to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on acct_report to trunkline_app_all;

-- How far they have been taken in, and when: asked for each report, so it is one row of its own.
create table acct_taken (
  one boolean primary key default true check (one),
  up_to bigint not null,
  at timestamptz not null
) with (fillfactor = 10);
insert into acct_taken (up_to, at) values (0, '-infinity');
alter table acct_taken enable row level security;
alter table acct_taken force row level security;
create policy everything on acct_taken to trunkline_app_all using (true) with check (true);
grant select, update on acct_taken to trunkline_app_all;

grant create on schema panel to trunkline_app_all;

-- A written text of digits, or none, as a number.
create function panel.octets(low text, high text) returns bigint language sql immutable parallel safe as $$
  select coalesce(nullif(low, '')::bigint, 0) + (coalesce(nullif(high, '')::bigint, 0) << 32)
$$;

-- Takes what has been written down into the sessions, and says how many reports that were. One at a time: who finds
-- another at it leaves it to that one, unless it is to wait because it depends on what comes of it.
-- It looks from a little behind where the last one ended, for those that were being written at that time, and not where
-- rows have been deleted: those stay in the index until the next vacuum. Who waits looks at all.
create function panel.take_reports(waits boolean default false) returns int language plpgsql as $$
#variable_conflict use_column
declare
  batch acct_report[];
  low bigint;
  report acct_report;
  k record;
begin
  if waits then
    perform pg_advisory_xact_lock(732);
  elsif not pg_try_advisory_xact_lock(732) then
    return 0;
  end if;
  select case when waits then 0 else t.up_to - 500 end into low from acct_taken t;
  with taken as (delete from acct_report r where r.id > low returning r.*)
    select array_agg(t.* order by t.id) into batch from taken t;
  if batch is null then return 0; end if;
  update acct_taken set up_to = greatest(up_to, batch[cardinality(batch)].id), at = now();
  begin
    -- Of several reports of one session the largest counts, and what was told last. Turned round where the NAS names
    -- octets from the other side. The row of a session is written in its place: see panel.radius_acct.
    for k in
      with told as (
        select r.uid, n.id as nas_id, n.input_is_download as turned, to_timestamp(max(r.at)) as told_at, max(coalesce(nullif(r.secs, '')::bigint, 0)) as secs,
            max(panel.octets(r.in_octets, r.in_gigawords)) as input, max(panel.octets(r.out_octets, r.out_gigawords)) as output,
            min(to_timestamp(r.at) - coalesce(nullif(r.secs, '')::bigint, 0) * interval '1 second') as began,
            (array_agg(nullif(r.ip, '')::inet order by r.id desc) filter (where r.ip <> ''))[1] as framed,
            (array_agg(r.ipv6_prefix order by r.id desc) filter (where r.ipv6_prefix <> ''))[1] as framed6,
            (array_agg(r.delegated_prefix order by r.id desc) filter (where r.delegated_prefix <> ''))[1] as delegated6
          from unnest(batch) r join nas n on n.id = r.nas::bigint group by r.uid, n.id, n.input_is_download
      ), changed as (
        update session_live l set started_at = case when t.began < l.started_at - interval '5 seconds' then t.began else l.started_at end,
            updated_at = greatest(l.updated_at, t.told_at), secs = greatest(l.secs, t.secs),
            in_octets = greatest(l.in_octets, case when t.turned then t.output else t.input end), out_octets = greatest(l.out_octets, case when t.turned then t.input else t.output end),
            before_at = l.updated_at, before_in = l.in_octets, before_out = l.out_octets,
            framed_ip = coalesce(t.framed, l.framed_ip), framed_ipv6 = coalesce(t.framed6, l.framed_ipv6), delegated_ipv6 = coalesce(t.delegated6, l.delegated_ipv6)
          from told t where l.uid = t.uid
          returning l.uid, l.service_id, l.framed_ip, l.leased_until, l.started_at, l.watched, l.before_at as since, l.in_octets - l.before_in as sent, l.out_octets - l.before_out as received,
            t.told_at, t.nas_id
      ), used as (
        insert into usage_by_day as u (service_id, day, in_octets, out_octets)
          select c.service_id, (c.told_at at time zone 'UTC')::date, sum(c.sent), sum(c.received) from changed c
            where c.service_id is not null and (c.sent > 0 or c.received > 0) and (c.since at time zone 'UTC')::date >= (c.told_at at time zone 'UTC')::date
            group by 1, 2 order by 1, 2
          on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
      ), heard as (
        insert into nas_heard as h (nas_id, acct_at) select c.nas_id, now() from changed c group by 1 order by 1
          on conflict (nas_id) do update set acct_at = now() where h.acct_at is null or h.acct_at < now() - interval '30 seconds'
      )
      select c.* from changed c
    loop
      -- From a day before: shared between the days.
      if k.service_id is not null and (k.sent > 0 or k.received > 0) and k.since < date_trunc('day', k.told_at, 'UTC') then
        perform panel.add_usage(k.service_id, k.since, k.told_at, greatest(k.sent, 0), greatest(k.received, 0));
      end if;
      if k.service_id is not null and k.watched then
        perform panel.watch_session(k.service_id, k.uid, k.framed_ip, k.started_at, k.leased_until, false, k.sent > 0 or k.received > 0);
      end if;
    end loop;
    -- Of sessions that are not running (any more), or that begin with a report: each by itself.
    foreach report in array batch loop
      continue when exists (select from session_live l where l.uid = report.uid);
      perform panel.take_report(report);
    end loop;
  exception when data_exception or integrity_constraint_violation then
    -- One can't be understood: each by itself, so that only that one is kept aside.
    foreach report in array batch loop
      perform panel.take_report(report);
    end loop;
  end;
  return cardinality(batch);
end $$;

create function panel.take_report(r acct_report) returns void language sql as $$
  select panel.radius_acct('Interim-Update', r.uid, r.session_id, r.login, r.nas, r.src_ip, r.port, r.calling, r.called, r.ip, r.ipv6_prefix, r.delegated_prefix, r.at, r.secs,
    r.in_octets, r.in_gigawords, r.out_octets, r.out_gigawords, '')
$$;

-- A report of a running session. Written down; taken in with those before it when they are many, or when none was taken
-- in for a second. The panel does so every second as well, but accounting does not depend on it.
create function panel.radius_report(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text) returns int language plpgsql as $$
declare
  mine bigint;
  taken acct_taken;
begin
  insert into acct_report values (default, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning id into mine;
  select * into taken from acct_taken;
  if mine - taken.up_to >= 250 or taken.at < now() - interval '1 second' then perform panel.take_reports(); end if;
  return 1;
end $$;

-- The NAS has started anew or goes down: what it told before that counts first.
create function panel.radius_reboot(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language plpgsql as $$
begin
  perform panel.take_reports(true);
  return panel.radius_acct($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
end $$;

do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace and proname in ('octets', 'take_reports', 'take_report', 'radius_report', 'radius_reboot') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    -- Planned while the table was small, it would be read from end to end ever after.
    if f.proname = 'take_reports' then execute format('alter function %s set enable_seqscan = off set plan_cache_mode = force_generic_plan', f.name); end if;
    if f.proname in ('radius_report', 'radius_reboot') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_radius', f.name);
    end if;
  end loop;
end $$;
revoke create on schema panel from trunkline_app_all;
