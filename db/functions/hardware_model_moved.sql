-- Trigger of hardware_model: devices carry copies of the type and manufacturer of their model.
create or replace function hardware_model_moved() returns trigger language plpgsql as $$
begin
  update hardware set type_id = new.type_id, manufacturer_id = new.manufacturer_id where model_id = new.id;
  return null;
end $$;
