-- Accounting: any octets and numbers in any attribute, dead letters for what can never be stored, counters that wrap, session
-- ids that are used again, and every address that a session had. FreeRADIUS passes strings in hexadecimal and numbers as text.

grant create on schema panel to trunkline_app_all;

alter table session_live add column before_ip inet;
-- Text arguments as the packet had them, in hexadecimal, for those that `arguments` shows as text.
alter table acct_dead_letter add column octets jsonb not null default '{}';

-- A number of the packet, at most `high`; null where it is absent or none.
create function panel.number(value text, high bigint) returns bigint language sql immutable parallel safe as $$
  select case when value ~ '^[0-9]{1,18}$' then least(value::bigint, high) end
$$;
-- Seconds of a session: ten years at most, absent: null.
create function panel.session_seconds(value text) returns bigint language sql immutable parallel safe as $$ select panel.number(value, 315360000) $$;

-- The new value of a counter of 64 bits. `low`: the 32 bits of the packet; `high`: its gigawords, null where the NAS sends none
-- (RFC 2869, 5.1). Without gigawords a counter that falls while the session time grows has wrapped; a packet with a smaller
-- session time is late and changes nothing. Counters above 2^52 octets are no counters.
create function panel.counter(was bigint, was_seconds bigint, low bigint, high bigint, seconds bigint) returns bigint language sql immutable parallel safe as $$
  select case
    when low is null then was
    when high is not null then greatest(was, low + (least(high, 1048575) << 32))
    when seconds < was_seconds then was
    when (was & 4294967295) <= low then (was & ~4294967295) + low
    when seconds > was_seconds then least((was & ~4294967295) + 4294967296 + low, 4503599627370495)
    else was end
$$;

-- Addresses --------------------------------------------------------------------------------------------------------------
-- Blocks of carrier-grade NAT, `address:from-to` by comma; what is none is left out.
create function panel.cgn_blocks(value text) returns table (address inet, port_from int, port_to int) language sql immutable parallel safe as $$
  select m[1]::inet, m[2]::int, m[3]::int
    from unnest(string_to_array(value, ',')) c, regexp_match(c, '^((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)):(\d{1,5})-(\d{1,5})$') m
    where m is not null and m[2]::int <= m[3]::int and m[3]::int <= 65535
$$;

-- The addresses of a session now, as rows of session_address: what is new begins, what is gone ends. `cgn`: blocks of
-- carrier-grade NAT, `address:from-to` by comma.
create function panel.note_addresses(key text, at timestamptz, ipv6_prefix text, ipv6_address text, delegated text, cgn text) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  l record;
begin
  select * into l from session_live s where s.uid = key;
  if not found then return; end if;
  with given as (
    select 'ipv6-prefix' as kind, p::inet as address, null::int as port_from, null::int as port_to from unnest(string_to_array(ipv6_prefix, ',')) p
    union select 'ipv6-address', p::inet, null, null from unnest(string_to_array(ipv6_address, ',')) p
    union select 'delegated-prefix', p::inet, null, null from unnest(string_to_array(delegated, ',')) p
    union select 'cgn', c.address, c.port_from, c.port_to from panel.cgn_blocks(cgn) c
  ), ended as (
    -- A kind that the packet does not mention is as it was.
    update session_address a set until_at = greatest(at, a.from_at)
      where a.uid = key and a.until_at is null and a.kind in (select kind from given)
        and not exists (select from given g where g.kind = a.kind and g.address = a.address and g.port_from is not distinct from a.port_from and g.port_to is not distinct from a.port_to)
  ), added as (
    insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, port_from, port_to, from_at, lineage)
      select key, l.service_id, l.username, l.company_id, l.nas_id, l.calling, g.kind, g.address, g.port_from, g.port_to,
          -- The first ones were there from the beginning.
          case when exists (select from session_address a where a.uid = key and a.kind = g.kind and a.from_at >= l.started_at) then at else least(l.started_at, at) end, l.lineage
        from given g where not exists (select from session_address a where a.uid = key and a.until_at is null and a.kind = g.kind and a.address = g.address
          and a.port_from is not distinct from g.port_from and a.port_to is not distinct from g.port_to)
  )
  update session_live s set has_addresses = true where s.uid = key and not s.has_addresses;
