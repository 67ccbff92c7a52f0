-- The only way to write the log besides audit_row. Actor, impersonator, address, request and time are defaults of the
-- table's columns. plpgsql, because it caches its plan for the connection: every allocation writes the log.
create or replace function audit_event(action text, subject text, object_id bigint, object_label text, company_id bigint, before jsonb default null, after jsonb default null)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (action, subject, object_id, object_label, company_id, before, after)
    values (audit_event.action, audit_event.subject, audit_event.object_id, audit_event.object_label, audit_event.company_id, audit_event.before, audit_event.after);
end $$;
alter function audit_event(text, text, bigint, text, bigint, jsonb, jsonb) owner to trunkline_app_all;
