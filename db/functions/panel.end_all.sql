-- The NAS has rebooted or shuts down: ends all sessions that it reported before.
create or replace function panel.end_all(nas bigint, at timestamptz, off boolean) returns void language sql as $$
  with ended as (
    delete from session_live l where l.nas_id = nas and l.updated_at <= at returning l.*
  ), leases as (
    update pool_address a set leased_until = now() from ended e
      where e.leased_until is not null and a.service_id = e.service_id and a.address = e.framed_ip and a.leased_until > now()
  ), prefixes as (
    update pool_prefix p set leased_until = now() from ended e
      where e.has_addresses and p.service_id = e.service_id and p.calling = coalesce(e.calling, '') and p.leased_until > now()
  )
  insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
    select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids,
      case when off then at else updated_at end, 'NAS-Reboot', 'nas', nas_username, framed_ipv6_address from ended
    on conflict do nothing
$$;
alter function panel.end_all(bigint, timestamp with time zone, boolean) owner to trunkline_app_all;
revoke execute on function panel.end_all(bigint, timestamp with time zone, boolean) from public;