end $$;

-- The IPv4 address of a session changed: the former one ended, the new one began.
create function panel.note_ipv4(key text, at timestamptz, was inet, since timestamptz, now_ inet) returns void language sql as $$
  update session_address a set until_at = greatest(at, a.from_at) where a.uid = key and a.kind = 'ipv4' and a.until_at is null;
  insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, from_at, until_at, lineage)
    select l.uid, l.service_id, l.username, l.company_id, l.nas_id, l.calling, 'ipv4', v.address, v.from_at, v.until_at, l.lineage
      from session_live l, (values (was, since, at), (now_, at, null)) v (address, from_at, until_at)
      where l.uid = key and (v.until_at is null or not exists (select from session_address a where a.uid = key and a.kind = 'ipv4' and a.address = v.address and a.until_at = greatest(at, a.from_at)));
  update session_live l set has_addresses = true where l.uid = key and not l.has_addresses;
$$;

-- A session that leaves the running ones has no address any more. A Stop knows the time better and writes it over.
create function panel.end_addresses() returns trigger language plpgsql as $$
begin
  update session_address a set until_at = greatest(old.updated_at, a.from_at) where a.uid = old.uid and a.until_at is null;
  return null;
end $$;
create trigger end_addresses after delete on session_live for each row when (old.has_addresses) execute function panel.end_addresses();

-- Ends -------------------------------------------------------------------------------------------------------------------
-- Gives the prefixes of an ended session back to their pools, unless they were leased again since (a redial).
create function panel.end_prefix_leases(service bigint, station text, began timestamptz) returns void language sql as $$
  update pool_prefix p set leased_until = now()
    where p.service_id = service and p.calling = coalesce(station, '') and p.leased_until > now() and p.leased_at <= began + interval '5 seconds'
$$;

