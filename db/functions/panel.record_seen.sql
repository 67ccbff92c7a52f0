-- Records the time of a NAS's last request, at most once in 30 seconds per kind. `signed`: yes or no, whether its request had a
-- Message-Authenticator; empty: unknown.
create or replace function panel.record_seen(nas bigint, accepted boolean, signed text) returns void language sql as $$
  insert into nas_heard as h (nas_id, auth_at, accept_at, signed_at, unsigned_at)
    select n.id, now(), case when accepted then now() end, case signed when 'yes' then now() end, case signed when 'no' then now() end from public.nas n where n.id = record_seen.nas
    on conflict (nas_id) do update set auth_at = now(), accept_at = coalesce(excluded.accept_at, h.accept_at),
      signed_at = coalesce(excluded.signed_at, h.signed_at), unsigned_at = coalesce(excluded.unsigned_at, h.unsigned_at)
$$;
alter function panel.record_seen(bigint, boolean, text) owner to trunkline_app_all;
revoke execute on function panel.record_seen(bigint, boolean, text) from public;
