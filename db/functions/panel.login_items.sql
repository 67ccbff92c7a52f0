-- Whether a service may log in at the NAS now, its password, and the attributes of an accept, in the dialect of the NAS's vendor.
-- `service_key` null: no such service, no row. No side effects. `secret` is what the request contains in place of a password
-- for IPoE: `none` (absent or empty), `chap`, the octets of a password that is spelled like a MAC address, or
-- `other`; null: a service with a password. `opening`: with the decrypted password, which needs the key.
-- All rows are check items: FreeRADIUS stores them in `control`, and its post-auth copies those of the reply. Panel-Reason: why
-- it is rejected. Panel-Pool, Panel-Framed-Pool6, Panel-Delegated-Pool6: subnets to lease from, in order,
-- comma-separated. Panel-Limit: maximum number of sessions. Panel-Extra: tariff or NAS have attributes to add (radius_extra).
-- FreeRADIUS executes a value in backquotes as a command: no value from user input starts with a quote, and the password is
-- prefixed with `{clear}`.
create or replace function panel.login_items(service_key bigint, nas_key bigint, login text, calling text, secret text, opening boolean)
  returns table (id int, username text, attribute text, value text, op text)
  language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  today date := (now() at time zone 'UTC')::date;
  reason text;
  up int;
  down int;
  slowed boolean;
