-- The IPoE service that a request identifies, among those that the NAS serves, or null. `hints` is collected by radiusd.conf:
-- `c<hex>;` Agent-Circuit-Id, `r<hex>;` Agent-Remote-Id (RFC 4679, Cisco), `e<hex>;` the whole option (Juniper).
-- A circuit ID without a remote ID is unique only at its NAS.
create or replace function panel.ipoe_service(login text, nas bigint, calling text, hints text) returns bigint language plpgsql stable as $$
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
  -- A NAS that sends the identifier as the user name.
  if n.identifier = 'circuit-id' then circuit := coalesce(circuit, named); remote := null; end if;
  if n.identifier = 'remote-id' then remote := coalesce(remote, named); circuit := null; end if;
  if n.identifier <> 'mac' and (circuit is not null or remote is not null) then
    select s.id into found from service s
      where s.deleted_at is null and s.auth_method = 'option82' and n.company_id = any (s.ancestor_ids)
        and (s.circuit_id = circuit or (s.circuit_id is null and s.remote_id = remote))
        and (s.remote_id = remote or s.remote_id is null) and (s.nas_id = n.id or (s.nas_id is null and s.remote_id is not null))
      order by s.remote_id is null, s.circuit_id is null, s.nas_id is null limit 1;
    if found is not null then return found; end if;
  end if;
  if n.identifier = 'circuit-and-remote' and circuit is null and remote is null then
    -- Junos joins the parts by a dot, which may also occur within a part.
    select s.id into found from generate_series(1, octet_length(named) - 2) dot
        join service s on s.circuit_id = substr(named, 1, dot) and s.remote_id = substr(named, dot + 2)
      where substr(named, dot + 1, 1) = '\x2e' and s.deleted_at is null and s.auth_method = 'option82' and n.company_id = any (s.ancestor_ids)
        and (s.nas_id = n.id or s.nas_id is null) limit 1;
    if found is not null then return found; end if;
  end if;
  if n.identifier not in ('auto', 'mac') then return null; end if;
  -- The user name first: the calling station of RouterOS is the client identifier, which may be any text.
  station := coalesce(panel.mac_address(login), panel.mac_address(calling));
  select s.id into found from service s
    where s.mac = station and s.deleted_at is null and s.auth_method = 'mac' and n.company_id = any (s.ancestor_ids);
  return found;
end $$;
alter function panel.ipoe_service(text, bigint, text, text) owner to trunkline_app_all;
revoke execute on function panel.ipoe_service(text, bigint, text, text) from public;
