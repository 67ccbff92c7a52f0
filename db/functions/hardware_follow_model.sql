-- Copies type and manufacturer from the model.
create or replace function hardware_follow_model() returns trigger language plpgsql as $$
begin
  select type_id, manufacturer_id into new.type_id, new.manufacturer_id from hardware_model where id = new.model_id;
  return new;
end $$;