create or replace function panel.end_all(nas bigint, at timestamptz, off boolean) returns void language sql as $$
  with ended as (
    delete from session_live l where l.nas_id = nas and l.updated_at <= at returning l.*
  ), leases as (
    update pool_address a set leased_until = now() from ended e
      where e.leased_until is not null and a.service_id = e.service_id and a.address = e.framed_ip and a.leased_until > now()
  ), prefixes as (
    update pool_prefix p set leased_until = now() from ended e
      where e.has_addresses and p.service_id = e.service_id and p.calling = coalesce(e.calling, '') and p.leased_until > now()
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
    select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage,
      case when off then at else updated_at end, 'NAS-Reboot', 'nas', nas_username, framed_ipv6_address from ended
    on conflict do nothing
$$;

-- A caller that dials in again takes the place of its older session on the same NAS.
create or replace function panel.supersede(service bigint, nas bigint, station text, key text, began timestamptz) returns void language sql as $$
  with older as (
    delete from session_live l where l.service_id = service and l.nas_id = nas and l.calling = station and l.uid <> key and l.started_at < began returning l.*
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
    select o.uid, o.acct_session_id, o.service_id, o.username, o.company_id, o.nas_id, o.nas_ip, o.nas_port, o.calling, o.called, o.framed_ip, o.framed_ipv6, o.delegated_ipv6, o.started_at, o.updated_at, o.secs, o.in_octets, o.out_octets, o.lineage,
      greatest(o.updated_at, began), 'Lost-Carrier', 'superseded', o.nas_username, o.framed_ipv6_address from older o
    on conflict do nothing
$$;

-- A NAS that uses the id of a session again, without a Class, has ended that session unheard.
create function panel.end_reused(key text) returns void language sql as $$
  with older as (delete from session_live l where l.uid = key returning l.*)
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
    select o.uid, o.acct_session_id, o.service_id, o.username, o.company_id, o.nas_id, o.nas_ip, o.nas_port, o.calling, o.called, o.framed_ip, o.framed_ipv6, o.delegated_ipv6, o.started_at, o.updated_at, o.secs, o.in_octets, o.out_octets, o.lineage,
      o.updated_at, 'Lost-Carrier', 'superseded', o.nas_username, o.framed_ipv6_address from older o
    on conflict do nothing
$$;

create or replace function panel.close_stale(most int) returns int language sql as $$
  with late as (
    select l.uid from session_live l left join service s on s.id = l.service_id left join tariff t on t.id = s.tariff_id
      where l.updated_at < now() - 3 * coalesce(t.interim_seconds, 600) * interval '1 second'
      order by l.updated_at limit most for update of l skip locked
  ), ended as (
    delete from session_live l using late where l.uid = late.uid returning l.*
  ), kept as (
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
      select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, updated_at, 'Lost-Carrier', 'stale', nas_username, framed_ipv6_address from ended
      on conflict do nothing
      returning 1
  )
  select count(*)::int from ended
$$;

-- What a report or a Stop means for the leases of the session and for the quota of its service.
create or replace function panel.watch_session(service bigint, key text, ip inet, began timestamptz, leased_until timestamptz, stopped boolean, grown boolean) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  s record;
begin
  select s_.ipv4_method, s_.framed_ipv6_method = 'pool' or s_.delegated_ipv6_method = 'pool' as prefixes, s_.quota_state, t.interim_seconds, t.quota_bytes, t.quota_period into s
    from public.service s_ join tariff t on t.id = s_.tariff_id where s_.id = service;
  if s.ipv4_method = 'pool' and ip is not null then
    if stopped then
      perform panel.end_lease(service, ip, began);
    -- A lease is renewed when two thirds of it are left, not at every report.
    elsif leased_until is null or leased_until < now() + 2 * s.interim_seconds * interval '1 second' then
      leased_until := panel.renew_lease(service, ip, s.interim_seconds);
      if leased_until is not null then update session_live l set leased_until = watch_session.leased_until where l.uid = key; end if;
    end if;
  end if;
  if s.prefixes and not stopped then
    update pool_prefix p set leased_until = now() + panel.lease_seconds(s.interim_seconds) * interval '1 second'
      from session_live l where l.uid = key and p.service_id = service and p.calling = coalesce(l.calling, '') and p.leased_until < now() + 2 * s.interim_seconds * interval '1 second';
  end if;
  if grown and s.quota_bytes is not null and s.quota_state = 'within' and panel.quota_used(service, s.quota_period) >= s.quota_bytes then
    perform queue_job('radius-quota', jsonb_build_object('service_id', service), 'radius-quota-' || service);
  end if;
end $$;

-- Records ----------------------------------------------------------------------------------------------------------------
-- One accounting record, which begins, reports on or ends a session. Text arguments as FreeRADIUS wrote them: `session_id`, `login`,
-- `port`, `calling`, `called` in hexadecimal; numbers and addresses as text, empty where they are absent. `service`: from the
-- Class that the login was given. `at`: seconds since 1970, when it happened. Several prefixes or addresses by comma.
-- Counters and times only grow, so that duplicates, late and overtaking packets do no harm. Returns 1.
-- A Stop of a running session is one statement: session, usage of the day, and what is known of service and tariff. All dial in
-- at once after a power cut, and each statement more is felt then.
-- Fails, and FreeRADIUS buffers the record, where the database is in trouble or the record can never be stored: see
-- panel.radius_replay.
create function panel.radius_record(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language plpgsql as $$
#variable_conflict use_variable
declare
  nas_key bigint;
  happened timestamptz;
  -- Null: absent or 0, as a NAS may say at a Stop.
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
  -- What is known of NAS, service, tariff, and what the packet has changed.
  k record;
  gone session_closed;
  now_ session_live;
begin
  if type not in ('Start', 'Interim-Update', 'Stop', 'Accounting-On', 'Accounting-Off') then return 1; end if;
  nas_key := nas;
  happened := to_timestamp(panel.number(at, 253402300799));
  if type in ('Accounting-On', 'Accounting-Off') then
    if not exists (select from public.nas n where n.id = nas_key) then raise exception 'NAS % is not known', nas; end if;
    perform panel.heard_acct(nas_key);
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
            -- One that began after the last word of the running one is another session with the same id.
            where l.uid = radius_record.uid and n.id = nas_key and (seconds is null or began <= l.updated_at + interval '10 seconds')
            returning l.*, h.acct_at,
              case when n.input_is_download then panel.counter(l.in_octets, l.secs, out_low, out_high, seconds) else panel.counter(l.in_octets, l.secs, in_low, in_high, seconds) end as sent,
              case when n.input_is_download then panel.counter(l.out_octets, l.secs, in_low, in_high, seconds) else panel.counter(l.out_octets, l.secs, out_low, out_high, seconds) end as received
        ), closed as (
          insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
            select e.uid, e.acct_session_id, e.service_id, e.username, e.company_id, e.nas_id, e.nas_ip, e.nas_port, e.calling, e.called, coalesce(framed, e.framed_ip), coalesce(nullif(ipv6_prefix, ''), e.framed_ipv6), coalesce(nullif(delegated_prefix, ''), e.delegated_ipv6),
              least(e.started_at, began), greatest(e.updated_at, happened), greatest(e.secs, seconds), e.sent, e.received, e.lineage, happened, cause, 'stop', e.nas_username, coalesce(nullif(ipv6_address, ''), e.framed_ipv6_address) from ended e
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
        -- A few seconds on the way do not move its beginning, which is indexed: the row is written in its place.
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

    -- Not running, or not any more. Packets that begin or end one session come one after the other from here on.
    -- Assigned: evaluated without a statement of its own.
    locked := pg_advisory_xact_lock(hashtextextended(uid, 0));
    named := panel.octets_text(login);
    service_key := coalesce(service_key, panel.number(service, 9223372036854775807));
    -- A NAS tells of the services that it serves: what it says of another company's users counts for nobody.
    -- Who closed a session more than 40 days ago is forgotten, and none ends tomorrow: the search touches few partitions.
    select s.id as service_id, coalesce(s.username, named) as username, framed as framed_ip, null::inet as was_ip, null::timestamptz as leased_until, began as started_at, began as since,
        coalesce(case when n.input_is_download then panel.counter(0, 0, out_low, out_high, null) else panel.counter(0, 0, in_low, in_high, null) end, 0) as sent,
        coalesce(case when n.input_is_download then panel.counter(0, 0, in_low, in_high, null) else panel.counter(0, 0, out_low, out_high, null) end, 0) as received,
        h.acct_at, s.ipv4_method = 'pool' or s.framed_ipv6_method = 'pool' or s.delegated_ipv6_method = 'pool' or t.quota_bytes is not null as watched, s.ipv4_method, t.interim_seconds,
        coalesce(s.company_id, n.company_id) as company_id, coalesce(s.lineage, n.lineage) as lineage, t.address_list, 'ipoe' = any (n.purposes) as ipoe, false as has_addresses, station as calling,
        exists (select from session_live l where l.uid = radius_record.uid) as is_live,
        (select l.updated_at from session_live l where l.uid = radius_record.uid) as live_until,
        exists (select from session_closed c where c.uid = radius_record.uid and c.stopped_at > now() - interval '40 days' and c.stopped_at < now() + interval '1 day') as is_closed,
        exists (select from session_live l where l.service_id = s.id and l.nas_id = nas_key and l.calling = station) as is_older
      into k
      from public.nas n left join nas_heard h on h.nas_id = n.id
        left join service s on s.id = coalesce(service_key, (select i.id from service i where i.username = named and i.deleted_at is null)) and n.company_id = any (s.lineage)
          and (s.deleted_at is null or service_key is not null) left join tariff t on t.id = s.tariff_id
      where n.id = nas_key;
    if not found then raise exception 'NAS % is not known', nas; end if;
    if k.service_id is null and k.ipoe and service_key is null then
      service_key := panel.ipoe_service(named, nas_key, station, coalesce(hints, ''));
      if service_key is not null then continue; end if;
    end if;
    is_live := k.is_live;
    if is_live then
      -- The same id, and it began after the last word of the running one: that one has ended unheard.
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
      -- It was not over: what it had counted is its beginning.
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
      now_.in_octets := gone.in_octets + k.sent; now_.out_octets := gone.out_octets + k.received; now_.lineage := gone.lineage; now_.watched := true;
      now_.has_addresses := k.has_addresses; now_.before_at := gone.updated_at; now_.before_in := gone.in_octets; now_.before_out := gone.out_octets;
    else
      now_ := row(uid, panel.octets_text(session_id), k.service_id, k.username, k.company_id, nas_key, nullif(src_ip, '')::inet, nullif(panel.octets_text(port), ''), nullif(station, ''), nullif(panel.octets_text(called), ''), framed,
        nullif(ipv6_prefix, ''), nullif(delegated_prefix, ''), began, happened, coalesce(seconds, 0), k.sent, k.received, k.lineage, null, k.address_list, coalesce(k.watched, true), null, null, null,
        case when named <> k.username then named end, nullif(ipv6_address, ''), false, null);
    end if;
    if type = 'Stop' then
      insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
        values (now_.uid, now_.acct_session_id, now_.service_id, now_.username, now_.company_id, now_.nas_id, now_.nas_ip, now_.nas_port, now_.calling, now_.called, now_.framed_ip, now_.framed_ipv6, now_.delegated_ipv6,
          now_.started_at, now_.updated_at, now_.secs, now_.in_octets, now_.out_octets, now_.lineage, happened, cause, 'stop', now_.nas_username, now_.framed_ipv6_address);
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

  if k.acct_at is null or k.acct_at < now() - interval '30 seconds' then perform panel.heard_acct(nas_key); end if;
  if type = 'Stop' then
    if k.has_addresses or ipv6_prefix <> '' or ipv6_address <> '' or delegated_prefix <> '' or cgn <> '' then
      perform panel.stop_addresses(uid, happened, k.since, ipv6_prefix, ipv6_address, delegated_prefix, cgn);
    end if;
  else
    if ipv6_prefix <> '' or ipv6_address <> '' or delegated_prefix <> '' or cgn <> '' then perform panel.note_addresses(uid, happened, ipv6_prefix, ipv6_address, delegated_prefix, cgn); end if;
    if k.was_ip <> k.framed_ip then perform panel.note_ipv4(uid, happened, k.was_ip, k.started_at, k.framed_ip); end if;
  end if;
  if k.service_id is null then return 1; end if;
  -- From a day before: shared between the days.
  if is_live and k.since < today::timestamp at time zone 'UTC' and (k.sent > 0 or k.received > 0) then
    perform panel.add_usage(k.service_id, k.since, happened, greatest(k.sent, 0), greatest(k.received, 0));
  end if;
  if k.watched then
    perform panel.watch_session(k.service_id, uid, k.framed_ip, k.started_at, k.leased_until, type = 'Stop', k.sent > 0 or k.received > 0);
    if type = 'Stop' then perform panel.end_prefix_leases(k.service_id, k.calling, k.started_at); end if;
  end if;
  return 1;
end $$;

-- The addresses of a session at its Stop: those that are known end now, and those that only the Stop names had been there.
create function panel.stop_addresses(key text, at timestamptz, since timestamptz, ipv6_prefix text, ipv6_address text, delegated text, cgn text) returns void language sql as $$
  update session_address a set until_at = greatest(at, a.from_at) where a.uid = key and (a.until_at is null or a.until_at = greatest(since, a.from_at));
  insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, port_from, port_to, from_at, until_at, lineage)
    select c.uid, c.service_id, c.username, c.company_id, c.nas_id, c.calling, g.kind, g.address, g.port_from, g.port_to, c.started_at, greatest(at, c.started_at), c.lineage
      from session_closed c, lateral (
        select 'ipv6-prefix' as kind, p::inet as address, null::int as port_from, null::int as port_to from unnest(string_to_array(ipv6_prefix, ',')) p
        union select 'ipv6-address', p::inet, null, null from unnest(string_to_array(ipv6_address, ',')) p
        union select 'delegated-prefix', p::inet, null, null from unnest(string_to_array(delegated, ',')) p
        union select 'cgn', b.address, b.port_from, b.port_to from panel.cgn_blocks(cgn) b) g
      where c.uid = key and c.stopped_at = at
        and not exists (select from session_address a where a.uid = key and a.kind = g.kind and a.address = g.address and a.port_from is not distinct from g.port_from and a.until_at >= c.started_at)
$$;

-- Reports ----------------------------------------------------------------------------------------------------------------
-- Strings in hexadecimal, as FreeRADIUS wrote them.
alter table acct_report add column ipv6_address text, add column cgn text, add column service text, add column hints text;
alter table acct_report alter column at type text;
update acct_report set session_id = panel.text_octets(session_id), login = panel.text_octets(login), port = panel.text_octets(port), calling = panel.text_octets(calling), called = panel.text_octets(called);

-- Keeps aside what can never be stored, with the reason. `arguments` are those of panel.radius_record by name.
create function panel.dead_letter(kind text, arguments jsonb, state text, message text) returns void language plpgsql as $$
declare
  readable jsonb := arguments;
  octets jsonb := '{}';
  name text;
begin
  foreach name in array array['session_id', 'login', 'port', 'calling', 'called'] loop
    begin
      readable := readable || jsonb_build_object(name, panel.octets_text(arguments ->> name));
      octets := octets || jsonb_build_object(name, arguments ->> name);
    exception when data_exception then
      -- Not hexadecimal: it stays as it is.
      continue;
    end;
  end loop;
  insert into acct_dead_letter (kind, arguments, octets, nas_id, login, sqlstate, error)
    values (kind, jsonb_strip_nulls(readable), jsonb_strip_nulls(octets), panel.number(arguments ->> 'nas', 9223372036854775807), coalesce(readable ->> 'login', ''), state, message);
end $$;

-- A record that was buffered. What can never be stored (SQLSTATE classes 22, 23 and 42, and what the panel raises) goes to the
-- dead letters and counts as done, so that the next record proceeds; anything else fails, and FreeRADIUS tries again.
create function panel.radius_replay(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language plpgsql as $$
begin
  if $1 in ('Accounting-On', 'Accounting-Off') then perform panel.take_reports(true); end if;
  return panel.radius_record($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23);
exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
  perform panel.dead_letter('accounting', jsonb_build_object('type', $1, 'uid', $2, 'session_id', $3, 'login', $4, 'nas', $5, 'src_ip', $6, 'port', $7, 'calling', $8, 'called', $9, 'ip', $10,
    'ipv6_prefix', $11, 'ipv6_address', $12, 'delegated_prefix', $13, 'cgn', $14, 'service', $15, 'hints', $16, 'at', $17, 'secs', $18, 'in_octets', $19, 'in_gigawords', $20, 'out_octets', $21,
    'out_gigawords', $22, 'cause', $23), sqlstate, sqlerrm);
  return 1;
end $$;

create or replace function panel.take_report(r acct_report) returns void language sql as $$
  select panel.radius_record('Interim-Update', r.uid, r.session_id, r.login, r.nas, r.src_ip, r.port, r.calling, r.called, r.ip, r.ipv6_prefix, r.ipv6_address, r.delegated_prefix, r.cgn, r.service, r.hints, r.at, r.secs,
    r.in_octets, r.in_gigawords, r.out_octets, r.out_gigawords, '')
$$;

create or replace function panel.take_reports(waits boolean default false) returns int language plpgsql as $$
#variable_conflict use_column
declare
  batch acct_report[];
  low bigint;
  report acct_report;
  done text[];
  special jsonb;
  others jsonb;
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
    -- Of several reports of one session the last counts, where its counters are the largest; else each is taken by itself
    -- below, in order: a counter may have wrapped between them. Turned round where the NAS names octets from the other side.
    -- The row of a session is written in its place: see panel.radius_record.
    with parsed as (
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
          -- What changes an address, or is another session with the same id, goes by itself.
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
      -- From a day before: shared between the days.
      if (k.sent > 0 or k.received > 0) and k.since < date_trunc('day', k.happened, 'UTC') then
        perform panel.add_usage(k.service_id, k.since, k.happened, k.sent, k.received);
      end if;
      if k.watched then perform panel.watch_session(k.service_id, k.uid, k.framed_ip, k.started_at, k.leased_until, false, k.sent > 0 or k.received > 0); end if;
    end loop;
    -- The others: sessions that are not running (any more), that begin with a report, or that have to be looked at one by one.
    -- By difference of sets and by key: a batch after an outage has thousands.
    select jsonb_object_agg(o.uid, true) into others from (select b.uid from unnest(batch) b except select unnest(done)) o;
    if others is not null then
      foreach report in array batch loop
        continue when not others ? report.uid;
        perform panel.take_report(report);
      end loop;
    end if;
  exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
    -- One can never be stored: each by itself, so that only that one is kept aside.
    foreach report in array batch loop
      perform panel.radius_replay('Interim-Update', report.uid, report.session_id, report.login, report.nas, report.src_ip, report.port, report.calling, report.called, report.ip, report.ipv6_prefix,
        report.ipv6_address, report.delegated_prefix, report.cgn, report.service, report.hints, report.at, report.secs, report.in_octets, report.in_gigawords, report.out_octets, report.out_gigawords, '');
    end loop;
  end;
  return cardinality(batch);
end $$;

-- A report of a running session. Written down; taken in with those before it when they are many, or when none was taken in for a
-- second. It does not wait for the disk: it says how much there was in all, and the next one, or the Stop, says it again. What a
-- crash of the server takes along is at most the reports of its last 0.6 seconds (three times wal_writer_delay).
-- `panel.deferred_reports` set to off at the connection: it waits, as everything else does.
create function panel.radius_update(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, ipv6_address text, delegated_prefix text, cgn text, service text, hints text, at text, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text) returns int language plpgsql as $$
declare
  mine bigint;
  taken acct_taken;
begin
  if current_setting('panel.deferred_reports', true) is distinct from 'off' then perform set_config('synchronous_commit', 'off', true); end if;
  insert into acct_report (uid, session_id, login, nas, src_ip, port, calling, called, ip, ipv6_prefix, ipv6_address, delegated_prefix, cgn, service, hints, at, secs, in_octets, in_gigawords, out_octets, out_gigawords)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning id into mine;
  select * into taken from acct_taken;
  if mine - taken.up_to >= 250 or taken.at < now() - interval '1 second' then perform panel.take_reports(); end if;
  return 1;
end $$;

-- Former names -----------------------------------------------------------------------------------------------------------
-- For FreeRADIUS hosts whose configuration was written before this version: strings as text, without what was added since.
drop function panel.radius_acct(text, text, text, text, text, text, text, text, text, text, text, text, bigint, text, text, text, text, text, text);
create function panel.radius_acct(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language sql as $$
  select panel.radius_replay($1, $2, panel.text_octets($3), panel.text_octets($4), $5, $6, panel.text_octets($7), panel.text_octets($8), panel.text_octets($9), $10, $11, '', $12, '', '', '', $13::text, $14, $15, $16, $17, $18, $19)
$$;
create or replace function panel.radius_report(uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text) returns int language sql security definer set search_path = public, pg_temp as $$
  select panel.radius_update($1, panel.text_octets($2), panel.text_octets($3), $4, $5, panel.text_octets($6), panel.text_octets($7), panel.text_octets($8), $9, $10, '', $11, '', '', '', $12::text, $13, $14, $15, $16, $17)
$$;
create or replace function panel.radius_reboot(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language sql security definer set search_path = public, pg_temp as $$
  select panel.radius_replay($1, $2, panel.text_octets($3), panel.text_octets($4), $5, $6, panel.text_octets($7), panel.text_octets($8), panel.text_octets($9), $10, $11, '', $12, '', '', '', $13::text, $14, $15, $16, $17, $18, $19)
$$;

-- Dead letters -----------------------------------------------------------------------------------------------------------
create or replace function panel.retry_dead_letter(id bigint) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  letter acct_dead_letter;
  a jsonb;
begin
  select d.* into letter from acct_dead_letter d where d.id = retry_dead_letter.id for update;
  if not found then return null; end if;
  if letter.kind <> 'accounting' then return 'Only accounting records can be retried.'; end if;
  -- As FreeRADIUS wrote them. A record of an earlier version has its strings as text.
  select letter.arguments || jsonb_object_agg(name, coalesce(letter.octets ->> name, panel.text_octets(letter.arguments ->> name))) into a
    from unnest(array['session_id', 'login', 'port', 'calling', 'called']) name;
  begin
    if a ->> 'type' in ('Accounting-On', 'Accounting-Off') then perform panel.take_reports(true); end if;
    perform panel.radius_record(a ->> 'type', a ->> 'uid', a ->> 'session_id', a ->> 'login', a ->> 'nas', a ->> 'src_ip', a ->> 'port', a ->> 'calling', a ->> 'called', a ->> 'ip',
      coalesce(a ->> 'ipv6_prefix', ''), coalesce(a ->> 'ipv6_address', ''), coalesce(a ->> 'delegated_prefix', ''), coalesce(a ->> 'cgn', ''), coalesce(a ->> 'service', ''), coalesce(a ->> 'hints', ''),
      a ->> 'at', a ->> 'secs', a ->> 'in_octets', a ->> 'in_gigawords', a ->> 'out_octets', a ->> 'out_gigawords', coalesce(a ->> 'cause', ''));
  exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
    update acct_dead_letter d set sqlstate = returned_sqlstate, error = message, retries = d.retries + 1, retried_at = clock_timestamp()
      from (values (sqlstate, sqlerrm)) e (returned_sqlstate, message) where d.id = letter.id;
    return sqlerrm;
  end;
  delete from acct_dead_letter d where d.id = letter.id;
  return '';
end $$;

do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace
    and proname in ('cgn_blocks', 'number', 'session_seconds', 'counter', 'note_addresses', 'note_ipv4', 'end_addresses', 'end_prefix_leases', 'end_reused', 'stop_addresses', 'dead_letter', 'take_report', 'take_reports',
      'radius_record', 'radius_replay', 'radius_update', 'radius_acct', 'radius_report', 'radius_reboot', 'retry_dead_letter', 'end_all', 'supersede', 'close_stale', 'watch_session') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    -- Planned while the table was small, it would be read from end to end ever after.
    if f.proname = 'take_reports' then execute format('alter function %s set enable_seqscan = off set plan_cache_mode = force_generic_plan', f.name); end if;
    if f.proname in ('radius_record', 'radius_replay', 'radius_update', 'radius_acct', 'radius_report', 'radius_reboot') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_radius', f.name);
    end if;
  end loop;
end $$;
revoke create on schema panel from trunkline_app_all;
