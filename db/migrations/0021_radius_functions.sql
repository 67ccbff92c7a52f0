-- What FreeRADIUS asks. Its role may call six functions of the schema `panel` and nothing else. They run past row
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

create function panel.quota_used(service bigint, period text) returns bigint language sql stable as $$
  select coalesce(sum(in_octets + out_octets), 0)::bigint from usage_by_day where service_id = service and day >= panel.quota_since(period)
$$;

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

-- Whether the service may go online at the NAS now: `reason` is empty or why not. Has no effect.
-- pools: subnets that an address is leased from, in their order, by comma; empty: none.
create function panel.radius_judge(service_id bigint, nas_id bigint, calling text, out reason text, out pools text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  today date := (now() at time zone 'UTC')::date;
begin
  select s_.status, s_.starts_on, s_.ends_on, s_.lineage, s_.nas_id as own_nas, s_.calling_station, s_.simultaneous_use, s_.ipv4_method, s_.subnet_id,
      t.quota_bytes, t.quota_period, t.quota_action, t.interim_seconds, n.company_id as nas_company
    into s
    from service s_ join tariff t on t.id = s_.tariff_id left join nas n on n.id = radius_judge.nas_id and n.is_active and n.deleted_at is null
    where s_.id = radius_judge.service_id;
  reason := case
    when s.status <> 'active' then 'service-' || s.status
    when s.starts_on > today then 'not-started'
    when s.ends_on < today then 'expired'
    -- A NAS serves the services of its company and of those below.
    when s.nas_company is null or not s.nas_company = any (s.lineage) then 'nas-not-allowed'
    when s.own_nas <> nas_id then 'wrong-nas'
    when s.calling_station <> '' and panel.station(s.calling_station) is distinct from panel.station(calling) then 'wrong-station'
    when s.quota_bytes is not null and s.quota_action = 'stop' and panel.quota_used(service_id, s.quota_period) >= s.quota_bytes then 'quota-used'
    -- Sessions that still report, of other stations: who redials from the same one takes the place of its own old session.
    when s.simultaneous_use <= (
      select count(*) from session_live l where l.service_id = radius_judge.service_id
        and l.updated_at > now() - 3 * s.interim_seconds * interval '1 second'
        and (coalesce(calling, '') = '' or l.calling is distinct from calling)) then 'too-many-sessions'
    else ''
  end;
  pools := '';
  if reason = '' and s.ipv4_method = 'pool' then
    pools := coalesce(s.subnet_id::text, (select string_agg(p.subnet_id::text, ',' order by p.position, p.subnet_id) from nas_pool p where p.nas_id = radius_judge.nas_id), '');
  end if;
end $$;

-- Check items. No row: no such user. `{clear}` keeps FreeRADIUS from taking quotes of a password for its own.
create function panel.radius_check(login text, nas text, calling text) returns table (id int, username text, attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  j record;
begin
  select s_.id, s_.password into s from service s_ where s_.username = login and s_.deleted_at is null;
  if not found then return; end if;
  j := panel.radius_judge(s.id, nas::bigint, calling);
  username := login;
  op := ':=';
  id := 1; attribute := 'Panel-Service-Id'; value := s.id::text; return next;
  if j.reason <> '' then
    id := 2; attribute := 'Auth-Type'; value := 'Reject'; return next;
    id := 3; attribute := 'Panel-Reason'; value := j.reason; return next;
    return;
  end if;
  id := 2; attribute := 'Password-With-Header'; value := '{clear}' || panel.opened(s.password); return next;
  if j.pools <> '' then
    id := 3; attribute := 'Panel-Pool'; value := j.pools; return next;
  end if;
end $$;

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

-- Reply items of a service at a NAS, for its maker. FreeRADIUS takes a value in backquotes for a command: no value that
-- somebody typed begins with a quote.
create function panel.reply_items(service_id bigint, nas_id bigint) returns table (attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  up int;
  down int;
  slowed boolean;
begin
  select s_.ends_on, s_.ipv4_method, s_.address, s_.network, s_.ipv6_network, n.vendor, t.*
    into s
    from service s_ join tariff t on t.id = s_.tariff_id left join nas n on n.id = reply_items.nas_id
    where s_.id = reply_items.service_id;
  slowed := s.quota_bytes is not null and s.quota_action = 'slow' and panel.quota_used(service_id, s.quota_period) >= s.quota_bytes;
  up := case when slowed then s.slow_upload_rate else s.upload_rate end;
  down := case when slowed then s.slow_download_rate else s.download_rate end;
  op := ':=';
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

create function panel.radius_reply(login text, nas text) returns table (id int, username text, attribute text, value text, op text) language sql stable as $$
  select 1, login, r.attribute, r.value, r.op from service s, panel.reply_items(s.id, nas::bigint) r where s.username = login and s.deleted_at is null
$$;

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
  s record;
  leased inet;
begin
  select s_.id, s_.company_id, s_.lineage, t.interim_seconds into s from service s_ join tariff t on t.id = s_.tariff_id where s_.id = service::bigint;
  if pools <> '' then
    leased := panel.lease(pools, s.id, nas::bigint, coalesce(calling, ''), panel.lease_seconds(s.interim_seconds));
    if leased is null then return 'FULL'; end if;
  end if;
  insert into auth_log (username, service_id, company_id, nas_id, accepted, calling, lineage)
    values (login, s.id, s.company_id, nas::bigint, true, nullif(calling, ''), s.lineage);
  perform panel.heard(nas::bigint, true);
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
