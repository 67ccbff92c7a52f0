-- Releases the address of an ended session to its pool, unless it was leased again since (a redial).
create or replace function panel.end_lease(service bigint, ip inet, began timestamptz) returns void language sql as $$
  update pool_address a set leased_until = now()
    where a.service_id = service and a.address = ip and a.leased_until > now() and (a.leased_at is null or a.leased_at <= began + interval '5 seconds')
      and not exists (select from session_live l where l.service_id = service and l.framed_ip = ip)
$$;
alter function panel.end_lease(bigint, inet, timestamp with time zone) owner to trunkline_app_all;
revoke execute on function panel.end_lease(bigint, inet, timestamp with time zone) from public;
