-- Reserves a session of a service with a session limit (`most`), and leases from pools (null or empty: none): `OK`, followed by the leases (`ip=`, `framed=`,
-- `delegated=`); `FULL` without a free address or prefix; `LIMIT` if the maximum number of sessions is running, or was accepted
-- and has not started. An accepted login counts as a session until its Start or Stop, for at most 60 seconds.
create or replace function panel.reserve_session(service_key bigint, nas_key bigint, station text, most int, interim int, pools text, framed_pools text, delegated_pools text)
  returns text
  language plpgsql as $$
#variable_conflict use_variable
declare
  -- Without a station a second login cannot be distinguished from the first: each counts separately.
  pending text;
  locked text;
  result text;
  leased text;
begin
  if most is not null then
    locked := pg_advisory_xact_lock(735, (service_key % 2147483647)::int)::text;
    pending := coalesce(nullif(station, ''), '?' || gen_random_uuid()::text);
    -- Nearly always there is no other session or login; then nothing needs to be counted.
    insert into login_pending as p (service_id, nas_id, calling, until)
      select service_key, nas_key, pending, clock_timestamp() + interval '60 seconds'
        where not exists (select from session_live l where l.service_id = service_key and (station = '' or l.calling is distinct from station))
          and not exists (select from login_pending q where q.service_id = service_key and q.until > clock_timestamp() and (q.calling <> station or station = ''))
      on conflict (service_id, nas_id, calling) do update set until = excluded.until;
    if found then
      if num_nonnulls(pools, framed_pools, delegated_pools) = 0 then return 'OK'; end if;
    else
      insert into login_pending as p (service_id, nas_id, calling, until)
        select service_key, nas_key, pending, clock_timestamp() + interval '60 seconds'
          where most > (
            -- Running sessions of other stations: a redial from the same station replaces its old session.
            select count(*) from session_live l where l.service_id = service_key and l.updated_at > now() - 3 * interim * interval '1 second' and (station = '' or l.calling is distinct from station)
          ) + (
            select count(*) from login_pending q where q.service_id = service_key and q.until > clock_timestamp() and (q.calling <> station or station = '')
              and not exists (select from session_live l where l.service_id = service_key and (l.calling = q.calling or (l.calling is null and q.calling like '?%')) and l.started_at > q.until - interval '65 seconds')
              and not exists (select from session_closed c where c.service_id = service_key and (c.calling = q.calling or (c.calling is null and q.calling like '?%')) and c.stopped_at > q.until - interval '60 seconds'))
        on conflict (service_id, nas_id, calling) do update set until = excluded.until;
      if not found then return 'LIMIT'; end if;
    end if;
  end if;
  result := 'OK';
  if pools <> '' then
    leased := host(panel.lease(pools, service_key, nas_key, station, panel.lease_seconds(interim)));
    result := result || ' ip=' || leased;
  end if;
  if framed_pools <> '' then
    leased := panel.lease_prefix(framed_pools, service_key, nas_key, station, panel.lease_seconds(interim));
    result := result || ' framed=' || leased;
  end if;
  if delegated_pools <> '' then
    leased := panel.lease_prefix(delegated_pools, service_key, nas_key, station, panel.lease_seconds(interim));
    result := result || ' delegated=' || leased;
  end if;
  -- One of the pools is full. Leases from the others are released.
  if result is null then
    update pool_address a set leased_until = now() where a.service_id = service_key and a.nas_id = nas_key and a.calling = station and a.leased_at = now();
    update pool_prefix a set leased_until = now() where a.service_id = service_key and a.nas_id = nas_key and a.calling = station and a.leased_at = now();
    delete from login_pending p where p.service_id = service_key and p.nas_id = nas_key and p.calling = pending;
    return 'FULL';
  end if;
  return result;
end $$;
alter function panel.reserve_session(bigint, bigint, text, integer, integer, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.reserve_session(bigint, bigint, text, integer, integer, text, text, text) from public;
