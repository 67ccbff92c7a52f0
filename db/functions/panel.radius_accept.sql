-- For FreeRADIUS hosts whose configuration was written by an older version (`npm run radius -- write`): strings as text.
-- See panel.radius_accepted.
create or replace function panel.radius_accept(login text, service text, pools text, nas text, calling text)
  returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer text := panel.radius_accepted(service, nas, panel.text_octets(calling),
    (select coalesce(s.simultaneous_use::text, '') from public.service s where s.id = radius_accept.service::bigint),
    (select t.interim_seconds::text from public.service s join tariff t on t.id = s.tariff_id where s.id = radius_accept.service::bigint), pools, '', '', '');
begin
  return case when answer = 'LIMIT' then 'FULL' else coalesce(substring(answer from 'ip=(\S+)'), answer) end;
end $$;
alter function panel.radius_accept(text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_accept(text, text, text, text, text) from public;
grant execute on function panel.radius_accept(text, text, text, text, text) to trunkline_radius;
