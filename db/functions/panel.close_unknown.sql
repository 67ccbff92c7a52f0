-- Closes a session that its NAS does not know, unless the NAS has reported it after `requested_at`; returns whether it did. The
-- session ends at the time of its last report, like a stale one: a later report reopens it, and a Stop completes it. Its
-- leases are released as by a Stop. Its usage has been counted with its reports.
create or replace function panel.close_unknown(key text, requested_at timestamptz, why text) returns boolean language plpgsql as $$
declare
  gone session_live;
begin
  delete from session_live l where l.uid = key and l.updated_at <= requested_at returning l.* into gone;
  if not found then return false; end if;
  insert into session_closed (uid, acct_session_id, service_id, username, nas_username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, framed_ipv6_address, delegated_ipv6,
      started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by)
    values (gone.uid, gone.acct_session_id, gone.service_id, gone.username, gone.nas_username, gone.company_id, gone.nas_id, gone.nas_ip, gone.nas_port, gone.calling, gone.called, gone.framed_ip, gone.framed_ipv6,
      gone.framed_ipv6_address, gone.delegated_ipv6, gone.started_at, gone.updated_at, gone.secs, gone.in_octets, gone.out_octets, gone.ancestor_ids, gone.updated_at, why, 'nas-unknown')
    on conflict do nothing;
  update session_address a set until_at = greatest(a.from_at, gone.updated_at) where a.uid = key and a.until_at is null;
  if gone.service_id is null then return true; end if;
  if gone.framed_ip is not null then perform panel.end_lease(gone.service_id, gone.framed_ip, gone.started_at); end if;
  -- Not leases that are used again since, nor while another session of this service and station runs (see panel.end_lease).
  update pool_prefix p set leased_until = now()
    where p.service_id = gone.service_id and coalesce(p.calling, '') = coalesce(gone.calling, '') and p.leased_until > now()
      and (p.leased_at is null or p.leased_at <= gone.started_at + interval '5 seconds')
      and not exists (select from session_live l where l.service_id = gone.service_id and coalesce(l.calling, '') = coalesce(gone.calling, ''));
  return true;
end $$;
alter function panel.close_unknown(text, timestamp with time zone, text) owner to trunkline_app_all;
revoke execute on function panel.close_unknown(text, timestamp with time zone, text) from public;
