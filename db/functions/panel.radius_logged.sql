-- Logs an accepted login and the time of its NAS's request. `signed`: `yes`, `no`, or empty if unknown.
create or replace function panel.radius_logged(service text, nas text, calling text, signed text)
  returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  nas_key bigint := nas;
  service_key bigint := service;
  station text := panel.octets_text(calling);
  h record;
begin
  with logged as (
    insert into auth_log (username, service_id, company_id, nas_id, accepted, calling, ancestor_ids)
      select s.username, s.id, s.company_id, nas_key, true, nullif(station, ''), s.ancestor_ids from public.service s where s.id = service_key
  )
  select least(a.auth_at, a.accept_at) as both_at, a.accept_at, case signed when 'yes' then a.signed_at when 'no' then a.unsigned_at else now() end as signed_at into h from nas_heard a where a.nas_id = nas_key;
  if h.accept_at is null or h.signed_at is null or least(h.both_at, h.signed_at) < now() - interval '30 seconds' then perform panel.record_seen(nas_key, true, signed); end if;
  return 'OK';
end $$;
alter function panel.radius_logged(text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_logged(text, text, text, text) from public;
grant execute on function panel.radius_logged(text, text, text, text) to trunkline_radius;
