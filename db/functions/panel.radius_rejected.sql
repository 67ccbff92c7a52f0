-- A login was rejected. `reason`: the panel's own, or empty; `detail`: messages of FreeRADIUS's modules. Never stores a
-- password. A login without a matching service belongs to the company of the NAS.
create or replace function panel.radius_rejected(login text, nas text, reason text, calling text, service text, detail text, signed text)
  returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  named text := panel.octets_text(login);
  nas_key bigint := nas;
  -- FreeRADIUS appends this sentence to each rejection of EAP-MD5.
  words text := btrim(replace(panel.octets_text(detail), 'Cannot proxy packets unless ''proxy_requests = yes''', ''), ', ');
  s record;
  n record;
  h record;
begin
  if service <> '' then
    select s_.id, s_.username, s_.company_id, s_.ancestor_ids into s from public.service s_ where s_.id = service::bigint;
  else
    select s_.id, s_.username, s_.company_id, s_.ancestor_ids into s from public.service s_ where s_.username = named and s_.deleted_at is null;
  end if;
  select n_.id, n_.company_id, n_.ancestor_ids into n from public.nas n_ where n_.id = nas_key;
  insert into auth_log (username, service_id, company_id, nas_id, accepted, reason, calling, ancestor_ids, detail)
    values (left(coalesce(s.username, named), 1012), s.id, coalesce(s.company_id, n.company_id), n.id, false,
      coalesce(nullif(reason, ''), panel.reject_reason(words, s.id is not null)),
      nullif(panel.octets_text(calling), ''), coalesce(s.ancestor_ids, n.ancestor_ids, '{}'), case when reason = '' then left(words, 500) else '' end);
  select a.auth_at, case signed when 'yes' then a.signed_at when 'no' then a.unsigned_at else now() end as signed_at into h from nas_heard a where a.nas_id = nas_key;
  if h.auth_at is null or h.signed_at is null or least(h.auth_at, h.signed_at) < now() - interval '30 seconds' then perform panel.record_seen(nas_key, false, signed); end if;
  return 1;
end $$;
alter function panel.radius_rejected(text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_rejected(text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_rejected(text, text, text, text, text, text, text) to trunkline_radius;
