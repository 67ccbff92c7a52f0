-- Whether devices of a company may have a private address: the provider allotted a prefix that contains it to the company or
-- to an ancestor, a user of the provider saved it for this device, or address management allocated it from space that the
-- provider added (the public space) to a VPN dial-up, to a NAS or its pools, or for management or VPN. A dial-up qualifies
-- for its own device, and if it belongs to the company or an ancestor other than the provider; its session qualifies if a
-- NAS of the provider reports it, since a tenant's own NAS may report any address. Private spaces are under the tenant's
-- control and do not qualify. Bypasses row security, because tenants may not read the provider's allotments.
create or replace function device_address_allotted(company bigint, device bigint, address inet, dialup bigint)
  returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  with line as (
    select a.ancestor_id as id from company_tree a join company c on c.id = a.ancestor_id
      where a.descendant_id = company and c.parent_id is not null),
  provider as (select id from company where parent_id is null),
  given as (select id from ip_space where kind = 'public')
  select exists (select from provider p where p.id = company)
    or exists (select from device_network d join line l on l.id = d.company_id where d.prefix >>= address)
    or exists (select from device_address_approval a where a.hardware_id = device and a.address = device_address_allotted.address)
    or exists (select from subnet n join line l on l.id = n.company_id
        where n.space_id in (select id from given) and n.net = any (ip_prefixes(address)) and n.holds and n.deleted_at is null
          and (n.company_id = company or n.shared)
          and (n.usage_type in ('management', 'vpn') or n.used_by_kind in ('nas', 'vpn-dialup')
            or exists (select from nas_pool k where k.subnet_id = n.id)))
    or exists (select from address a join service s on s.id = a.used_by_id
        where a.space_id in (select id from given) and a.ip = device_address_allotted.address and a.holds and a.deleted_at is null
          and a.used_by_kind = 'vpn-dialup' and s.kind = 'vpn-dialup' and s.deleted_at is null
          and (s.id = dialup or s.company_id in (select id from line)))
    or exists (select from session_live v join service s on s.id = v.service_id join nas n on n.id = v.nas_id
        where v.framed_ip = device_address_allotted.address and s.kind = 'vpn-dialup' and s.deleted_at is null
          and n.company_id in (select id from provider)
          and (s.id = dialup or s.company_id in (select id from line)))
$$;
alter function device_address_allotted(bigint, bigint, inet, bigint) owner to trunkline_app_all;
revoke execute on function device_address_allotted(bigint, bigint, inet, bigint) from public;
grant execute on function device_address_allotted(bigint, bigint, inet, bigint) to trunkline_app;
