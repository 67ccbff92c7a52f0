-- One accounting record, which starts, updates or ends a session. Text arguments as FreeRADIUS wrote them: `session_id`, `login`,
-- `port`, `calling`, `called` in hexadecimal; numbers and addresses as text, empty if absent. `service`: from the
-- Class of the Access-Accept. `at`: time of the event, seconds since 1970. Several prefixes or addresses are comma-separated.
-- Counters and times only increase, so that duplicate, late and reordered packets do no harm. Returns 1.
-- A Stop of a running session is one statement: session, usage of the day, service and tariff. After a power cut all
-- customers reconnect at the same time, and each further statement is noticeable.
-- Fails, and FreeRADIUS buffers the record, if the database has a problem or the record can never be stored: see
-- panel.radius_replay.
create or replace function panel.radius_record(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text)
  returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  nas_key bigint;
  happened timestamptz;
  -- Null: absent or 0, as some NAS devices send in a Stop.
  seconds bigint;
  began timestamptz;
  in_low bigint;
  in_high bigint;
  out_low bigint;
  out_high bigint;
  framed inet;
  service_key bigint;
  named text;
  station text;
  today date;
  is_live boolean;
  locked text;
  -- Data of NAS, service and tariff, and what the packet has changed.
  k record;
  gone session_closed;
  now_ session_live;
