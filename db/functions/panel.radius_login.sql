-- A login at FreeRADIUS: whether the service may log in at the NAS now, its password, and the attributes of an accept, in the
-- dialect of the NAS's vendor. `login`, `calling`: in hexadecimal. No row: no such service. `hints`, separated by semicolons, are
-- those of panel.ipoe_service, and what the request has in place of a password: `pnone` (absent or empty), `pchap`, `p` and the
-- octets of a password that is spelled like a MAC address, `h` and the HMAC-SHA1 of another password, both in hexadecimal. First, and
-- without a password in the answer: `s<serial>` of a client certificate that FreeRADIUS has verified (EAP-TLS), `i<id>` of a service
-- that a tunnel has authenticated, or whose reply is previewed.
-- All rows are check items: FreeRADIUS stores them in `control`, and its post-auth copies those of the reply. Panel-Reason: why
-- it is rejected. Panel-Pool, Panel-Framed-Pool6, Panel-Delegated-Pool6: subnets to lease from, in order,
-- comma-separated. Panel-Limit: maximum number of sessions. Panel-Extra: tariff or NAS have attributes to add (radius_extra).
-- Panel-User: the user name of the service of `i<id>`.
-- No side effects, except with the HMAC of the right password: then the session of a service with a session limit or pools is
-- reserved, and Panel-Reserved is the result (panel.reserve_session). Otherwise FreeRADIUS reserves it after it has compared
-- the password.
-- FreeRADIUS executes a value in backquotes as a command: no value from user input starts with a quote, and the password is
-- prefixed with `{clear}`.
-- Most of the time is spent on starting statements and expressions, once for each login: rare cases share a condition.
create or replace function panel.radius_login(login text, nas text, calling text, hints text)
  returns table (id int, username text, attribute text, value text, op text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  named text := panel.octets_text(login);
  -- What the request has in place of a password, as in `hints`. Null: the password has been checked.
  secret text;
  service_key bigint;
  r record;
  s public.service;
  t public.tariff;
  n public.nas;
  today date;
  used bigint;
  reason text;
  up int;
  down int;
  slowed boolean;
  password text;
  pools text;
  framed_pools text;
  delegated_pools text;
begin
  -- Whole rows: each column of a join's result would be prepared again for each login.
  if hints = '' or left(hints, 1) = 'h' then
    secret := left(hints, 41);
    select s_ as s, t_ as t, n_ as n into r
      from service s_ join tariff t_ on t_.id = s_.tariff_id left join public.nas n_ on n_.id = nas::bigint and n_.is_active and n_.deleted_at is null
      where s_.username = named and s_.deleted_at is null;
    if not found then
      service_key := panel.ipoe_service(named, nas::bigint, panel.octets_text(calling), hints);
      if service_key is null then return; end if;
    end if;
  elsif left(hints, 1) = 'i' then
    service_key := substring(hints from 2 for length(hints) - 2);
  elsif hints ~ '^s[0-9a-f]+;' then
    select c.service_id, case when c.revoked_at is not null then 'certificate-revoked' end into service_key, reason
      from service_certificate c where c.serial = ltrim(substring(hints from '^s([0-9a-f]+);'), '0');
    if service_key is null or reason is not null then
      return query values (1, named, 'Panel-Service-Id', coalesce(service_key::text, ''), ':='), (1, named, 'Auth-Type', 'Reject', ':='),
        (1, named, 'Panel-Reason', coalesce(reason, 'certificate-unknown'), ':=');
      return;
    end if;
  else
    secret := coalesce(substring(hints from '(?:^|;)p([0-9a-z]+);'), substring(hints from '(?:^|;)(h[0-9a-f]{40});'), '');
    select s_.id into service_key from service s_ where s_.username = named and s_.deleted_at is null;
    if service_key is null then service_key := panel.ipoe_service(named, nas::bigint, panel.octets_text(calling), hints); end if;
    if service_key is null then return; end if;
  end if;
  if service_key is not null then
    select s_ as s, t_ as t, n_ as n into r
      from service s_ join tariff t_ on t_.id = s_.tariff_id left join public.nas n_ on n_.id = nas::bigint and n_.is_active and n_.deleted_at is null
      where s_.id = service_key and s_.deleted_at is null;
    if not found then return; end if;
  end if;
  s := r.s;
  t := r.t;
  n := r.n;
  if num_nonnulls(s.starts_on, s.ends_on, t.quota_bytes) > 0 then
    today := now() at time zone 'UTC';
    if t.quota_bytes is not null then used := panel.quota_used(s.id, t.quota_period); end if;
  end if;
  reason := case
    when s.status <> 'active' then 'service-' || s.status
    when s.starts_on > today then 'not-started'
    when s.ends_on < today then 'expired'
    -- A NAS serves the services of its company and of its descendants.
    when n.id is null or not n.company_id = any (s.ancestor_ids) then 'nas-not-allowed'
    when s.nas_id <> n.id then 'wrong-nas'
    when s.auth_method <> 'password' and not 'ipoe' = any (n.purposes) then 'nas-not-allowed'
    else ''
  end;
  if reason = '' and (s.calling_station <> '' or used is not null) then
    reason := case
      when s.calling_station <> '' and panel.station(s.calling_station) is distinct from panel.station(panel.octets_text(calling)) then 'wrong-station'
      when t.quota_action = 'stop' and used >= t.quota_bytes then 'quota-used'
      else ''
    end;
  end if;
  id := 1;
  username := s.username;
  op := ':=';
  attribute := 'Panel-Service-Id'; value := s.id::text; return next;
  if secret is null then
    if left(hints, 1) = 'i' then attribute := 'Panel-User'; value := s.username; return next; end if;
  elsif reason = '' then
    if s.auth_method = 'password' then
      if secret = 'none' then reason := 'no-password';
      else
        password := panel.opened(s.password);
        attribute := 'Password-With-Header'; value := '{clear}' || password; return next;
      end if;
    elsif n.ipoe_password is not null then
      attribute := 'Password-With-Header'; value := '{clear}' || panel.opened(n.ipoe_password); return next;
    elsif secret = 'chap' then
      attribute := 'Password-With-Header'; value := '{clear}' || named; return next;
    elsif secret = 'none' or panel.mac_address(panel.octets_text(case when secret ~ '^[0-9a-f]+$' then secret end)) = coalesce(s.mac, panel.mac_address(named), panel.mac_address(panel.octets_text(calling))) then
      attribute := 'Auth-Type'; value := 'Accept'; return next;
    else
      reason := 'bad-credentials';
    end if;
  end if;
  if reason <> '' then
    attribute := 'Auth-Type'; value := 'Reject'; return next;
    attribute := 'Panel-Reason'; value := reason; return next;
    return;
  end if;
  if t.extra_attributes <> '[]' or n.extra_attributes <> '[]' then
    attribute := 'Panel-Extra'; value := 'yes'; return next;
  end if;
  if s.ipv4_method = 'pool' then
    pools := coalesce(s.subnet_id::text, (select string_agg(p.subnet_id::text, ',' order by p.position, p.subnet_id) from nas_pool p where p.nas_id = n.id));
  end if;
  if s.framed_ipv6_method = 'pool' then framed_pools := s.framed_ipv6_subnet_id::text; end if;
  if s.delegated_ipv6_method = 'pool' then delegated_pools := s.ipv6_subnet_id::text; end if;
  if num_nonnulls(s.simultaneous_use, pools, framed_pools, delegated_pools) > 0 then
    -- FreeRADIUS compares the password later; known to be right by now is only one with its HMAC.
    if password is not null and secret = 'h' || encode(hmac(password, current_setting('panel.proof_key', true), 'sha1'), 'hex') then
      value := panel.reserve_session(s.id, n.id, panel.octets_text(calling), s.simultaneous_use, t.interim_seconds, pools, framed_pools, delegated_pools);
      if value = 'LIMIT' or value = 'FULL' then
        attribute := 'Panel-Reason'; value := case value when 'LIMIT' then 'too-many-sessions' else 'pool-full' end; return next;
        attribute := 'Auth-Type'; value := 'Reject'; return next;
        return;
      end if;
      attribute := 'Panel-Reserved'; return next;
    else
      if s.simultaneous_use is not null then attribute := 'Panel-Limit'; value := s.simultaneous_use::text; return next; end if;
      if pools is not null then attribute := 'Panel-Pool'; value := pools; return next; end if;
      if framed_pools is not null then attribute := 'Panel-Framed-Pool6'; value := framed_pools; return next; end if;
      if delegated_pools is not null then attribute := 'Panel-Delegated-Pool6'; value := delegated_pools; return next; end if;
    end if;
  end if;

  if used >= t.quota_bytes and t.quota_action = 'slow' then
    slowed := true;
    up := t.slow_upload_rate;
    down := t.slow_download_rate;
  else
    up := t.upload_rate;
    down := t.download_rate;
  end if;
  attribute := 'Acct-Interim-Interval'; value := t.interim_seconds::text; return next;
  -- In the order of panel.session_changes.
  if num_nonnulls(t.session_timeout, s.ends_on, t.idle_timeout) > 0 then
    if t.session_timeout is not null or s.ends_on is not null then
      attribute := 'Session-Timeout';
      -- To the end of the last day (UTC), at least one second.
      value := greatest(1, least(t.session_timeout, extract(epoch from (s.ends_on + 1) - (now() at time zone 'UTC'))::bigint))::text; return next;
    end if;
    if t.idle_timeout is not null then
      attribute := 'Idle-Timeout'; value := t.idle_timeout::text; return next;
    end if;
  end if;
  if s.ipv4_method in ('static-address', 'static-network') and s.address is not null then
    attribute := 'Framed-IP-Address'; value := host(s.address); return next;
  end if;

  if n.vendor = 'mikrotik' then
    -- A short expression for the usual tariff: each function in an expression costs, also in a branch that is not taken.
    if t.priority = 8 and (slowed or t.burst_upload_rate is null) then value := panel.rate_pair(up, down);
    elsif slowed then value := panel.rate_limit(up, down, null, null, null, null, null, t.priority);
    else value := panel.rate_limit(up, down, t.burst_upload_rate, t.burst_download_rate, t.burst_upload_threshold, t.burst_download_threshold, t.burst_seconds, t.priority); end if;
    if value is not null then
      attribute := 'Mikrotik-Rate-Limit'; return next;
    end if;
    if t.address_list <> '' then
      attribute := 'Mikrotik-Address-List'; value := ltrim(t.address_list, E'`\'"'); return next;
    end if;
  elsif n.vendor = 'cisco' then
    op := '+=';
    attribute := 'Cisco-AVPair';
    -- A policy of the router; without one the committed access rate, which older releases support.
    if t.cisco_policy_in <> '' and slowed is null then value := 'ip:sub-qos-policy-in=' || t.cisco_policy_in; return next;
    elsif up is not null then value := panel.car('input', up); return next; end if;
    if t.cisco_policy_out <> '' and slowed is null then value := 'ip:sub-qos-policy-out=' || t.cisco_policy_out; return next;
    elsif down is not null then value := panel.car('output', down); return next; end if;
    op := ':=';
  elsif n.vendor = 'huawei' then
    if up is not null then attribute := 'Huawei-Input-Average-Rate'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'Huawei-Output-Average-Rate'; value := panel.bits(down); return next; end if;
  elsif n.vendor = 'cambium' then
    if up is not null then attribute := 'Cambium-ePMP-Max-Burst-Uplink-Rate'; value := up; return next; end if;
    if down is not null then attribute := 'Cambium-ePMP-Max-Burst-Downlink-Rate'; value := down; return next; end if;
  elsif n.vendor = 'strongswan' then
    -- Its eap-radius plugin does not limit rates.
    null;
  else
    if up is not null then attribute := 'WISPr-Bandwidth-Max-Up'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'WISPr-Bandwidth-Max-Down'; value := panel.bits(down); return next; end if;
  end if;

  if num_nonnulls(s.network, s.ipv6_network, nullif(s.framed_ipv6_method, 'none'), nullif(s.delegated_ipv6_method, 'none')) > 0 then
    if s.framed_ipv6_method = 'static-prefix' and s.framed_ipv6 is not null then
      attribute := 'Framed-IPv6-Prefix'; value := s.framed_ipv6; return next;
    elsif s.framed_ipv6_method = 'static-address' and s.framed_ipv6 is not null then
      attribute := 'Framed-IPv6-Address'; value := host(s.framed_ipv6); return next;
    elsif s.framed_ipv6_method = 'nas-pool' then
      attribute := 'Framed-IPv6-Pool'; value := s.framed_ipv6_pool; return next;
    end if;
    if s.delegated_ipv6_method = 'nas-pool' then
      attribute := case n.vendor when 'mikrotik' then 'Mikrotik-Delegated-IPv6-Pool' when 'huawei' then 'Huawei-Delegated-IPv6-Prefix-Pool' else 'Delegated-IPv6-Prefix-Pool' end;
      value := s.delegated_ipv6_pool; return next;
    end if;

    if s.network is not null then
      -- 0.0.0.0: routed through the customer's own address (RFC 2865, 5.22).
      op := '+='; attribute := 'Framed-Route'; value := format('%s %s 1', s.network, coalesce(host(s.address), '0.0.0.0')); return next;
    end if;
    if s.ipv6_network is not null then
      op := '+='; attribute := 'Delegated-IPv6-Prefix'; value := s.ipv6_network; return next;
    end if;
  end if;
end $$;
alter function panel.radius_login(text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_login(text, text, text, text) from public;
grant execute on function panel.radius_login(text, text, text, text) to trunkline_radius;
