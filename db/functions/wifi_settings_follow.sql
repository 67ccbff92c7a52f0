-- The networks of a device move with it to its new owner.
create or replace function wifi_settings_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update wifi_setting set company_id = new.company_id where hardware_id = new.id and company_id <> new.company_id;
  return null;
end $$;
alter function wifi_settings_follow() owner to trunkline_app_all;
