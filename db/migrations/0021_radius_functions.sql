-- What FreeRADIUS asks. Its role may call five functions of the schema `panel` and nothing else. They run past row
-- security, as the panel itself. Passwords and secrets are opened here, with a key that arrives as a setting of the
-- connection (panel.radius_key, hexadecimal): it is in no table, and in no statement that a log could hold.
create schema panel;
revoke all on schema panel from public;
grant usage, create on schema panel to trunkline_app_all;

-- random iv (16) | AES-256-CBC with PKCS#7 padding; server/src/sessions/seal.ts writes it.
create function panel.opened(sealed bytea) returns text language sql stable as $$
  select convert_from(decrypt_iv(substr(sealed, 17), decode(current_setting('panel.radius_key'), 'hex'), substr(sealed, 1, 16), 'aes-cbc/pad:pkcs'), 'UTF8')
$$;

-- The NAS that sends from this address: `id TAB yes|no TAB secret`; yes: Message-Authenticator is a must.
create function panel.radius_client(ip text) returns text language plpgsql stable as $$
declare
  n record;
begin
  select id, require_message_authenticator, secret into n from nas where address = ip::inet and deleted_at is null and is_active;
  if not found then return null; end if;
  return n.id || E'\t' || case when n.require_message_authenticator then 'yes' else 'no' end || E'\t' || panel.opened(n.secret);
end $$;

-- Start of the quota's period. Days are UTC days; weeks begin on Monday.
create function panel.quota_since(period text) returns date language sql stable as $$
  select date_trunc(period, now() at time zone 'UTC')::date
$$;

-- In plpgsql, which keeps the plan of its statement: it is asked at each login and report of a service with a quota.
create function panel.quota_used(service bigint, period text) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(u.in_octets + u.out_octets), 0) from usage_by_day u where u.service_id = service and u.day >= panel.quota_since(period));
end $$;

-- 'within', 'slowed' or 'stopped', from what is used up now: right also while no job runs.
create function panel.quota_state(service bigint, quota_bytes bigint, period text, action text) returns text language sql stable as $$
  select case
    when quota_bytes is null or panel.quota_used(service, period) < quota_bytes then 'within'
    when action = 'stop' then 'stopped'
    else 'slowed'
  end
$$;

-- MAC addresses are written in many ways.
create function panel.station(calling text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(calling, '[^0-9A-Za-z]', '', 'g'))
$$;

-- Mikrotik-Rate-Limit: rx/tx, burst, threshold, time, priority; rx is from the customer. Null: not limited.
create function panel.rate_limit(up int, down int, burst_up int, burst_down int, threshold_up int, threshold_down int, seconds int, priority int)
  returns text language sql immutable parallel safe as $$
  select case when up is null and down is null and priority = 8 then null else
    coalesce(up || 'k', '0') || '/' || coalesce(down || 'k', '0') || case
      when burst_up is not null then format(' %sk/%sk %sk/%sk %s/%s %s', burst_up, burst_down, coalesce(threshold_up, up), coalesce(threshold_down, down), seconds, seconds, priority)
      when priority <> 8 then ' 0/0 0/0 0/0 ' || priority
      else '' end
  end
$$;

-- bit/s in 32 bits, as most makers count.
create function panel.bits(kbits int) returns text language sql immutable parallel safe as $$ select least(kbits::bigint * 1000, 4294967295)::text $$;

-- Cisco's committed access rate: normal burst 1.5 s of the rate in bytes, extended burst twice that.
create function panel.car(way text, kbits int) returns text language sql immutable parallel safe as $$
  select format('lcp:interface-config=rate-limit %s %s %s %s conform-action transmit exceed-action drop', way,
    kbits::bigint * 1000, greatest(8000, kbits::bigint * 1000 * 3 / 16), greatest(16000, kbits::bigint * 1000 * 3 / 8))
$$;

