-- The addresses of a session at its Stop: known ones end now, and those that only the Stop contains are added for the whole session.
create or replace function panel.stop_addresses(key text, at timestamptz, since timestamptz, ipv6_prefix text, ipv6_address text, delegated text, cgn text)
  returns void
  language sql as $$
  update session_address a set until_at = greatest(at, a.from_at) where a.uid = key and (a.until_at is null or a.until_at = greatest(since, a.from_at));
  insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, port_from, port_to, from_at, until_at, ancestor_ids)
    select c.uid, c.service_id, c.username, c.company_id, c.nas_id, c.calling, g.kind, g.address, g.port_from, g.port_to, c.started_at, greatest(at, c.started_at), c.ancestor_ids
      from session_closed c, lateral (
        select 'ipv6-prefix' as kind, p::inet as address, null::int as port_from, null::int as port_to from unnest(string_to_array(ipv6_prefix, ',')) p
        union select 'ipv6-address', p::inet, null, null from unnest(string_to_array(ipv6_address, ',')) p
        union select 'delegated-prefix', p::inet, null, null from unnest(string_to_array(delegated, ',')) p
        union select 'cgn', b.address, b.port_from, b.port_to from panel.cgn_blocks(cgn) b) g
      where c.uid = key and c.stopped_at = at
        and not exists (select from session_address a where a.uid = key and a.kind = g.kind and a.address = g.address and a.port_from is not distinct from g.port_from and a.until_at >= c.started_at)
$$;
alter function panel.stop_addresses(text, timestamp with time zone, timestamp with time zone, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.stop_addresses(text, timestamp with time zone, timestamp with time zone, text, text, text, text) from public;
