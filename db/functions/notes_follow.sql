-- Trigger of records with notes and files, which follow their record to another company. Its argument is the kind.
create or replace function notes_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update note set company_id = new.company_id where kind = tg_argv[0] and record_id = new.id;
  update attachment set company_id = new.company_id where kind = tg_argv[0] and record_id = new.id;
  return null;
end $$;
alter function notes_follow() owner to trunkline_app_all;
