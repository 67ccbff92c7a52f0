-- Releases the prefixes of an ended session to their pools, unless they were leased again since (a redial).
create or replace function panel.end_prefix_leases(service bigint, station text, began timestamptz) returns void language sql as $$
  update pool_prefix p set leased_until = now()
    where p.service_id = service and p.calling = coalesce(station, '') and p.leased_until > now() and p.leased_at <= began + interval '5 seconds'
$$;
alter function panel.end_prefix_leases(bigint, text, timestamp with time zone) owner to trunkline_app_all;
revoke execute on function panel.end_prefix_leases(bigint, text, timestamp with time zone) from public;
