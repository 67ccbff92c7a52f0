-- Trigger of licence: records the time of the last change of its status.
create or replace function licence_status_changed() returns trigger language plpgsql as $$
begin
  new.status_changed_at := now();
  return new;
end $$;
