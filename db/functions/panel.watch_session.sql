-- Effects of a report or a Stop on the leases of the session and on the quota of its service.
create or replace function panel.watch_session(service bigint, key text, ip inet, began timestamptz, leased_until timestamptz, stopped boolean, grown boolean)
  returns void
  language plpgsql as $$
#variable_conflict use_variable
declare
  s record;
begin
  select s_.ipv4_method, s_.framed_ipv6_method = 'pool' or s_.delegated_ipv6_method = 'pool' as prefixes, s_.quota_state, t.interim_seconds, t.quota_bytes, t.quota_period into s
    from public.service s_ join tariff t on t.id = s_.tariff_id where s_.id = service;
  if s.ipv4_method = 'pool' and ip is not null then
    if stopped then
      perform panel.end_lease(service, ip, began);
    -- A lease is renewed when less than two thirds of it are left, not at every report.
    elsif leased_until is null or leased_until < now() + 2 * s.interim_seconds * interval '1 second' then
      leased_until := panel.renew_lease(service, ip, s.interim_seconds);
      if leased_until is not null then update session_live l set leased_until = watch_session.leased_until where l.uid = key; end if;
    end if;
  end if;
  if s.prefixes and not stopped then
    update pool_prefix p set leased_until = now() + panel.lease_seconds(s.interim_seconds) * interval '1 second'
      from session_live l where l.uid = key and p.service_id = service and p.calling = coalesce(l.calling, '') and p.leased_until < now() + 2 * s.interim_seconds * interval '1 second';
  end if;
  if grown and s.quota_bytes is not null and s.quota_state = 'within' and panel.quota_used(service, s.quota_period) >= s.quota_bytes then
    perform queue_job('radius-quota', jsonb_build_object('service_id', service), 'radius-quota-' || service);
  end if;
end $$;
alter function panel.watch_session(bigint, text, inet, timestamp with time zone, timestamp with time zone, boolean, boolean) owner to trunkline_app_all;
revoke execute on function panel.watch_session(bigint, text, inet, timestamp with time zone, timestamp with time zone, boolean, boolean) from public;
