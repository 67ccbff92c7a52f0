-- plpgsql, because it caches the plan of its statement: it runs at each login and report of a service with a quota.
create or replace function panel.quota_used(service bigint, period text) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(u.in_octets + u.out_octets), 0) from usage_by_day u where u.service_id = service and u.day >= panel.quota_since(period));
end $$;
alter function panel.quota_used(bigint, text) owner to trunkline_app_all;
revoke execute on function panel.quota_used(bigint, text) from public;
