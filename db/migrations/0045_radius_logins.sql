-- Logins: any octets in any attribute, IPoE, client certificates, IPv6, pending logins, and the reason of each rejection.
-- FreeRADIUS passes strings as hexadecimal octets (`%{hex:…}`), so that no value can spoil a statement. The functions with
-- the former names remain for FreeRADIUS hosts whose configuration was not written again yet.

grant create on schema panel to trunkline_app_all;

alter table auth_log add column detail text not null default '';

-- Octets -----------------------------------------------------------------------------------------------------------------
-- Octets as text: UTF-8 where they are valid, else PostgreSQL's escape format (`caf\351\000z`).
create function panel.escaped(octets bytea) returns text language plpgsql immutable parallel safe as $$
begin
  return convert_from(octets, 'UTF8');
exception when data_exception then
  return encode(octets, 'escape');
end $$;
-- The same for octets in hexadecimal. The escape format alters only NUL, backslash and octets from 80 on.
create function panel.octets_text(hex text) returns text language sql immutable parallel safe as $$
  select case when position('\' in encode(decode(hex, 'hex'), 'escape')) = 0 then encode(decode(hex, 'hex'), 'escape') else panel.escaped(decode(hex, 'hex')) end
$$;
create function panel.text_octets(value text) returns text language sql immutable parallel safe as $$
  select encode(convert_to(coalesce(value, ''), 'UTF8'), 'hex')
$$;

-- IPoE -------------------------------------------------------------------------------------------------------------------
-- A MAC address in any spelling: parts by colon or dash with zeros left out, three groups by dot or dash (Cisco, Huawei),
-- bare hexadecimal, and a DHCP client identifier of type 1 (RFC 2132, 9.14). Null: it is none.
create function panel.mac_address(value text) returns macaddr language plpgsql immutable parallel safe as $$
declare
  spelled text := lower(btrim(value));
  parts text[];
  digits text;
begin
  if spelled is null or spelled !~ '^[0-9a-f:.-]{12,23}$' then return null; end if;
  parts := regexp_split_to_array(spelled, '[:.-]');
  if cardinality(parts) = 7 and parts[1] in ('1', '01') then parts := parts[2:]; end if;
  if cardinality(parts) = 1 then
    digits := case when length(spelled) = 14 and left(spelled, 2) = '01' then substr(spelled, 3) else spelled end;
  elsif cardinality(parts) in (3, 6) then
    if exists (select from unnest(parts) p where length(p) not between 1 and 12 / cardinality(parts)) then return null; end if;
    select string_agg(lpad(p, 12 / cardinality(parts), '0'), '' order by i) into digits from unnest(parts) with ordinality t (p, i);
  end if;
  if digits !~ '^[0-9a-f]{12}$' then return null; end if;
  return digits::macaddr;
end $$;

-- Octets of an identifier, also where an access node writes them as hexadecimal text (0x0004…).
create function panel.identifier_octets(hex text) returns bytea language sql immutable parallel safe as $$
  select case when octets is null or octets = '' then null
    when encode(octets, 'escape') ~ '^0[xX]([0-9A-Fa-f]{2})+$' then decode(substr(encode(octets, 'escape'), 3), 'hex') else octets end
  from (select decode(hex, 'hex') as octets) o
$$;

-- Sub-option of DHCP option 82 (RFC 3046): number, length, octets. Null: absent, or the option is malformed.
create function panel.option82_part(octets bytea, number int) returns bytea language plpgsql immutable parallel safe as $$
declare
  at int := 0;
  size int;
begin
  while at + 2 <= octet_length(octets) loop
    size := get_byte(octets, at + 1);
    if at + 2 + size > octet_length(octets) then return null; end if;
    if get_byte(octets, at) = number then return nullif(substr(octets, at + 3, size), ''); end if;
    at := at + 2 + size;
  end loop;
  return null;
end $$;

-- The IPoE service that a request names, among those that the NAS serves; null: none. `hints` is what radiusd.conf collects:
-- `c<hex>;` Agent-Circuit-Id, `r<hex>;` Agent-Remote-Id (RFC 4679, Cisco), `e<hex>;` the whole option (Juniper).
-- A circuit without a remote id is unique at its NAS only.
create function panel.ipoe_service(login text, nas bigint, calling text, hints text) returns bigint language plpgsql stable as $$
#variable_conflict use_variable
declare
  n record;
  circuit bytea := panel.identifier_octets(substring(hints from '(?:^|;)c([0-9a-f]+);'));
  remote bytea := panel.identifier_octets(substring(hints from '(?:^|;)r([0-9a-f]+);'));
  whole bytea := decode(substring(hints from '(?:^|;)e([0-9a-f]+);'), 'hex');
  named bytea := convert_to(login, 'UTF8');
  station macaddr;
  found bigint;
begin
  select n_.id, n_.company_id, n_.ipoe_identifier as identifier into n from public.nas n_
    where n_.id = nas and n_.is_active and n_.deleted_at is null and 'ipoe' = any (n_.purposes);
  if n.id is null then return null; end if;
  if whole is not null then
    circuit := coalesce(circuit, panel.option82_part(whole, 1));
    remote := coalesce(remote, panel.option82_part(whole, 2));
  end if;
  -- A NAS that puts the identifier into the user name.
  if n.identifier = 'circuit-id' then circuit := coalesce(circuit, named); remote := null; end if;
  if n.identifier = 'remote-id' then remote := coalesce(remote, named); circuit := null; end if;
  if n.identifier <> 'mac' and (circuit is not null or remote is not null) then
    select s.id into found from service s
      where s.deleted_at is null and s.auth_method = 'option82' and n.company_id = any (s.lineage)
        and (s.circuit_id = circuit or (s.circuit_id is null and s.remote_id = remote))
        and (s.remote_id = remote or s.remote_id is null) and (s.nas_id = n.id or (s.nas_id is null and s.remote_id is not null))
      order by s.remote_id is null, s.circuit_id is null, s.nas_id is null limit 1;
    if found is not null then return found; end if;
  end if;
  if n.identifier = 'circuit-and-remote' and circuit is null and remote is null then
    -- Junos joins the parts by a dot, which may stand within a part too.
    select s.id into found from generate_series(1, octet_length(named) - 2) dot
        join service s on s.circuit_id = substr(named, 1, dot) and s.remote_id = substr(named, dot + 2)
      where substr(named, dot + 1, 1) = '\x2e' and s.deleted_at is null and s.auth_method = 'option82' and n.company_id = any (s.lineage)
        and (s.nas_id = n.id or s.nas_id is null) limit 1;
    if found is not null then return found; end if;
  end if;
  if n.identifier not in ('auto', 'mac') then return null; end if;
  -- The user name first: the calling station of RouterOS is the client identifier, which may be anything.
  station := coalesce(panel.mac_address(login), panel.mac_address(calling));
  select s.id into found from service s
    where s.mac = station and s.deleted_at is null and s.auth_method = 'mac' and n.company_id = any (s.lineage);
  return found;
end $$;

-- Logins -----------------------------------------------------------------------------------------------------------------
drop function panel.radius_preview(bigint, bigint, text);
drop function panel.radius_check(text, text, text, boolean);

-- Whether a service may go online at the NAS now, its password, and what a right one brings, in the words of the NAS's vendor.
-- `service_key` null: no such service, no row. No effect. `secret` is what the request carries in place of a password of the
-- service, for IPoE: `none` (absent or empty), `chap`, the octets of a password that is spelled like a MAC address, or
-- `other`; null: a service with a password of its own. `opening`: with the password, which takes the key.
-- All rows are check items: FreeRADIUS keeps them in `control`, and its post-auth copies those of the reply. Panel-Reason: why
-- it is rejected. Panel-Pool, Panel-Framed-Pool6, Panel-Delegated-Pool6: subnets that are leased from, in their order, by
-- comma. Panel-Limit: how many sessions at once. Panel-Extra: there are attributes of tariff or NAS to add (radius_extra).
-- FreeRADIUS takes a value in backquotes for a command: no value that somebody typed begins with a quote, and `{clear}`
-- goes before the password.
create function panel.login_items(service_key bigint, nas_key bigint, login text, calling text, secret text, opening boolean)
  returns table (id int, username text, attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  s record;
  today date := (now() at time zone 'UTC')::date;
  reason text;
  up int;
  down int;
  slowed boolean;
begin
  select s_.id, s_.username, s_.password, s_.status, s_.starts_on, s_.ends_on, s_.lineage, s_.nas_id as own_nas, s_.calling_station, s_.simultaneous_use, s_.ipv4_method,
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
    -- A NAS serves the services of its company and of those below.
    when s.nas_company is null or not s.nas_company = any (s.lineage) then 'nas-not-allowed'
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
    -- A policy of the router; without one the committed access rate, which older releases know.
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
    -- Its eap-radius plugin limits no rate.
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
    -- 0.0.0.0: through the customer's own address (RFC 2865, 5.22).
    attribute := 'Framed-Route'; value := format('%s %s 1', s.network, coalesce(host(s.address), '0.0.0.0')); return next;
  end if;
  if s.ipv6_network is not null then
    attribute := 'Delegated-IPv6-Prefix'; value := s.ipv6_network; return next;
  end if;
end $$;

-- A login of FreeRADIUS: strings in hexadecimal. `hints`: see panel.ipoe_service; besides `p<secret>;`, for EAP-TLS `s<serial>;`
-- of a client certificate that FreeRADIUS has verified, and `i<id>;` of the service that a tunnel has authenticated. No row: no
-- such service. Panel-User: its user name, where the request names it by something else.
create function panel.radius_login(login text, nas text, calling text, hints text) returns table (id int, username text, attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_variable
declare
  named text := panel.octets_text(login);
  station text := panel.octets_text(calling);
  nas_key bigint := nas;
  service_key bigint;
  serial text;
  state text;
begin
  if left(hints, 1) = 'i' then
    service_key := substring(hints from 2 for length(hints) - 2);
    return query select * from panel.login_items(service_key, nas_key, named, station, 'tunnel', false);
    return query select 1, s.username, 'Panel-User'::text, s.username, ':='::text from service s where s.id = service_key;
    return;
  end if;
  if left(hints, 1) = 's' then serial := substring(hints from 's([0-9a-f]+);'); end if;
  if serial is not null then
    select c.service_id, case when c.revoked_at is not null then 'certificate-revoked' end into service_key, state
      from service_certificate c where c.serial = ltrim(serial, '0');
    if service_key is null or state is not null then
      return query values (1, named, 'Panel-Service-Id', coalesce(service_key::text, ''), ':='), (1, named, 'Auth-Type', 'Reject', ':='),
        (1, named, 'Panel-Reason', coalesce(state, 'certificate-unknown'), ':=');
      return;
    end if;
    return query select * from panel.login_items(service_key, nas_key, named, station, 'certificate', false);
    return;
  end if;
  select s.id into service_key from service s where s.username = named and s.deleted_at is null;
  if service_key is null then
    service_key := panel.ipoe_service(named, nas_key, station, hints);
    if service_key is null then return; end if;
  end if;
  return query select * from panel.login_items(service_key, nas_key, named, station, case when hints = '' then 'other' else coalesce(substring(hints from '(?:^|;)p([0-9a-z]+);'), 'other') end, true);
end $$;

-- Attributes of a tariff and of a NAS that an accepted login gets besides. Validated where they are written.
create function panel.radius_extra(service text, nas text) returns table (id int, username text, attribute text, value text, op text) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select 1, ''::text, e.item ->> 'attribute', e.item ->> 'value', coalesce(e.item ->> 'op', '+=')
      from public.service s join tariff t on t.id = s.tariff_id join public.nas n on n.id = radius_extra.nas::bigint,
        lateral (select item, 1 as source, place from jsonb_array_elements(t.extra_attributes) with ordinality i (item, place)
          union all select item, 2, place from jsonb_array_elements(n.extra_attributes) with ordinality i (item, place)) e
      where s.id = radius_extra.service::bigint and coalesce(e.item ->> 'vendor', n.vendor) = n.vendor
      order by e.source, e.place;
end $$;

-- Records when a NAS was last heard, at most once in 30 seconds a kind. `signed`: yes or no, whether its request had a
-- Message-Authenticator; empty: not known.
create function panel.record_heard(nas bigint, accepted boolean, signed text) returns void language sql as $$
  insert into nas_heard as h (nas_id, auth_at, accept_at, signed_at, unsigned_at)
    select n.id, now(), case when accepted then now() end, case signed when 'yes' then now() end, case signed when 'no' then now() end from public.nas n where n.id = record_heard.nas
    on conflict (nas_id) do update set auth_at = now(), accept_at = coalesce(excluded.accept_at, h.accept_at),
      signed_at = coalesce(excluded.signed_at, h.signed_at), unsigned_at = coalesce(excluded.unsigned_at, h.unsigned_at)
$$;

-- Leases a prefix from IPv6 pools, as panel.lease leases an address: the one that this service and station had last, else
-- one that is free again, else the next that was never leased. Null: all are full.
create function panel.lease_prefix(pools text, service bigint, nas bigint, station text, seconds int) returns cidr language plpgsql as $$
#variable_conflict use_variable
declare
  pool bigint;
  leased cidr;
  base record;
begin
  foreach pool in array string_to_array(pools, ',')::bigint[] loop
    select p.prefix into leased from pool_prefix p
      where p.service_id = service and p.calling = station and p.subnet_id = pool and (station <> '' or p.leased_until < now())
      order by p.leased_until desc limit 1 for update skip locked;
    if leased is null then
      select p.prefix into leased from pool_prefix p
        where p.subnet_id = pool and p.leased_until < now()
          and not exists (select from session_address a where a.address = p.prefix and a.until_at is null and a.service_id = p.service_id)
        order by p.leased_until, p.prefix limit 1 for update skip locked;
    end if;
    if leased is null then
      update pool_prefix_next p set next = p.next + 1 from subnet s
        where p.subnet_id = pool and s.id = pool and p.next < case when p.unit - masklen(s.net) >= 62 then 4611686018427387904 else 1::bigint << (p.unit - masklen(s.net)) end
        returning s.net, p.unit, p.next - 1 as number into base;
      if found then
        leased := panel.nth_prefix(base.net, base.unit, base.number);
        insert into pool_prefix (subnet_id, prefix) values (pool, leased) on conflict do nothing;
      end if;
    end if;
    if leased is not null then
      update pool_prefix p set service_id = service, nas_id = nas, calling = station, leased_at = now(), leased_until = now() + seconds * interval '1 second'
        where p.subnet_id = pool and p.prefix = leased;
      return leased;
    end if;
  end loop;
  return null;
end $$;

-- The prefix of a length at a place, from 0, inside a network. By octets: 128 bits fit no integer.
create function panel.nth_prefix(net cidr, length int, number bigint) returns cidr language plpgsql immutable parallel safe as $$
declare
  bits text := right(lpad(number::bit(64)::text, 128, '0'), length - masklen(net));
  -- inet_send: family, length, a flag, size, then the octets of the address.
  octets bytea := substr(inet_send(net::inet), 5);
  place int;
begin
  for i in 1..length(bits) loop
    if substr(bits, i, 1) = '1' then
      place := masklen(net) + i - 1;
      octets := set_byte(octets, place / 8, get_byte(octets, place / 8) | (128 >> (place % 8)));
    end if;
  end loop;
  return ((select string_agg(encode(substr(octets, 1 + 2 * i, 2), 'hex'), ':' order by i) from generate_series(0, 7) i) || '/' || nth_prefix.length)::cidr;
end $$;

-- The password was right: `OK`, followed by what was leased (`ip=`, `framed=`, `delegated=`); `FULL` without a free address or
-- prefix; `LIMIT` where as many sessions run, or have been accepted and not started, as the service may have. Never empty,
-- which FreeRADIUS takes for a failure. An accepted login counts as a session until its Start or Stop, for 60 seconds at most.
create function panel.radius_accepted(service text, nas text, calling text, session_limit text, interim text, pools text, framed_pools text, delegated_pools text, signed text) returns text language plpgsql as $$
#variable_conflict use_column
declare
  nas_key bigint := nas;
  service_key bigint := service;
  station text := panel.octets_text(calling);
  -- Without a station nobody can tell a second login from the first: each is one of its own.
  pending text := station;
  h record;
  locked text;
  result text := 'OK';
  leased text;
begin
  if session_limit <> '' then
    locked := pg_advisory_xact_lock(735, (service_key % 2147483647)::int);
    if pending = '' then pending := '?' || gen_random_uuid(); end if;
    insert into login_pending as p (service_id, nas_id, calling, until)
      select service_key, nas_key, pending, clock_timestamp() + interval '60 seconds'
        where session_limit::int > (
          -- Sessions that still report, of other stations: a redial from the same one takes the place of its old session.
          select count(*) from session_live l where l.service_id = service_key and l.updated_at > now() - 3 * interim::int * interval '1 second' and (station = '' or l.calling is distinct from station)
        ) + (
          select count(*) from login_pending q where q.service_id = service_key and q.until > clock_timestamp() and (q.calling <> station or station = '')
            and not exists (select from session_live l where l.service_id = service_key and (l.calling = q.calling or (l.calling is null and q.calling like '?%')) and l.started_at > q.until - interval '65 seconds')
            and not exists (select from session_closed c where c.service_id = service_key and (c.calling = q.calling or (c.calling is null and q.calling like '?%')) and c.stopped_at > q.until - interval '60 seconds'))
      on conflict (service_id, nas_id, calling) do update set until = excluded.until;
    if not found then return 'LIMIT'; end if;
  end if;
  if pools <> '' then
    leased := host(panel.lease(pools, service_key, nas_key, station, panel.lease_seconds(interim::int)));
    result := result || ' ip=' || leased;
  end if;
  if framed_pools <> '' then
    leased := panel.lease_prefix(framed_pools, service_key, nas_key, station, panel.lease_seconds(interim::int));
    result := result || ' framed=' || leased;
  end if;
  if delegated_pools <> '' then
    leased := panel.lease_prefix(delegated_pools, service_key, nas_key, station, panel.lease_seconds(interim::int));
    result := result || ' delegated=' || leased;
  end if;
  -- One of the pools is full. What the others gave is free again.
  if result is null then
    update pool_address a set leased_until = now() where a.service_id = service_key and a.nas_id = nas_key and a.calling = station and a.leased_at = now();
    update pool_prefix a set leased_until = now() where a.service_id = service_key and a.nas_id = nas_key and a.calling = station and a.leased_at = now();
    delete from login_pending p where p.service_id = service_key and p.nas_id = nas_key and p.calling = pending;
    return 'FULL';
  end if;
  with logged as (
    insert into auth_log (username, service_id, company_id, nas_id, accepted, calling, lineage)
      select s.username, s.id, s.company_id, nas_key, true, nullif(station, ''), s.lineage from public.service s where s.id = service_key
  )
  select least(a.auth_at, a.accept_at) as both_at, a.accept_at, case signed when 'yes' then a.signed_at when 'no' then a.unsigned_at else now() end as signed_at into h from nas_heard a where a.nas_id = nas_key;
  if h.accept_at is null or h.signed_at is null or least(h.both_at, h.signed_at) < now() - interval '30 seconds' then perform panel.record_heard(nas_key, true, signed); end if;
  return result;
end $$;

-- Why FreeRADIUS rejected a login by itself, from its modules' messages. Anything that is not clearly a wrong password is
-- not called one.
create function panel.reject_reason(detail text, known boolean) returns text language sql immutable parallel safe as $$
  select case
    when detail ~* 'unknown ca|unknown_ca' then 'certificate-not-trusted'
    when detail ~* 'alert.*(bad certificate|certificate unknown|certificate expired|certificate_unknown|bad_certificate|access denied|internal error)|(bad certificate|certificate unknown|access denied)' then 'certificate-refused'
    when detail ~* 'certificate.*(verif|expired|revoked)|verify failed|no certificate|peer did not return' then 'client-certificate-invalid'
    when detail ~* 'No mutually acceptable types|unsupported EAP type|NAK' then 'method-not-offered'
    when detail ~* 'no-password' then 'no-password'
    when not known then 'unknown-user'
    when detail ~* 'MS-CHAP2?-Response is incorrect|does not match|password (check|comparison|authentication) failed|digest does not match|password .*(mismatch|incorrect)|mschap: .*incorrect' then 'bad-credentials'
    when detail = '' or detail ~* 'No Auth-Type found' then 'bad-credentials'
    else 'eap-failed'
  end
$$;

-- A login was rejected. `reason`: the panel's own, or empty; `detail`: messages of FreeRADIUS's modules. Never records a
-- password. A login of nobody's service belongs to the company of the NAS.
create function panel.radius_rejected(login text, nas text, reason text, calling text, service text, detail text, signed text) returns int language plpgsql as $$
#variable_conflict use_variable
declare
  named text := panel.octets_text(login);
  nas_key bigint := nas;
  -- FreeRADIUS adds this sentence to each rejection of EAP-MD5.
  words text := btrim(replace(panel.octets_text(detail), 'Cannot proxy packets unless ''proxy_requests = yes''', ''), ', ');
  s record;
  n record;
  h record;
begin
  if service <> '' then
    select s_.id, s_.username, s_.company_id, s_.lineage into s from public.service s_ where s_.id = service::bigint;
  else
    select s_.id, s_.username, s_.company_id, s_.lineage into s from public.service s_ where s_.username = named and s_.deleted_at is null;
  end if;
  select n_.id, n_.company_id, n_.lineage into n from public.nas n_ where n_.id = nas_key;
  insert into auth_log (username, service_id, company_id, nas_id, accepted, reason, calling, lineage, detail)
    values (left(coalesce(s.username, named), 1012), s.id, coalesce(s.company_id, n.company_id), n.id, false,
      coalesce(nullif(reason, ''), panel.reject_reason(words, s.id is not null)),
      nullif(panel.octets_text(calling), ''), coalesce(s.lineage, n.lineage, '{}'), case when reason = '' then left(words, 500) else '' end);
  select a.auth_at, case signed when 'yes' then a.signed_at when 'no' then a.unsigned_at else now() end as signed_at into h from nas_heard a where a.nas_id = nas_key;
  if h.auth_at is null or h.signed_at is null or least(h.auth_at, h.signed_at) < now() - interval '30 seconds' then perform panel.record_heard(nas_key, false, signed); end if;
  return 1;
end $$;

-- What FreeRADIUS would answer this service at this NAS if the password is right. No effect, no password. Sessions that run
-- count as they would for a login.
create function panel.radius_preview(service_id bigint, nas_id bigint, calling text, out reason text, out pools bigint[], out items jsonb) language plpgsql stable as $$
#variable_conflict use_variable
declare
  own record;
  running int;
begin
  select s.username, s.simultaneous_use as most, t.interim_seconds into own from service s join tariff t on t.id = s.tariff_id where s.id = service_id and s.deleted_at is null and ip_sees(s.lineage);
  if not found then return; end if;
  select coalesce(min(c.value) filter (where c.attribute = 'Panel-Reason'), ''),
      coalesce(string_to_array(string_agg(c.value, ',' order by c.place) filter (where c.attribute in ('Panel-Pool', 'Panel-Framed-Pool6', 'Panel-Delegated-Pool6')), ',')::bigint[], '{}'),
      coalesce(jsonb_agg(jsonb_build_object('attribute', c.attribute, 'op', c.op, 'value', c.value) order by c.place) filter (where c.attribute not like 'Panel-%' and c.attribute <> 'Auth-Type'), '[]')
        || case when bool_or(c.attribute = 'Panel-Extra') then (select coalesce(jsonb_agg(jsonb_build_object('attribute', e.attribute, 'op', e.op, 'value', e.value)), '[]') from panel.radius_extra(service_id::text, nas_id::text) e) else '[]' end
    into reason, pools, items
    from panel.login_items(service_id, nas_id, own.username, calling, 'none', false) with ordinality c (id, username, attribute, value, op, place);
  if reason = '' and own.most is not null then
    select count(*) into running from session_live l where l.service_id = service_id and l.updated_at > now() - 3 * own.interim_seconds * interval '1 second'
      and (coalesce(calling, '') = '' or l.calling is distinct from calling);
    if running >= own.most then
      reason := 'too-many-sessions';
      items := '[]';
    end if;
  end if;
end $$;

-- Former names -----------------------------------------------------------------------------------------------------------
-- For FreeRADIUS hosts whose configuration was written before this version (`npm run radius -- write`).
create function panel.radius_check(login text, nas text, calling text) returns table (id int, username text, attribute text, value text, op text) language sql stable as $$
  select i.* from panel.radius_login(panel.text_octets(login), nas, panel.text_octets(calling), '') i where i.attribute not in ('Panel-Limit', 'Panel-Extra', 'Panel-Framed-Pool6', 'Panel-Delegated-Pool6')
$$;
create or replace function panel.radius_accept(login text, service text, pools text, nas text, calling text) returns text language plpgsql as $$
declare
  answer text := panel.radius_accepted(service, nas, panel.text_octets(calling),
    (select coalesce(s.simultaneous_use::text, '') from public.service s where s.id = radius_accept.service::bigint),
    (select t.interim_seconds::text from public.service s join tariff t on t.id = s.tariff_id where s.id = radius_accept.service::bigint), pools, '', '', '');
begin
  return case when answer = 'LIMIT' then 'FULL' else coalesce(substring(answer from 'ip=(\S+)'), answer) end;
end $$;
create or replace function panel.radius_reject(login text, nas text, reason text, calling text) returns int language sql as $$
  select panel.radius_rejected(panel.text_octets(login), nas, reason, panel.text_octets(calling), '', '', '')
$$;

drop function panel.heard(bigint, boolean);

do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace
    and proname in ('escaped', 'octets_text', 'text_octets', 'mac_address', 'identifier_octets', 'option82_part', 'ipoe_service', 'login_items', 'radius_login', 'radius_extra', 'record_heard',
      'lease_prefix', 'nth_prefix', 'radius_accepted', 'reject_reason', 'radius_rejected', 'radius_preview', 'radius_check', 'radius_accept', 'radius_reject') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    if f.proname in ('radius_login', 'radius_extra', 'radius_accepted', 'radius_rejected', 'radius_check', 'radius_accept', 'radius_reject') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_radius', f.name);
    elsif f.proname = 'radius_preview' then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_app', f.name);
    end if;
  end loop;
end $$;
revoke create on schema panel from trunkline_app_all;