begin
  if type not in ('Start', 'Interim-Update', 'Stop', 'Accounting-On', 'Accounting-Off') then return 1; end if;
  nas_key := nas;
  happened := to_timestamp(panel.number(at, 253402300799));
  if type in ('Accounting-On', 'Accounting-Off') then
    if not exists (select from public.nas n where n.id = nas_key) then raise exception 'NAS % is not known', nas; end if;
    insert into nas_heard as h (nas_id, acct_at, reboot_at) values (nas_key, now(), case when happened > now() - interval '2 seconds' then clock_timestamp() else happened end)
      on conflict (nas_id) do update set acct_at = now(), reboot_at = greatest(h.reboot_at, excluded.reboot_at);
    perform panel.end_all(nas_key, happened, type = 'Accounting-Off');
    return 1;
  end if;
  seconds := nullif(panel.session_seconds(secs), 0);
  began := happened - coalesce(seconds, 0) * interval '1 second';
  in_low := panel.number(in_octets, 4294967295);
  in_high := panel.number(in_gigawords, 4294967295);
  out_low := panel.number(out_octets, 4294967295);
  out_high := panel.number(out_gigawords, 4294967295);
  framed := nullif(ip, '');
  station := panel.octets_text(calling);
  today := (happened at time zone 'UTC')::date;
  is_live := type <> 'Start';

  loop
    if is_live then
      if type = 'Stop' then
        with ended as (
          delete from session_live l using public.nas n left join nas_heard h on h.nas_id = n.id
            -- A session that started after the last report of the running one is another session with the same id.
            where l.uid = radius_record.uid and n.id = nas_key and (seconds is null or began <= l.updated_at + interval '10 seconds')
            returning l.*, h.acct_at,
              case when n.input_is_download then panel.counter(l.in_octets, l.secs, out_low, out_high, seconds) else panel.counter(l.in_octets, l.secs, in_low, in_high, seconds) end as sent,
              case when n.input_is_download then panel.counter(l.out_octets, l.secs, in_low, in_high, seconds) else panel.counter(l.out_octets, l.secs, out_low, out_high, seconds) end as received
        ), closed as (
          insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
            select e.uid, e.acct_session_id, e.service_id, e.username, e.company_id, e.nas_id, e.nas_ip, e.nas_port, e.calling, e.called, coalesce(framed, e.framed_ip), coalesce(nullif(ipv6_prefix, ''), e.framed_ipv6), coalesce(nullif(delegated_prefix, ''), e.delegated_ipv6),
              least(e.started_at, began), greatest(e.updated_at, happened), greatest(e.secs, seconds), e.sent, e.received, e.ancestor_ids, happened, cause, 'stop', e.nas_username, coalesce(nullif(ipv6_address, ''), e.framed_ipv6_address) from ended e
        ), used as (
          insert into usage_by_day as u (service_id, day, in_octets, out_octets)
            select e.service_id, today, e.sent - e.in_octets, e.received - e.out_octets from ended e
              where e.service_id is not null and (e.sent > e.in_octets or e.received > e.out_octets) and (e.updated_at at time zone 'UTC')::date >= today
            on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
        )
        select e.service_id, coalesce(framed, e.framed_ip) as framed_ip, e.framed_ip as was_ip, e.leased_until, e.started_at, e.updated_at as since, e.sent - e.in_octets as sent, e.received - e.out_octets as received,
            e.acct_at, e.watched, e.has_addresses, e.calling
          into k from ended e;
      else
        -- A difference of a few seconds does not change its start, which is indexed: the row is updated in place (HOT).
        with changed as (
          update session_live l set started_at = case when began < l.started_at - interval '5 seconds' then began else l.started_at end,
              updated_at = greatest(l.updated_at, happened), secs = greatest(l.secs, seconds),
              in_octets = case when n.input_is_download then panel.counter(l.in_octets, l.secs, out_low, out_high, seconds) else panel.counter(l.in_octets, l.secs, in_low, in_high, seconds) end,
              out_octets = case when n.input_is_download then panel.counter(l.out_octets, l.secs, in_low, in_high, seconds) else panel.counter(l.out_octets, l.secs, out_low, out_high, seconds) end,
              before_at = l.updated_at, before_in = l.in_octets, before_out = l.out_octets, before_ip = l.framed_ip,
              framed_ip = coalesce(framed, l.framed_ip), framed_ipv6 = coalesce(nullif(ipv6_prefix, ''), l.framed_ipv6), delegated_ipv6 = coalesce(nullif(delegated_prefix, ''), l.delegated_ipv6),
              framed_ipv6_address = coalesce(nullif(ipv6_address, ''), l.framed_ipv6_address)
            from public.nas n left join nas_heard h on h.nas_id = n.id
            where l.uid = radius_record.uid and n.id = nas_key and (seconds is null or began <= l.updated_at + interval '10 seconds')
            returning l.service_id, l.framed_ip, l.before_ip as was_ip, l.leased_until, l.started_at, h.acct_at, l.watched, l.has_addresses, l.calling, l.before_at as since, l.in_octets - l.before_in as sent, l.out_octets - l.before_out as received
        ), used as (
          insert into usage_by_day as u (service_id, day, in_octets, out_octets)
            select e.service_id, today, e.sent, e.received from changed e
              where e.service_id is not null and (e.sent > 0 or e.received > 0) and (e.since at time zone 'UTC')::date >= today
            on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
        )
        select e.* into k from changed e;
      end if;
      if found then exit; end if;
    end if;

    -- Not running, or no longer. Packets that start or end one session are serialised from here on.
    -- An assignment is evaluated without a statement of its own.
    locked := pg_advisory_xact_lock(hashtextextended(uid, 0));
    named := panel.octets_text(login);
    service_key := coalesce(service_key, panel.number(service, 9223372036854775807));
    -- A NAS may report only services that it serves: its reports of another company's users are ignored.
    -- Sessions closed more than 40 days ago are not searched, and none ends in the future: the search touches few partitions.
    select s.id as service_id, coalesce(s.username, named) as username, framed as framed_ip, null::inet as was_ip, null::timestamptz as leased_until, began as started_at, began as since,
        coalesce(case when n.input_is_download then panel.counter(0, 0, out_low, out_high, null) else panel.counter(0, 0, in_low, in_high, null) end, 0) as sent,
        coalesce(case when n.input_is_download then panel.counter(0, 0, in_low, in_high, null) else panel.counter(0, 0, out_low, out_high, null) end, 0) as received,
        h.acct_at, s.ipv4_method = 'pool' or s.framed_ipv6_method = 'pool' or s.delegated_ipv6_method = 'pool' or t.quota_bytes is not null as watched, s.ipv4_method, t.interim_seconds,
        coalesce(s.company_id, n.company_id) as company_id, coalesce(s.ancestor_ids, n.ancestor_ids) as ancestor_ids, t.address_list, 'ipoe' = any (n.purposes) as ipoe, false as has_addresses, station as calling,
        exists (select from session_live l where l.uid = radius_record.uid) as is_live,
        (select l.updated_at from session_live l where l.uid = radius_record.uid) as live_until,
        exists (select from session_closed c where c.uid = radius_record.uid and c.stopped_at > now() - interval '40 days' and c.stopped_at < now() + interval '1 day') as is_closed,
        exists (select from session_live l where l.service_id = s.id and l.nas_id = nas_key and l.calling = station) as is_older
      into k
      from public.nas n left join nas_heard h on h.nas_id = n.id
        left join service s on s.id = coalesce(service_key, (select i.id from service i where i.username = named and i.deleted_at is null)) and n.company_id = any (s.ancestor_ids)
          and (s.deleted_at is null or service_key is not null) left join tariff t on t.id = s.tariff_id
      where n.id = nas_key;
    if not found then raise exception 'NAS % is not known', nas; end if;
    if k.service_id is null and k.ipoe and service_key is null then
      service_key := panel.ipoe_service(named, nas_key, station, coalesce(hints, ''));
      if service_key is not null then continue; end if;
    end if;
    is_live := k.is_live;
    if is_live then
      -- The same id, and it started after the last report of the running one: that one has ended without a Stop.
      if (type = 'Start' or seconds is not null) and began > k.live_until + interval '10 seconds' then
        perform panel.end_reused(uid);
        is_live := false;
      else
        continue;
      end if;
    elsif k.is_closed then
      select c.* into gone from session_closed c where c.uid = radius_record.uid and c.stopped_at > now() - interval '40 days' and c.stopped_at < now() + interval '1 day' order by c.stopped_at desc limit 1;
    end if;

    if gone.uid is not null and not ((type = 'Start' or seconds is not null) and began > greatest(gone.stopped_at, gone.updated_at) + interval '10 seconds') then
      if gone.closed_by = 'stop' or (type <> 'Stop' and happened <= gone.stopped_at) then return 1; end if;
      -- It was not over: its stored counters are the starting point.
      delete from session_closed c where c.uid = gone.uid and c.stopped_at = gone.stopped_at;
      select gone.service_id as service_id, coalesce(framed, gone.framed_ip) as framed_ip, gone.framed_ip as was_ip, null::timestamptz as leased_until, least(gone.started_at, began) as started_at, gone.updated_at as since,
          case when n.input_is_download then panel.counter(gone.in_octets, gone.secs, out_low, out_high, seconds) else panel.counter(gone.in_octets, gone.secs, in_low, in_high, seconds) end - gone.in_octets as sent,
          case when n.input_is_download then panel.counter(gone.out_octets, gone.secs, in_low, in_high, seconds) else panel.counter(gone.out_octets, gone.secs, out_low, out_high, seconds) end - gone.out_octets as received,
          k.acct_at as acct_at, true as watched, s.ipv4_method, t.interim_seconds, false as is_older, gone.calling as calling,
          exists (select from session_address a where a.uid = gone.uid) as has_addresses
        into k from public.nas n left join service s on s.id = gone.service_id left join tariff t on t.id = s.tariff_id where n.id = nas_key;
      if k.has_addresses then update session_address a set until_at = null where a.uid = gone.uid and a.until_at = greatest(gone.updated_at, a.from_at); end if;
      now_ := null;
      now_.uid := gone.uid; now_.acct_session_id := gone.acct_session_id; now_.service_id := gone.service_id; now_.username := gone.username; now_.company_id := gone.company_id;
      now_.nas_id := gone.nas_id; now_.nas_ip := gone.nas_ip; now_.nas_port := gone.nas_port; now_.calling := gone.calling; now_.called := gone.called; now_.framed_ip := k.framed_ip;
      now_.framed_ipv6 := coalesce(nullif(ipv6_prefix, ''), gone.framed_ipv6); now_.delegated_ipv6 := coalesce(nullif(delegated_prefix, ''), gone.delegated_ipv6);
      now_.framed_ipv6_address := coalesce(nullif(ipv6_address, ''), gone.framed_ipv6_address); now_.nas_username := gone.nas_username;
      now_.started_at := k.started_at; now_.updated_at := greatest(gone.updated_at, happened); now_.secs := greatest(gone.secs, seconds);
      now_.in_octets := gone.in_octets + k.sent; now_.out_octets := gone.out_octets + k.received; now_.ancestor_ids := gone.ancestor_ids; now_.watched := true;
      now_.has_addresses := k.has_addresses; now_.before_at := gone.updated_at; now_.before_in := gone.in_octets; now_.before_out := gone.out_octets;
    else
      now_ := row(uid, panel.octets_text(session_id), k.service_id, k.username, k.company_id, nas_key, nullif(src_ip, '')::inet, nullif(panel.octets_text(port), ''), nullif(station, ''), nullif(panel.octets_text(called), ''), framed,
        nullif(ipv6_prefix, ''), nullif(delegated_prefix, ''), began, happened, coalesce(seconds, 0), k.sent, k.received, k.ancestor_ids, null, k.address_list, coalesce(k.watched, true), null, null, null,
        case when named <> k.username then named end, nullif(ipv6_address, ''), false, null);
    end if;
    if type = 'Stop' then
      insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
        values (now_.uid, now_.acct_session_id, now_.service_id, now_.username, now_.company_id, now_.nas_id, now_.nas_ip, now_.nas_port, now_.calling, now_.called, now_.framed_ip, now_.framed_ipv6, now_.delegated_ipv6,
          now_.started_at, now_.updated_at, now_.secs, now_.in_octets, now_.out_octets, now_.ancestor_ids, happened, cause, 'stop', now_.nas_username, now_.framed_ipv6_address);
      if now_.has_addresses then update session_address a set until_at = happened where a.uid = now_.uid and a.until_at is null; end if;
    else
      if k.ipv4_method = 'pool' and now_.framed_ip is not null then
        now_.leased_until := panel.renew_lease(k.service_id, now_.framed_ip, k.interim_seconds);
        k.leased_until := now_.leased_until;
      end if;
      insert into session_live values (now_.*);
      if k.is_older and type = 'Start' and station <> '' then perform panel.supersede(k.service_id, nas_key, station, uid, began); end if;
    end if;
    if k.service_id is not null and (k.sent > 0 or k.received > 0) then
      perform panel.add_usage(k.service_id, k.since, happened, greatest(k.sent, 0), greatest(k.received, 0));
    end if;
    exit;
  end loop;

  if k.acct_at is null or k.acct_at < now() - interval '30 seconds' then perform panel.seen_accounting(nas_key); end if;
  if type = 'Stop' then
    if k.has_addresses or ipv6_prefix <> '' or ipv6_address <> '' or delegated_prefix <> '' or cgn <> '' then
      perform panel.stop_addresses(uid, happened, k.since, ipv6_prefix, ipv6_address, delegated_prefix, cgn);
    end if;
  else
    if ipv6_prefix <> '' or ipv6_address <> '' or delegated_prefix <> '' or cgn <> '' then perform panel.note_addresses(uid, happened, ipv6_prefix, ipv6_address, delegated_prefix, cgn); end if;
    if k.was_ip <> k.framed_ip then perform panel.note_ipv4(uid, happened, k.was_ip, k.started_at, k.framed_ip); end if;
  end if;
  if k.service_id is null then return 1; end if;
  -- A previous report of another day: shared between the days.
  if is_live and k.since < today::timestamp at time zone 'UTC' and (k.sent > 0 or k.received > 0) then
    perform panel.add_usage(k.service_id, k.since, happened, greatest(k.sent, 0), greatest(k.received, 0));
  end if;
  if k.watched then
    perform panel.watch_session(k.service_id, uid, k.framed_ip, k.started_at, k.leased_until, type = 'Stop', k.sent > 0 or k.received > 0);
    if type = 'Stop' then perform panel.end_prefix_leases(k.service_id, k.calling, k.started_at); end if;
  end if;
  return 1;
end $$;
alter function panel.radius_record(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_record(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_record(text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text) to trunkline_radius;
