-- A station that logs in again replaces its older session on the same NAS.
create or replace function panel.supersede(service bigint, nas bigint, station text, key text, began timestamptz) returns void language sql as $$
  with older as (
    delete from session_live l where l.service_id = service and l.nas_id = nas and l.calling = station and l.uid <> key and l.started_at < began returning l.*
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
    select o.uid, o.acct_session_id, o.service_id, o.username, o.company_id, o.nas_id, o.nas_ip, o.nas_port, o.calling, o.called, o.framed_ip, o.framed_ipv6, o.delegated_ipv6, o.started_at, o.updated_at, o.secs, o.in_octets, o.out_octets, o.ancestor_ids,
      greatest(o.updated_at, began), 'Lost-Carrier', 'superseded', o.nas_username, o.framed_ipv6_address from older o
    on conflict do nothing
$$;
alter function panel.supersede(bigint, bigint, text, text, timestamp with time zone) owner to trunkline_app_all;
revoke execute on function panel.supersede(bigint, bigint, text, text, timestamp with time zone) from public;