begin
  select s_.id, s_.username, s_.password, s_.status, s_.starts_on, s_.ends_on, s_.ancestor_ids, s_.nas_id as own_nas, s_.calling_station, s_.simultaneous_use, s_.ipv4_method,
      s_.address, s_.network, s_.ipv6_network, s_.subnet_id, s_.auth_method, s_.mac, s_.framed_ipv6_method, s_.framed_ipv6_subnet_id, s_.framed_ipv6, s_.framed_ipv6_pool,
      s_.delegated_ipv6_method, s_.delegated_ipv6_pool, s_.ipv6_subnet_id,
      t.download_rate, t.upload_rate, t.burst_download_rate, t.burst_upload_rate, t.burst_download_threshold, t.burst_upload_threshold,
      t.burst_seconds, t.priority, t.session_timeout, t.idle_timeout, t.interim_seconds, t.quota_bytes, t.quota_action, t.slow_download_rate, t.slow_upload_rate, t.address_list,
      t.cisco_policy_in, t.cisco_policy_out,
      n.id as nas_id, n.company_id as nas_company, n.vendor, n.purposes, n.ipoe_password,
      t.extra_attributes <> '[]' or n.extra_attributes <> '[]' as has_extra,
      case when t.quota_bytes is not null then panel.quota_used(s_.id, t.quota_period) end as used
    into s
    from service s_ join tariff t on t.id = s_.tariff_id left join public.nas n on n.id = nas_key and n.is_active and n.deleted_at is null
    where s_.id = service_key and s_.deleted_at is null;
  if not found then return; end if;
  reason := case
    when s.status <> 'active' then 'service-' || s.status
    when s.starts_on > today then 'not-started'
    when s.ends_on < today then 'expired'
    -- A NAS serves the services of its company and of its descendants.
    when s.nas_company is null or not s.nas_company = any (s.ancestor_ids) then 'nas-not-allowed'
    when s.own_nas <> s.nas_id then 'wrong-nas'
    when s.auth_method <> 'password' and not 'ipoe' = any (s.purposes) then 'nas-not-allowed'
    when s.calling_station <> '' and panel.station(s.calling_station) is distinct from panel.station(calling) then 'wrong-station'
    when s.quota_action = 'stop' and s.used >= s.quota_bytes then 'quota-used'
    else ''
  end;
  id := 1;
  username := s.username;
  op := ':=';
  attribute := 'Panel-Service-Id'; value := s.id; return next;
  if reason = '' and opening then
    if s.auth_method = 'password' then
      if secret = 'none' then reason := 'no-password';
      else attribute := 'Password-With-Header'; value := '{clear}' || panel.opened(s.password); return next; end if;
    elsif s.ipoe_password is not null then
      attribute := 'Password-With-Header'; value := '{clear}' || panel.opened(s.ipoe_password); return next;
    elsif secret = 'chap' then
      attribute := 'Password-With-Header'; value := '{clear}' || login; return next;
    elsif secret = 'none' or panel.mac_address(panel.octets_text(nullif(secret, 'other'))) = coalesce(s.mac, panel.mac_address(login), panel.mac_address(calling)) then
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
  if s.simultaneous_use is not null then
    attribute := 'Panel-Limit'; value := s.simultaneous_use; return next;
  end if;
  if s.has_extra then
    attribute := 'Panel-Extra'; value := 'yes'; return next;
  end if;
  if s.ipv4_method = 'pool' then
    value := coalesce(s.subnet_id::text, (select string_agg(p.subnet_id::text, ',' order by p.position, p.subnet_id) from nas_pool p where p.nas_id = s.nas_id));
    if value <> '' then
      attribute := 'Panel-Pool'; return next;
    end if;
  end if;

  slowed := coalesce(s.quota_action = 'slow' and s.used >= s.quota_bytes, false);
  up := case when slowed then s.slow_upload_rate else s.upload_rate end;
  down := case when slowed then s.slow_download_rate else s.download_rate end;
  attribute := 'Acct-Interim-Interval'; value := s.interim_seconds; return next;
  if s.session_timeout is not null or s.ends_on is not null then
    attribute := 'Session-Timeout';
    -- To the end of the last day (UTC), at least one second.
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
    -- A policy of the router; without one the committed access rate, which older releases support.
    if s.cisco_policy_in <> '' and not slowed then value := 'ip:sub-qos-policy-in=' || s.cisco_policy_in; return next;
    elsif up is not null then value := panel.car('input', up); return next; end if;
    if s.cisco_policy_out <> '' and not slowed then value := 'ip:sub-qos-policy-out=' || s.cisco_policy_out; return next;
    elsif down is not null then value := panel.car('output', down); return next; end if;
    op := ':=';
  when 'huawei' then
    if up is not null then attribute := 'Huawei-Input-Average-Rate'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'Huawei-Output-Average-Rate'; value := panel.bits(down); return next; end if;
  when 'cambium' then
    if up is not null then attribute := 'Cambium-ePMP-Max-Burst-Uplink-Rate'; value := up; return next; end if;
    if down is not null then attribute := 'Cambium-ePMP-Max-Burst-Downlink-Rate'; value := down; return next; end if;
  when 'strongswan' then
    -- Its eap-radius plugin does not limit rates.
    null;
  else
    if up is not null then attribute := 'WISPr-Bandwidth-Max-Up'; value := panel.bits(up); return next; end if;
    if down is not null then attribute := 'WISPr-Bandwidth-Max-Down'; value := panel.bits(down); return next; end if;
  end case;

  case s.framed_ipv6_method
  when 'static-prefix' then
    if s.framed_ipv6 is not null then attribute := 'Framed-IPv6-Prefix'; value := s.framed_ipv6; return next; end if;
  when 'static-address' then
    if s.framed_ipv6 is not null then attribute := 'Framed-IPv6-Address'; value := host(s.framed_ipv6); return next; end if;
  when 'pool' then
    if s.framed_ipv6_subnet_id is not null then attribute := 'Panel-Framed-Pool6'; value := s.framed_ipv6_subnet_id; return next; end if;
  when 'nas-pool' then
    attribute := 'Framed-IPv6-Pool'; value := s.framed_ipv6_pool; return next;
  else
    null;
  end case;
  case s.delegated_ipv6_method
  when 'pool' then
    if s.ipv6_subnet_id is not null then attribute := 'Panel-Delegated-Pool6'; value := s.ipv6_subnet_id; return next; end if;
  when 'nas-pool' then
    attribute := case s.vendor when 'mikrotik' then 'Mikrotik-Delegated-IPv6-Pool' when 'huawei' then 'Huawei-Delegated-IPv6-Prefix-Pool' else 'Delegated-IPv6-Prefix-Pool' end;
    value := s.delegated_ipv6_pool; return next;
  else
    null;
  end case;

  op := '+=';
  if s.network is not null then
    -- 0.0.0.0: routed through the customer's own address (RFC 2865, 5.22).
    attribute := 'Framed-Route'; value := format('%s %s 1', s.network, coalesce(host(s.address), '0.0.0.0')); return next;
  end if;
  if s.ipv6_network is not null then
    attribute := 'Delegated-IPv6-Prefix'; value := s.ipv6_network; return next;
  end if;
end $$;
alter function panel.login_items(bigint, bigint, text, text, text, boolean) owner to trunkline_app_all;
revoke execute on function panel.login_items(bigint, bigint, text, text, text, boolean) from public;
