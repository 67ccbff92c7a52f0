-- What becomes of accounting records, of addresses that are leased, of months gone by; and who may call what.

-- Accounting -----------------------------------------------------------------------------------------------------------
-- Adds bytes to the days (UTC) between two reports, in proportion to time: a session over midnight counts on both.
create function panel.add_usage(service bigint, since timestamptz, until timestamptz, sent bigint, received bigint) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  first date := (greatest(since, until - interval '40 days') at time zone 'UTC')::date;
  last date := (until at time zone 'UTC')::date;
  span numeric;
  part numeric;
  sent_before bigint := 0;
  received_before bigint := 0;
begin
  if first >= last then
    insert into usage_by_day as u (service_id, day, in_octets, out_octets) values (service, last, sent, received)
      on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets;
    return;
  end if;
  since := greatest(since, until - interval '40 days');
  span := extract(epoch from until - since);
  for one in 0..last - first loop
    -- What has come up to the end of this day, less what the days before have: nothing is lost to rounding.
    part := least(1, extract(epoch from ((first + one + 1)::timestamp at time zone 'UTC') - since) / span);
    insert into usage_by_day as u (service_id, day, in_octets, out_octets)
      values (service, first + one, floor(sent * part) - sent_before, floor(received * part) - received_before)
      on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets;
    sent_before := floor(sent * part);
    received_before := floor(received * part);
  end loop;
end $$;

-- Gives the address of an ended session back to its pool, unless it was leased anew since (a redial).
create function panel.end_lease(service bigint, ip inet, began timestamptz) returns void language sql as $$
  update pool_address a set leased_until = now()
    where a.service_id = service and a.address = ip and a.leased_until > now() and (a.leased_at is null or a.leased_at <= began + interval '5 seconds')
      and not exists (select from session_live l where l.service_id = service and l.framed_ip = ip)
$$;

