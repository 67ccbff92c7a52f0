-- The IPv4 address of a session changed: ends the former one and starts the new one.
create or replace function panel.note_ipv4(key text, at timestamptz, was inet, since timestamptz, now_ inet) returns void language sql as $$
  update session_address a set until_at = greatest(at, a.from_at) where a.uid = key and a.kind = 'ipv4' and a.until_at is null;
  insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, from_at, until_at, ancestor_ids)
    select l.uid, l.service_id, l.username, l.company_id, l.nas_id, l.calling, 'ipv4', v.address, v.from_at, v.until_at, l.ancestor_ids
      from session_live l, (values (was, since, at), (now_, at, null)) v (address, from_at, until_at)
      where l.uid = key and (v.until_at is null or not exists (select from session_address a where a.uid = key and a.kind = 'ipv4' and a.address = v.address and a.until_at = greatest(at, a.from_at)));
  update session_live l set has_addresses = true where l.uid = key and not l.has_addresses;
$$;
alter function panel.note_ipv4(text, timestamp with time zone, inet, timestamp with time zone, inet) owner to trunkline_app_all;
revoke execute on function panel.note_ipv4(text, timestamp with time zone, inet, timestamp with time zone, inet) from public;
