-- Ends sessions without a report for three intervals at the time of their last report; a later report reopens them. Marks their NAS
-- devices (lost_at), except those that are being written at this moment: these send accounting.
create or replace function panel.close_stale(most int) returns int language sql as $$
  with late as (
    select l.uid from session_live l left join service s on s.id = l.service_id left join tariff t on t.id = s.tariff_id
      where l.updated_at < now() - 3 * coalesce(t.interim_seconds, 600) * interval '1 second'
      order by l.updated_at limit most for update of l skip locked
  ), ended as (
    delete from session_live l using late where l.uid = late.uid returning l.*
  ), kept as (
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by, nas_username, framed_ipv6_address)
      select uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, delegated_ipv6, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, updated_at, 'Lost-Carrier', 'stale', nas_username, framed_ipv6_address from ended
      on conflict do nothing
      returning 1
  ), of_nas as (
    select h.nas_id from nas_heard h where h.nas_id in (select e.nas_id from ended e) for no key update skip locked
  ), marked as (
    update nas_heard h set lost_at = now() from of_nas o where o.nas_id = h.nas_id
  )
  select count(*)::int from ended
$$;
alter function panel.close_stale(integer) owner to trunkline_app_all;
revoke execute on function panel.close_stale(integer) from public;