-- The NAS has started anew or goes down: none of its sessions is left that it told us of before that.
create function panel.end_all(nas bigint, at timestamptz, off boolean) returns void language sql as $$
  with ended as (
    delete from session_live l where l.nas_id = nas and l.updated_at <= at returning l.*
  ), leases as (
    update pool_address a set leased_until = now() from ended e
      where e.leased_until is not null and a.service_id = e.service_id and a.address = e.framed_ip and a.leased_until > now()
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
    select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage,
      case when off then at else updated_at end, 'NAS-Reboot', 'nas' from ended
    on conflict do nothing
$$;

-- A caller who dials in again takes the place of his older session on the same NAS.
create function panel.supersede(service bigint, nas bigint, station text, key text, began timestamptz) returns void language sql as $$
  with older as (
    delete from session_live l where l.service_id = service and l.nas_id = nas and l.calling = station and l.uid <> key and l.started_at < began returning l.*
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
    select o.uid, o.acct_session_id, o.service_id, o.username, o.company_id, o.nas_id, o.nas_ip, o.nas_port, o.calling, o.called, o.framed_ip, o.framed_ipv6, o.delegated_ipv6, o.started_at, o.updated_at, o.secs, o.in_octets, o.out_octets, o.lineage,
      greatest(o.updated_at, began), 'Lost-Carrier', 'superseded' from older o
    on conflict do nothing
$$;

-- Renews the lease of a session's address; null where its pool does not lease it.
create function panel.renew_lease(service bigint, ip inet, interim int) returns timestamptz language plpgsql as $$
declare
  till timestamptz := now() + panel.lease_seconds(interim) * interval '1 second';
begin
  update pool_address a set leased_until = greatest(a.leased_until, till) where a.service_id = service and a.address = ip;
  return case when found then till end;
end $$;

-- What a report or a Stop means for the lease of the session's address and for the quota of its service.
create function panel.watch_session(service bigint, key text, ip inet, began timestamptz, leased_until timestamptz, stopped boolean, grown boolean) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  s record;
begin
  select s_.ipv4_method, s_.quota_state, t.interim_seconds, t.quota_bytes, t.quota_period into s
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
  if grown and s.quota_bytes is not null and s.quota_state = 'within' and panel.quota_used(service, s.quota_period) >= s.quota_bytes then
    perform queue_job('radius-quota', jsonb_build_object('service_id', service), 'radius-quota-' || service);
  end if;
end $$;

-- Notes that a NAS told of its sessions.
create function panel.heard_acct(nas bigint) returns void language sql as $$
  insert into nas_heard (nas_id, acct_at) values (nas, now()) on conflict (nas_id) do update set acct_at = now()
$$;

-- One accounting packet. Counters and times only grow, so that duplicates, late and overtaking packets do no harm.
-- Always 1, whatever comes: an error that never goes away would keep all records behind it from being told. What can't
-- be understood is kept aside; trouble of the database itself goes through, and FreeRADIUS keeps the record.
-- A report or Stop of a running session, which nearly all packets are, is one statement: session, usage of the day, and what
-- is known of service and tariff. All dial in at once after a power cut, and each statement more is felt then.
create function panel.radius_acct(type text, uid text, session_id text, login text, nas text, src_ip text, port text, calling text, called text, ip text,
  ipv6_prefix text, delegated_prefix text, at bigint, secs text, in_octets text, in_gigawords text, out_octets text, out_gigawords text, cause text) returns int language plpgsql as $$
#variable_conflict use_variable
declare
  nas_key bigint;
  told_at timestamptz;
  seconds bigint;
  began timestamptz;
  in_count bigint;
  out_count bigint;
  framed inet;
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
  told_at := to_timestamp(at);
  if type in ('Accounting-On', 'Accounting-Off') then
    if not exists (select from public.nas n where n.id = nas_key) then raise exception 'NAS % is not known', nas; end if;
    perform panel.heard_acct(nas_key);
    perform panel.end_all(nas_key, told_at, type = 'Accounting-Off');
    return 1;
  end if;
  seconds := coalesce(nullif(secs, ''), '0');
  began := told_at - seconds * interval '1 second';
  in_count := coalesce(nullif(in_octets, '')::bigint, 0) + (coalesce(nullif(in_gigawords, '')::bigint, 0) << 32);
  out_count := coalesce(nullif(out_octets, '')::bigint, 0) + (coalesce(nullif(out_gigawords, '')::bigint, 0) << 32);
  framed := nullif(ip, '');
  today := (told_at at time zone 'UTC')::date;
  is_live := type <> 'Start';

  loop
    if is_live then
      if type = 'Stop' then
        with ended as (
          delete from session_live l using public.nas n left join nas_heard h on h.nas_id = n.id where l.uid = radius_acct.uid and n.id = nas_key
            returning l.*, h.acct_at, case when n.input_is_download then out_count else in_count end as sent, case when n.input_is_download then in_count else out_count end as received
        ), closed as (
          insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
            select e.uid, e.acct_session_id, e.service_id, e.username, e.company_id, e.nas_id, e.nas_ip, e.nas_port, e.calling, e.called, coalesce(framed, e.framed_ip), coalesce(nullif(ipv6_prefix, ''), e.framed_ipv6), coalesce(nullif(delegated_prefix, ''), e.delegated_ipv6),
              least(e.started_at, began), greatest(e.updated_at, told_at), greatest(e.secs, seconds), greatest(e.in_octets, e.sent), greatest(e.out_octets, e.received), e.lineage, told_at, cause, 'stop' from ended e
        ), used as (
          insert into usage_by_day as u (service_id, day, in_octets, out_octets)
            select e.service_id, today, greatest(e.sent - e.in_octets, 0), greatest(e.received - e.out_octets, 0) from ended e
              where e.service_id is not null and (e.sent > e.in_octets or e.received > e.out_octets) and (e.updated_at at time zone 'UTC')::date >= today
            on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
        )
        select e.service_id, coalesce(framed, e.framed_ip) as framed_ip, e.leased_until, e.started_at, e.updated_at as since, e.sent - e.in_octets as sent, e.received - e.out_octets as received,
            e.acct_at, e.watched
          into k from ended e;
      else
        -- A few seconds on the way do not move its beginning, which is indexed: the row is written in its place.
        with told as (
          update session_live l set started_at = case when began < l.started_at - interval '5 seconds' then began else l.started_at end,
              updated_at = greatest(l.updated_at, told_at), secs = greatest(l.secs, seconds),
              in_octets = greatest(l.in_octets, case when n.input_is_download then out_count else in_count end), out_octets = greatest(l.out_octets, case when n.input_is_download then in_count else out_count end),
              before_at = l.updated_at, before_in = l.in_octets, before_out = l.out_octets,
              framed_ip = coalesce(framed, l.framed_ip), framed_ipv6 = coalesce(nullif(ipv6_prefix, ''), l.framed_ipv6), delegated_ipv6 = coalesce(nullif(delegated_prefix, ''), l.delegated_ipv6)
            from public.nas n left join nas_heard h on h.nas_id = n.id where l.uid = radius_acct.uid and n.id = nas_key
            returning l.service_id, l.framed_ip, l.leased_until, l.started_at, h.acct_at, l.watched, l.before_at as since, l.in_octets - l.before_in as sent, l.out_octets - l.before_out as received
        ), used as (
          insert into usage_by_day as u (service_id, day, in_octets, out_octets)
            select e.service_id, today, e.sent, e.received from told e
              where e.service_id is not null and (e.sent > 0 or e.received > 0) and (e.since at time zone 'UTC')::date >= today
            on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets
        )
        select e.* into k from told e;
      end if;
      if found then exit; end if;
    end if;

    -- Not running, or not any more. Packets that begin or end one session come one after the other from here on.
    -- Assigned: evaluated without a statement of its own.
    locked := pg_advisory_xact_lock(hashtextextended(uid, 0));
    -- A NAS tells of the services that it serves: what it says of another company's users counts for nobody.
    -- Who closed a session more than 40 days ago is forgotten, and none ends tomorrow: the search touches few partitions.
    select s.id as service_id, framed as framed_ip, null::timestamptz as leased_until, began as started_at, began as since,
        case when n.input_is_download then out_count else in_count end as sent, case when n.input_is_download then in_count else out_count end as received,
        h.acct_at, s.ipv4_method = 'pool' or t.quota_bytes is not null as watched, s.ipv4_method, t.interim_seconds,
        coalesce(s.company_id, n.company_id) as company_id, coalesce(s.lineage, n.lineage) as lineage, t.address_list,
        exists (select from session_live l where l.uid = radius_acct.uid) as is_live,
        exists (select from session_closed c where c.uid = radius_acct.uid and c.stopped_at > now() - interval '40 days' and c.stopped_at < now() + interval '1 day') as is_closed,
        exists (select from session_live l where l.service_id = s.id and l.nas_id = nas_key and l.calling = radius_acct.calling) as is_older
      into k
      from public.nas n left join nas_heard h on h.nas_id = n.id
        left join service s on s.username = login and s.deleted_at is null and n.company_id = any (s.lineage) left join tariff t on t.id = s.tariff_id
      where n.id = nas_key;
    if not found then raise exception 'NAS % is not known', nas; end if;
    is_live := k.is_live;
    if is_live then continue; end if;

    if k.is_closed then
      select c.* into gone from session_closed c where c.uid = radius_acct.uid and c.stopped_at > now() - interval '40 days' and c.stopped_at < now() + interval '1 day' order by c.stopped_at desc;
      if gone.closed_by = 'stop' or (type <> 'Stop' and told_at <= gone.stopped_at) then return 1; end if;
      -- It was not over: what it had counted is its beginning.
      delete from session_closed c where c.uid = gone.uid and c.stopped_at = gone.stopped_at;
      now_ := row(gone.uid, gone.acct_session_id, gone.service_id, gone.username, gone.company_id, gone.nas_id, gone.nas_ip, gone.nas_port, gone.calling, gone.called, coalesce(framed, gone.framed_ip),
        coalesce(nullif(ipv6_prefix, ''), gone.framed_ipv6), coalesce(nullif(delegated_prefix, ''), gone.delegated_ipv6), least(gone.started_at, began), greatest(gone.updated_at, told_at),
        greatest(gone.secs, seconds), greatest(gone.in_octets, k.sent), greatest(gone.out_octets, k.received), gone.lineage, null, null, true, gone.updated_at, gone.in_octets, gone.out_octets);
      select gone.service_id as service_id, now_.framed_ip as framed_ip, null::timestamptz as leased_until, now_.started_at as started_at, gone.updated_at as since,
          now_.in_octets - gone.in_octets as sent, now_.out_octets - gone.out_octets as received, k.acct_at as acct_at,
          true as watched, s.ipv4_method, t.interim_seconds, false as is_older
        into k from (select) one left join service s on s.id = gone.service_id left join tariff t on t.id = s.tariff_id;
    else
      now_ := row(uid, session_id, k.service_id, login, k.company_id, nas_key, nullif(src_ip, '')::inet, nullif(port, ''), nullif(calling, ''), nullif(called, ''), framed,
        nullif(ipv6_prefix, ''), nullif(delegated_prefix, ''), began, told_at, seconds, k.sent, k.received, k.lineage, null, k.address_list, coalesce(k.watched, true), null, null, null);
    end if;
    if type = 'Stop' then
      insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
        values (now_.uid, now_.acct_session_id, now_.service_id, now_.username, now_.company_id, now_.nas_id, now_.nas_ip, now_.nas_port, now_.calling, now_.called, now_.framed_ip, now_.framed_ipv6, now_.delegated_ipv6,
          now_.started_at, now_.updated_at, now_.secs, now_.in_octets, now_.out_octets, now_.lineage, told_at, cause, 'stop');
    else
      if k.ipv4_method = 'pool' and now_.framed_ip is not null then
        now_.leased_until := panel.renew_lease(k.service_id, now_.framed_ip, k.interim_seconds);
        k.leased_until := now_.leased_until;
      end if;
      insert into session_live values (now_.*);
      if k.is_older and type = 'Start' and calling <> '' then perform panel.supersede(k.service_id, nas_key, calling, uid, began); end if;
    end if;
    if k.service_id is not null and (k.sent > 0 or k.received > 0) then
      perform panel.add_usage(k.service_id, k.since, told_at, greatest(k.sent, 0), greatest(k.received, 0));
    end if;
    exit;
  end loop;

  if k.acct_at is null or k.acct_at < now() - interval '30 seconds' then perform panel.heard_acct(nas_key); end if;
  if k.service_id is null then return 1; end if;
  -- From a day before: shared between the days.
  if is_live and k.since < today::timestamp at time zone 'UTC' and (k.sent > 0 or k.received > 0) then
    perform panel.add_usage(k.service_id, k.since, told_at, greatest(k.sent, 0), greatest(k.received, 0));
  end if;
  if k.watched then perform panel.watch_session(k.service_id, uid, k.framed_ip, k.started_at, k.leased_until, type = 'Stop', k.sent > 0 or k.received > 0); end if;
  return 1;
exception
  when data_exception or integrity_constraint_violation or raise_exception then
    insert into acct_dead_letter (arguments, error) values (jsonb_build_object('type', type, 'uid', uid, 'session_id', session_id, 'login', login, 'nas', nas, 'src_ip', src_ip,
      'port', port, 'calling', calling, 'called', called, 'ip', ip, 'ipv6_prefix', ipv6_prefix, 'delegated_prefix', delegated_prefix, 'at', at, 'secs', secs, 'in_octets', in_octets,
      'in_gigawords', in_gigawords, 'out_octets', out_octets, 'out_gigawords', out_gigawords, 'cause', cause), sqlstate || ' ' || sqlerrm);
    return 1;
end $$;

-- What the panel asks ----------------------------------------------------------------------------------------------------
-- What FreeRADIUS would answer this service at this NAS if the password is right. Without effect, without the password.
create function panel.radius_preview(service_id bigint, nas_id bigint, calling text, out reason text, out pools bigint[], out items jsonb) language plpgsql stable as $$
#variable_conflict use_variable
declare
  login text;
begin
  select s.username into login from service s where s.id = service_id and s.deleted_at is null and ip_sees(s.lineage);
  if not found then return; end if;
  select coalesce(min(c.value) filter (where c.attribute = 'Panel-Reason'), ''),
      coalesce(string_to_array(min(c.value) filter (where c.attribute = 'Panel-Pool'), ',')::bigint[], '{}'),
      coalesce(jsonb_agg(jsonb_build_object('attribute', c.attribute, 'op', c.op, 'value', c.value) order by c.place) filter (where c.attribute not like 'Panel-%' and c.attribute <> 'Auth-Type'), '[]')
    into reason, pools, items
    from panel.radius_check(login, nas_id::text, calling, false) with ordinality c (id, username, attribute, value, op, place);
end $$;

-- Sessions that have not reported for three intervals end where they were last heard of; a later report opens them again.
create function panel.close_stale(most int) returns int language sql as $$
  with late as (
    select l.uid from session_live l left join service s on s.id = l.service_id left join tariff t on t.id = s.tariff_id
      where l.updated_at < now() - 3 * coalesce(t.interim_seconds, 600) * interval '1 second'
      order by l.updated_at limit most for update of l skip locked
  ), ended as (
    delete from session_live l using late where l.uid = late.uid returning l.*
  ), kept as (
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
      select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, lineage, updated_at, 'Lost-Carrier', 'stale' from ended
      on conflict do nothing
      returning 1
  )
  select count(*)::int from ended
$$;

-- Pools ------------------------------------------------------------------------------------------------------------------
-- Makes a pool's free addresses RADIUS's own: they are cut out of what address management hands out, and leased from here.
-- Its first and last address are left out of the leases, since devices take them for network and broadcast.
create function panel.open_pool(node bigint) returns void language plpgsql as $$
declare
  n subnet := ip_lock(node, 'subnet_id');
  block record;
  lo inet;
  hi inet;
begin
  if not n.hosts or n.type <> 'pool' or family(n.net) <> 4 then perform ip_refuse(422, 'subnet_id', 'Choose a pool that gives IPv4 addresses.'); end if;
  if masklen(n.net) < 16 then perform ip_refuse(422, 'subnet_id', 'A pool has at most 65,536 addresses.'); end if;
  for block in
    -- Free blocks that lie side by side are one stretch.
    select min(ip_first(net)) as lo, max(ip_last(net)) as hi from (
      select net, sum(case when ip_first(net) = before + 1 then 0 else 1 end) over (order by net) as stretch
      from (select net, lag(ip_last(net)) over (order by net) as before from free_block where parent_id = node) b) s
    group by stretch order by 1
  loop
    insert into ip_range (subnet_id, company_id, lo, hi, kind, note) values (n.id, n.company_id, block.lo, block.hi, 'dhcp', 'Leased by RADIUS');
    update subnet set used = used + (block.hi - block.lo) + 1 where id = n.id;
    lo := case when masklen(n.net) <= 30 then greatest(block.lo, ip_first(n.net) + 1) else block.lo end;
    hi := case when masklen(n.net) <= 30 then least(block.hi, ip_last(n.net) - 1) else block.hi end;
    insert into pool_address (subnet_id, address) select n.id, lo + i from generate_series(0, hi - lo) i where lo + i is distinct from n.gateway on conflict do nothing;
  end loop;
  delete from free_block where parent_id = node;
  update subnet set leased = true where id = node;
end $$;

-- Gives a pool that nobody draws from any more back to address management, when its last lease has ended.
create function panel.close_pool(node bigint) returns boolean language plpgsql as $$
declare
  n subnet;
  gone record;
begin
  select * into n from subnet where id = node for no key update;
  if exists (select from nas_pool p join nas on nas.id = p.nas_id where p.subnet_id = node and nas.deleted_at is null)
    or exists (select from service s where s.subnet_id = node and s.ipv4_method = 'pool' and s.deleted_at is null)
    or exists (select from pool_address a where a.subnet_id = node and (a.leased_until > now() or exists (select from session_live l where l.service_id = a.service_id and l.framed_ip = a.address)))
  then return false; end if;
  delete from pool_address where subnet_id = node;
  for gone in delete from ip_range where subnet_id = node and kind = 'dhcp' and note = 'Leased by RADIUS' returning lo, hi loop
    if n.holds then perform ip_give_back(node, block) from ip_cover(gone.lo, gone.hi) block; end if;
    update subnet set used = used - (gone.hi - gone.lo) - 1 where id = node;
  end loop;
  update subnet set leased = false where id = node;
  return true;
end $$;

-- Whoever names a pool opens it, when it is not open yet.
create function panel.name_pool() returns trigger language plpgsql as $$
begin
  if not exists (select from pool_address where subnet_id = new.subnet_id) then perform panel.open_pool(new.subnet_id); end if;
  return null;
end $$;
create trigger open_pool after insert on nas_pool for each row execute function panel.name_pool();
create trigger open_pool_insert after insert on service for each row when (new.ipv4_method = 'pool' and new.subnet_id is not null) execute function panel.name_pool();
create trigger open_pool_update after update of subnet_id, ipv4_method on service for each row when (new.ipv4_method = 'pool' and new.subnet_id is not null) execute function panel.name_pool();

-- Running sessions are watched from when their service, or its tariff, gets what is watched for.
create function panel.watch_service() returns trigger language plpgsql as $$
begin
  update session_live set watched = true where service_id = new.id and not watched;
  return null;
end $$;
create trigger watch_service after update of tariff_id, ipv4_method on service for each row
  when ((old.tariff_id, old.ipv4_method) is distinct from (new.tariff_id, new.ipv4_method)) execute function panel.watch_service();
create function panel.watch_tariff() returns trigger language plpgsql as $$
begin
  update session_live l set watched = true from service s where s.tariff_id = new.id and l.service_id = s.id and not l.watched;
  return null;
end $$;
create trigger watch_tariff after update of quota_bytes on tariff for each row
  when (old.quota_bytes is null and new.quota_bytes is not null) execute function panel.watch_tariff();

-- Address management names who uses what it gave by the user name: a new one is told there too.
create function panel.name_user() returns trigger language plpgsql as $$
begin
  update address set used_by_label = new.username where used_by_kind = new.kind and used_by_id = new.id and used_by_label is distinct from new.username;
  update subnet set used_by_label = new.username where used_by_kind = new.kind and used_by_id = new.id and used_by_label is distinct from new.username;
  return null;
end $$;
create trigger name_user after update of username on service for each row when (old.username is distinct from new.username) execute function panel.name_user();

-- A NAS that changes is forgotten by every FreeRADIUS at once; its watcher hears of it here, after the commit. Whoever
-- was away reads what changed meanwhile (version) when it comes back.
create function panel.tell_nas() returns trigger language plpgsql as $$
begin
  perform pg_notify('trunkline_nas', host(address)) from (values (old.address), (new.address)) a (address) where address is not null group by address;
  return null;
end $$;
create trigger tell_nas after update on nas for each row
  when ((old.address, old.secret, old.require_message_authenticator, old.is_active, old.deleted_at) is distinct from (new.address, new.secret, new.require_message_authenticator, new.is_active, new.deleted_at))
  execute function panel.tell_nas();
create trigger tell_new_nas after insert on nas for each row execute function panel.tell_nas();

-- Months -----------------------------------------------------------------------------------------------------------------
-- A partition a month for history and logins: from last month to three ahead, and none older than so many months. Only the
-- owner of the tables may do it. What went into the rest meanwhile is moved to its month.
create function panel.keep_months(months int) returns table (made int, dropped int) language plpgsql as $$
declare
  t record;
  part text;
  month date;
  old record;
begin
  made := 0;
  dropped := 0;
  for t in select * from (values ('session_closed', 'stopped_at'), ('auth_log', 'at')) as t (name, at) loop
    for month in select date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => i) from generate_series(-1, 3) i loop
      part := t.name || to_char(month, '_YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, t.name);
      execute format('with moved as (delete from public.%I where %I >= %L and %I < %L returning *) insert into public.%I select * from moved',
        t.name || '_rest', t.at, month || ' 00:00Z', t.at, (month + interval '1 month')::date || ' 00:00Z', part);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', t.name, part, month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z');
      made := made + 1;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('public.' || t.name)::regclass and c.relname ~ '_\d{4}_\d{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', now() at time zone 'UTC')::date - make_interval(months => months)
    loop
      execute format('drop table public.%I', old.relname);
      dropped := dropped + 1;
    end loop;
  end loop;
  return next;
end $$;
select panel.keep_months(13);

-- Rights -----------------------------------------------------------------------------------------------------------------
-- Statements are planned once a connection, by index whatever the tables held at that time: a table that was empty then
-- would else be read from end to end for as long as the connection lives.
do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace loop
    execute format('revoke execute on function %s from public', f.name);
    if f.proname = 'keep_months' then continue; end if;
    execute format('alter function %s owner to trunkline_app_all', f.name);
    if f.proname in ('radius_client', 'radius_check', 'radius_accept', 'radius_reject', 'radius_acct') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_radius', f.name);
    elsif f.proname in ('radius_preview', 'name_pool', 'name_user', 'tell_nas', 'watch_service', 'watch_tariff') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
    end if;
  end loop;
end $$;
grant usage on schema panel to trunkline_radius, trunkline_app;
grant execute on function panel.radius_preview(bigint, bigint, text) to trunkline_app;
revoke create on schema panel from trunkline_app_all;

-- Tasks that a request, or a packet, may ask for.
do $$
begin
  execute format('create or replace function queueable_tasks() returns text[] language sql immutable parallel safe as %L',
    format('select %L::text[]', queueable_tasks() || array['radius-coa', 'radius-quota']));
end $$;
