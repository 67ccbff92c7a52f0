-- Logs a change of a client certificate in the history of its service.
create or replace function service_certificate_changed() returns trigger language plpgsql as $$
declare
  s record;
begin
  select id, kind, username, company_id into s from service where id = new.service_id;
  perform audit_event('update', case s.kind when 'service' then 'services' else 'vpn-dialups' end, s.id, s.username, s.company_id,
    case when tg_op = 'UPDATE' then jsonb_build_object('client_certificate', old.serial, 'revoked_at', old.revoked_at) end,
    jsonb_build_object('client_certificate', new.serial) || case when tg_op = 'UPDATE' then jsonb_build_object('revoked_at', new.revoked_at)
      else jsonb_build_object('certificate_subject', new.subject, 'certificate_not_after', new.not_after) end);
  perform pg_notify('trunkline_changed', json_build_object('subject', case s.kind when 'service' then 'services' else 'vpn-dialups' end,
    'ids', array[s.id], 'companies', array[s.company_id])::text);
  return null;
end $$;
