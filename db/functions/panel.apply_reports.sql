-- Applies reports of running sessions, many in one statement.
create or replace function panel.apply_reports(batch acct_report[])
  returns void
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  report acct_report;
  done text[];
  special jsonb;
  others jsonb;
  k record;
  is_late boolean;
begin
  begin
    -- Of several reports of one session the last one is applied if its counters are the largest; else each is applied
    -- below, in order: a counter may have wrapped between them. In and out are swapped if the NAS counts from the other side.
    -- The row of a session is updated in place (HOT): see panel.radius_record.
    with parsed as materialized (
      select r.id, r.uid, n.id as nas_id, n.input_is_download as turned, to_timestamp(panel.number(r.at, 253402300799)) as happened, nullif(panel.session_seconds(r.secs), 0) as seconds,
          panel.number(r.in_octets, 4294967295) as in_low, panel.number(r.in_gigawords, 4294967295) as in_high, panel.number(r.out_octets, 4294967295) as out_low, panel.number(r.out_gigawords, 4294967295) as out_high,
          nullif(r.ip, '')::inet as framed, nullif(r.ipv6_prefix, '') as framed6, nullif(r.ipv6_address, '') as address6, nullif(r.delegated_prefix, '') as delegated6, nullif(r.cgn, '') as cgn
        from unnest(batch) r join nas n on n.id = r.nas::bigint
    ), latest as (
      select distinct on (p.uid) p.*, p.happened - coalesce(p.seconds, 0) * interval '1 second' as began, max(p.happened) over own as last_at,
          count(*) over own = 1 or (p.in_low >= max(p.in_low) over own and p.out_low >= max(p.out_low) over own
            and coalesce(p.in_high, -1) >= max(coalesce(p.in_high, -1)) over own and coalesce(p.out_high, -1) >= max(coalesce(p.out_high, -1)) over own) as largest
        from parsed p window own as (partition by p.uid)
        order by p.uid, p.seconds desc nulls last, p.id desc
    ), changed as (
      update session_live l set started_at = case when t.began < l.started_at - interval '5 seconds' then t.began else l.started_at end,
          updated_at = greatest(l.updated_at, t.last_at), secs = greatest(l.secs, t.seconds),
          in_octets = case when t.turned then panel.counter(l.in_octets, l.secs, t.out_low, t.out_high, t.seconds) else panel.counter(l.in_octets, l.secs, t.in_low, t.in_high, t.seconds) end,
          out_octets = case when t.turned then panel.counter(l.out_octets, l.secs, t.in_low, t.in_high, t.seconds) else panel.counter(l.out_octets, l.secs, t.out_low, t.out_high, t.seconds) end,
          before_at = l.updated_at, before_in = l.in_octets, before_out = l.out_octets
        from latest t where l.uid = t.uid and t.largest
          -- Reports that change an address, or are of another session with the same id, are applied separately.
          and (t.seconds is null or t.began <= l.updated_at + interval '10 seconds')
          and coalesce(t.framed = l.framed_ip, t.framed is null) and coalesce(t.framed6 = l.framed_ipv6, t.framed6 is null)
          and coalesce(t.address6 = l.framed_ipv6_address, t.address6 is null) and coalesce(t.delegated6 = l.delegated_ipv6, t.delegated6 is null) and t.cgn is null
        returning l.uid, l.service_id, l.framed_ip, l.leased_until, l.started_at, l.watched, l.before_at as since, l.in_octets - l.before_in as sent, l.out_octets - l.before_out as received,
          t.happened, t.nas_id
    ), used as (
      insert into usage_by_day as u (service_id, day, in_octets, out_octets)
        select c.service_id, (c.happened at time zone 'UTC')::date, sum(c.sent), sum(c.received) from changed c
          where c.service_id is not null and (c.sent > 0 or c.received > 0) and (c.since at time zone 'UTC')::date >= (c.happened at time zone 'UTC')::date
          group by 1, 2 order by 1, 2
        on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
    ), heard as (
      insert into nas_heard as h (nas_id, acct_at) select c.nas_id, now() from changed c group by 1 order by 1
        on conflict (nas_id) do update set acct_at = now() where h.acct_at is null or h.acct_at < now() - interval '30 seconds'
    )
    select array_agg(c.uid), jsonb_agg(to_jsonb(c)) filter (where c.service_id is not null and (c.watched or (c.sent > 0 or c.received > 0) and c.since < date_trunc('day', c.happened, 'UTC')))
      into done, special from changed c;
    for k in select * from jsonb_to_recordset(special) as c (uid text, service_id bigint, framed_ip inet, leased_until timestamptz, started_at timestamptz, watched boolean, since timestamptz, sent bigint, received bigint, happened timestamptz) loop
      -- A previous report of another day: shared between the days.
      if (k.sent > 0 or k.received > 0) and k.since < date_trunc('day', k.happened, 'UTC') then
        perform panel.add_usage(k.service_id, k.since, k.happened, k.sent, k.received);
      end if;
      if k.watched then perform panel.watch_session(k.service_id, k.uid, k.framed_ip, k.started_at, k.leased_until, false, k.sent > 0 or k.received > 0); end if;
    end loop;
    -- The others: sessions that are not running (any more), that start with a report, or that have to be checked one by one.
    -- By set difference and by key: a batch after an outage has thousands.
    select jsonb_object_agg(o.uid, true) into others from (select b.uid from unnest(batch) b except select unnest(done)) o;
    if others is not null then
      foreach report in array batch loop
        continue when not others ? report.uid;
        -- Received before the reboot of the NAS that ended its session: it is counted, and the session stays ended.
        is_late := report.received is not null and exists (select from nas_heard h where h.nas_id = panel.number(report.nas, 9223372036854775807) and to_timestamp(report.received) <= h.reboot_at)
          and not exists (select from session_live l where l.uid = report.uid);
        perform panel.process_report(report);
        if is_late then perform panel.end_rebooted(report.uid); end if;
      end loop;
    end if;
  exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
    -- One of them can never be stored: apply each separately, so that only that one becomes a dead letter.
    foreach report in array batch loop
      perform panel.radius_replay('Interim-Update', report.uid, report.session_id, report.login, report.nas, report.src_ip, report.port, report.calling, report.called, report.ip, report.ipv6_prefix,
        report.ipv6_address, report.delegated_prefix, report.cgn, report.service, report.hints, report.at, report.secs, report.in_octets, report.in_gigawords, report.out_octets, report.out_gigawords, '');
    end loop;
  end;
end $$;
alter function panel.apply_reports(acct_report[]) owner to trunkline_app_all;
revoke execute on function panel.apply_reports(acct_report[]) from public;
