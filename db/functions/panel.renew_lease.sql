-- Renews the lease of a session's address; null if its pool does not lease it.
create or replace function panel.renew_lease(service bigint, ip inet, interim int) returns timestamptz language plpgsql as $$
declare
  till timestamptz := now() + panel.lease_seconds(interim) * interval '1 second';
begin
  update pool_address a set leased_until = greatest(a.leased_until, till) where a.service_id = service and a.address = ip;
  return case when found then till end;
end $$;
alter function panel.renew_lease(bigint, inet, integer) owner to trunkline_app_all;
revoke execute on function panel.renew_lease(bigint, inet, integer) from public;
