-- Trigger of hardware_model: updates the copies of its type and manufacturer in devices.
create or replace function hardware_model_moved() returns trigger language plpgsql as $$
begin
  update hardware set type_id = new.type_id, manufacturer_id = new.manufacturer_id where model_id = new.id;
  return null;
end $$;
