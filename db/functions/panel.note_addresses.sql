-- The current addresses of a session as rows of session_address: starts new ones, ends missing ones. `cgn`: port blocks of
-- carrier-grade NAT, `address:from-to`, comma-separated.
create or replace function panel.note_addresses(key text, at timestamptz, ipv6_prefix text, ipv6_address text, delegated text, cgn text)
  returns void
  language plpgsql as $$
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
    -- A kind that the packet does not contain is unchanged.
    update session_address a set until_at = greatest(at, a.from_at)
      where a.uid = key and a.until_at is null and a.kind in (select kind from given)
        and not exists (select from given g where g.kind = a.kind and g.address = a.address and g.port_from is not distinct from a.port_from and g.port_to is not distinct from a.port_to)
  ), added as (
    insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, port_from, port_to, from_at, ancestor_ids)
      select key, l.service_id, l.username, l.company_id, l.nas_id, l.calling, g.kind, g.address, g.port_from, g.port_to,
          -- The first addresses start with the session.
          case when exists (select from session_address a where a.uid = key and a.kind = g.kind and a.from_at >= l.started_at) then at else least(l.started_at, at) end, l.ancestor_ids
        from given g where not exists (select from session_address a where a.uid = key and a.until_at is null and a.kind = g.kind and a.address = g.address
          and a.port_from is not distinct from g.port_from and a.port_to is not distinct from g.port_to)
  )
  update session_live s set has_addresses = true where s.uid = key and not s.has_addresses;
end $$;
alter function panel.note_addresses(text, timestamp with time zone, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.note_addresses(text, timestamp with time zone, text, text, text, text) from public;
