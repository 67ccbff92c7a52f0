-- The commands of a device, and runs of tools on it, move with it to its new owner.
create or replace function device_commands_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_command set company_id = new.company_id where hardware_id = new.id and company_id <> new.company_id;
  update device_tool_run set company_id = new.company_id where hardware_id = new.id and company_id <> new.company_id;
  return null;
end $$;
alter function device_commands_follow() owner to trunkline_app_all;
