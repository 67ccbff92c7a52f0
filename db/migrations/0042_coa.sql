-- What the panel concludes from the answer to a CoA or Disconnect (RFC 5176, 3.6).

-- unexpected: signed with the secret, but neither the ACK nor the NAK of the request.
alter table coa_request drop constraint coa_request_state_check,
  add constraint coa_request_state_check check (state in ('queued', 'sent', 'ack', 'nak', 'unexpected', 'timeout', 'gone', 'failed')),
  -- closed: the session was closed. reported: it stays, since the NAS has reported it after the request. retry: the request
  -- is sent again after a delay, as a request of its own. retries-used: it is not, any more. replaced: a Disconnect follows.
  -- not-repeated: sent again unchanged it would fail again. setting: so it would until a setting of the NAS changes.
  -- reauthentication: the NAS sends an Access-Request first. Null: nothing follows from the answer.
  add column conclusion text check (conclusion in ('closed', 'reported', 'retry', 'retries-used', 'replaced', 'not-repeated', 'setting', 'reauthentication')),
  -- Counts the requests of one cause, from 1.
  add column attempt smallint not null default 1 check (attempt >= 1);
-- Until now a Disconnect followed each CoA that was refused.
update coa_request set conclusion = 'replaced' where kind = 'coa' and state = 'nak' and error_cause is distinct from 503;
-- The last answer of a NAS that names one of its settings, for its health.
create index coa_request_setting on coa_request (nas_id, id desc) where conclusion = 'setting';

-- nas-unknown: the NAS answers that it has no such session.
alter table session_closed drop constraint session_closed_closed_by_check,
  add constraint session_closed_closed_by_check check (closed_by in ('stop', 'stale', 'superseded', 'nas', 'nas-unknown'));

grant create on schema panel to trunkline_app_all;

-- Closes a session that its NAS does not have, unless the NAS has reported it after `asked_at`; whether it did. It ends where
-- it was last heard of, as one that fell silent: a report of a later time opens it again, and a Stop completes it. What it
-- had leased is released as by a Stop. Its usage has been counted with its reports.
create function panel.close_unknown(key text, asked_at timestamptz, why text) returns boolean language plpgsql as $$
declare
  gone session_live;
begin
  delete from session_live l where l.uid = key and l.updated_at <= asked_at returning l.* into gone;
  if not found then return false; end if;
  insert into session_closed (uid, acct_session_id, service_id, username, nas_username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, framed_ipv6, framed_ipv6_address, delegated_ipv6,
      started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
    values (gone.uid, gone.acct_session_id, gone.service_id, gone.username, gone.nas_username, gone.company_id, gone.nas_id, gone.nas_ip, gone.nas_port, gone.calling, gone.called, gone.framed_ip, gone.framed_ipv6,
      gone.framed_ipv6_address, gone.delegated_ipv6, gone.started_at, gone.updated_at, gone.secs, gone.in_octets, gone.out_octets, gone.lineage, gone.updated_at, why, 'nas-unknown')
    on conflict do nothing;
  update session_address a set until_at = greatest(a.from_at, gone.updated_at) where a.uid = key and a.until_at is null;
  if gone.service_id is null then return true; end if;
  if gone.framed_ip is not null then perform panel.end_lease(gone.service_id, gone.framed_ip, gone.started_at); end if;
  -- Not what was leased again since, nor while another session of this service and station runs (see panel.end_lease).
  update pool_prefix p set leased_until = now()
    where p.service_id = gone.service_id and coalesce(p.calling, '') = coalesce(gone.calling, '') and p.leased_until > now()
      and (p.leased_at is null or p.leased_at <= gone.started_at + interval '5 seconds')
      and not exists (select from session_live l where l.service_id = gone.service_id and coalesce(l.calling, '') = coalesce(gone.calling, ''));
  return true;
end $$;

-- What a CoA can give a running session at a MikroTik, by the service as it is now: rate limit and time-outs. For sessions
-- of a service whose limit of sessions keeps panel.radius_preview from answering with these; they run already, so the
-- limit does not concern them. The values are those of a login (panel.radius_check).
create function panel.session_changes(service bigint) returns table (attribute text, value text) language sql stable as $$
  with now_ as (
    select s.ends_on, t.*, t.quota_bytes is not null and t.quota_action = 'slow' and panel.quota_used(s.id, t.quota_period) >= t.quota_bytes as slowed
      from public.service s join tariff t on t.id = s.tariff_id where s.id = session_changes.service
  )
  select c.attribute, c.value from now_ n, lateral (values
    ('Session-Timeout', case when n.session_timeout is not null or n.ends_on is not null
      then greatest(1, least(n.session_timeout, extract(epoch from (n.ends_on + 1) - (now() at time zone 'UTC'))::bigint))::text end),
    ('Idle-Timeout', n.idle_timeout::text),
    ('Mikrotik-Rate-Limit', case when n.slowed then panel.rate_limit(n.slow_upload_rate, n.slow_download_rate, null, null, null, null, null, n.priority)
      else panel.rate_limit(n.upload_rate, n.download_rate, n.burst_upload_rate, n.burst_download_rate, n.burst_upload_threshold, n.burst_download_threshold, n.burst_seconds, n.priority) end)
  ) c (attribute, value) where c.value is not null
$$;

do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name from pg_proc where pronamespace = 'panel'::regnamespace and proname in ('close_unknown', 'session_changes') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
  end loop;
end $$;
revoke create on schema panel from trunkline_app_all;