-- A login: whether the service may go online at the NAS now, the password, and what a right one brings, in the words of the
-- NAS's maker. One call, one look at the tables. No row: no such user. Has no effect.
-- All are check items: FreeRADIUS puts them aside (control) and hands those of the reply out when the password was right.
-- Panel-Reason: why not. Panel-Pool: subnets that an address is leased from, in their order, by comma.
-- FreeRADIUS takes a value in backquotes for a command: no value that somebody typed begins with a quote, and `{clear}`
-- goes before the password. `opening`: with the password, which takes the key.
create function panel.radius_check(login text, nas text, calling text, opening boolean default true) returns table (id int, username text, attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  today date := (now() at time zone 'UTC')::date;
  reason text;
  up int;
  down int;
  slowed boolean;
begin
  select s_.id, s_.password, s_.status, s_.starts_on, s_.ends_on, s_.lineage, s_.nas_id as own_nas, s_.calling_station, s_.simultaneous_use, s_.ipv4_method,
      s_.address, s_.network, s_.ipv6_network, t.download_rate, t.upload_rate, t.burst_download_rate, t.burst_upload_rate, t.burst_download_threshold, t.burst_upload_threshold,
      t.burst_seconds, t.priority, t.session_timeout, t.idle_timeout, t.interim_seconds, t.quota_bytes, t.quota_action, t.slow_download_rate, t.slow_upload_rate, t.address_list,
      n.id as nas_id, n.company_id as nas_company, n.vendor,
      case when t.quota_bytes is not null then panel.quota_used(s_.id, t.quota_period) end as used,
      -- Sessions that still report, of other stations: who redials from the same one takes the place of its own old session.
      (select count(*) from session_live l where l.service_id = s_.id and l.updated_at > now() - 3 * t.interim_seconds * interval '1 second'
        and (coalesce(calling, '') = '' or l.calling is distinct from calling)) as others, s_.subnet_id
    into s
    from service s_ join tariff t on t.id = s_.tariff_id left join public.nas n on n.id = radius_check.nas::bigint and n.is_active and n.deleted_at is null
    where s_.username = login and s_.deleted_at is null;
  if not found then return; end if;
  reason := case
    when s.status <> 'active' then 'service-' || s.status
    when s.starts_on > today then 'not-started'
    when s.ends_on < today then 'expired'
    -- A NAS serves the services of its company and of those below.
    when s.nas_company is null or not s.nas_company = any (s.lineage) then 'nas-not-allowed'
    when s.own_nas <> s.nas_id then 'wrong-nas'
    when s.calling_station <> '' and panel.station(s.calling_station) is distinct from panel.station(calling) then 'wrong-station'
    when s.quota_action = 'stop' and s.used >= s.quota_bytes then 'quota-used'
    when s.simultaneous_use <= s.others then 'too-many-sessions'
    else ''
  end;
  id := 1;
  username := login;
  op := ':=';
  attribute := 'Panel-Service-Id'; value := s.id; return next;
  if reason <> '' then
    attribute := 'Auth-Type'; value := 'Reject'; return next;
    attribute := 'Panel-Reason'; value := reason; return next;
    return;
  end if;
  if opening then
    attribute := 'Password-With-Header'; value := '{clear}' || panel.opened(s.password); return next;
  end if;
  if s.ipv4_method = 'pool' then
    value := coalesce(s.subnet_id::text, (select string_agg(p.subnet_id::text, ',' order by p.position, p.subnet_id) from nas_pool p where p.nas_id = s.nas_id));
    if value <> '' then
      attribute := 'Panel-Pool'; return next;
    end if;
  end if;

  slowed := s.quota_action = 'slow' and s.used >= s.quota_bytes;
  up := case when slowed then s.slow_upload_rate else s.upload_rate end;
  down := case when slowed then s.slow_download_rate else s.download_rate end;
  attribute := 'Acct-Interim-Interval'; value := s.interim_seconds; return next;
  if s.session_timeout is not null or s.ends_on is not null then
    attribute := 'Session-Timeout';
    -- To the end of the last day (UTC), a second at least.
    value := greatest(1, least(s.session_timeout, extract(epoch from (s.ends_on + 1) - (now() at time zone 'UTC'))::bigint)); return next;
  end if;
  if s.idle_timeout is not null then
    attribute := 'Idle-Timeout'; value := s.idle_timeout; return next;
  end if;
  if s.ipv4_method in ('static-address', 'static-network') and s.address is not null then
    attribute := 'Framed-IP-Address'; value := host(s.address); return next;
  end if;

  case coalesce(s.vendor, 'generic')
  when 'mikrotik' then
    value := case when slowed then panel.rate_limit(up, down, null, null, null, null, null, s.priority)
      else panel.rate_limit(up, down, s.burst_upload_rate, s.burst_download_rate, s.burst_upload_threshold, s.burst_download_threshold, s.burst_seconds, s.priority) end;
    if value is not null then
      attribute := 'Mikrotik-Rate-Limit'; return next;
    end if;
    if s.address_list <> '' then
      attribute := 'Mikrotik-Address-List'; value := ltrim(s.address_list, E'`\'"'); return next;
    end if;
  when 'cisco' then
    op := '+=';
    attribute := 'Cisco-AVPair';
    if up is not null then value := panel.car('input', up); return next; end if;
    if down is not null then value := panel.car('output', down); return next; end if;
  when 'huawei' then
    if up is not null then attribute := 'Huawei-Input-Average-Rate'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'Huawei-Output-Average-Rate'; value := panel.bits(down); return next; end if;
  when 'cambium' then
    if up is not null then attribute := 'Cambium-ePMP-Max-Burst-Uplink-Rate'; value := up; return next; end if;
    if down is not null then attribute := 'Cambium-ePMP-Max-Burst-Downlink-Rate'; value := down; return next; end if;
  when 'strongswan' then
    -- Its eap-radius plugin limits no rate.
    null;
  else
    if up is not null then attribute := 'WISPr-Bandwidth-Max-Up'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'WISPr-Bandwidth-Max-Down'; value := panel.bits(down); return next; end if;
  end case;

  op := '+=';
  if s.network is not null then
    -- 0.0.0.0: through the customer's own address (RFC 2865, 5.22).
    attribute := 'Framed-Route'; value := format('%s %s 1', s.network, coalesce(host(s.address), '0.0.0.0')); return next;
  end if;
  if s.ipv6_network is not null then
    attribute := 'Delegated-IPv6-Prefix'; value := s.ipv6_network; return next;
  end if;
end $$;

-- Notes that a NAS was heard, at most once in 30 seconds a kind.
create function panel.heard(nas bigint, accepted boolean) returns void language plpgsql as $$
declare
  h record;
begin
  select auth_at, accept_at into h from nas_heard where nas_id = nas;
  if h.auth_at > now() - interval '30 seconds' and (not accepted or h.accept_at > now() - interval '30 seconds') then return; end if;
  insert into nas_heard as was (nas_id, auth_at, accept_at) select n.id, now(), case when accepted then now() end from nas n where n.id = nas
    on conflict (nas_id) do update set auth_at = now(), accept_at = coalesce(excluded.accept_at, was.accept_at);
end $$;

-- Leases an address from the pools, in their order: the one that this service and station had last, else the free one
-- that has rested longest. Null: all are full.
create function panel.lease(pools text, service bigint, nas bigint, station text, seconds int) returns inet language plpgsql as $$
#variable_conflict use_variable
declare
  pool bigint;
  found inet;
begin
  foreach pool in array string_to_array(pools, ',')::bigint[] loop
    -- Without a station nobody can tell a redial from a second session, which must not get the address of the first.
    select a.address into found from pool_address a
      where a.service_id = service and a.calling = station and a.subnet_id = pool
        and (station <> '' or (a.leased_until < now() and not exists (select from session_live l where l.service_id = service and l.framed_ip = a.address)))
      order by a.leased_until desc limit 1 for update skip locked;
    if found is null then
      select a.address into found from pool_address a
        where a.subnet_id = pool and a.leased_until < now()
          and not exists (select from session_live l where l.service_id = a.service_id and l.framed_ip = a.address)
        order by a.leased_until, a.address limit 1 for update skip locked;
    end if;
    if found is not null then
      update pool_address a set service_id = service, nas_id = nas, calling = station, leased_at = now(), leased_until = now() + seconds * interval '1 second'
        where a.subnet_id = pool and a.address = found;
      return found;
    end if;
  end loop;
  return null;
end $$;

-- Three intervals, and a minute of grace.
create function panel.lease_seconds(interim int) returns int language sql immutable parallel safe as $$ select 3 * interim + 60 $$;

-- The password was right: 'OK', the address that is leased, or 'FULL'. Never empty, which FreeRADIUS takes for a failure.
create function panel.radius_accept(login text, service text, pools text, nas text, calling text) returns text language plpgsql as $$
declare
  nas_key bigint := nas;
  h_ record;
  leased inet;
begin
  if pools <> '' then
    leased := panel.lease(pools, service::bigint, nas_key, coalesce(calling, ''),
      (select panel.lease_seconds(t.interim_seconds) from public.service s join tariff t on t.id = s.tariff_id where s.id = radius_accept.service::bigint));
    if leased is null then return 'FULL'; end if;
  end if;
  with logged as (
    insert into auth_log (username, service_id, company_id, nas_id, accepted, calling, lineage)
      select login, s.id, s.company_id, nas_key, true, nullif(calling, ''), s.lineage from public.service s where s.id = radius_accept.service::bigint
  )
  select least(h.auth_at, h.accept_at) as both_at, h.accept_at into h_ from nas_heard h where h.nas_id = nas_key;
  if h_.accept_at is null or h_.both_at < now() - interval '30 seconds' then perform panel.heard(nas_key, true); end if;
  return coalesce(host(leased), 'OK');
end $$;

-- A login was refused; an empty reason: the password was wrong, or there is no such user. Never notes a password. What
-- nobody's service asked is told to the company of the NAS.
create function panel.radius_reject(login text, nas text, reason text, calling text) returns int language plpgsql as $$
#variable_conflict use_variable
declare
  s record;
  n record;
begin
  select s_.id, s_.company_id, s_.lineage into s from service s_ where s_.username = login and s_.deleted_at is null;
  select n_.id, n_.company_id, n_.lineage into n from public.nas n_ where n_.id = radius_reject.nas::bigint;
  insert into auth_log (username, service_id, company_id, nas_id, accepted, reason, calling, lineage)
    values (left(login, 253), s.id, coalesce(s.company_id, n.company_id), n.id, false,
      coalesce(nullif(reason, ''), case when s.id is null then 'unknown-user' else 'bad-credentials' end),
      nullif(calling, ''), coalesce(s.lineage, n.lineage, '{}'));
  perform panel.heard(nas::bigint, false);
  return 1;
end $$;
