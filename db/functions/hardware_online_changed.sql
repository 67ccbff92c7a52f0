-- Trigger of hardware: records when the device was last found online or offline after the opposite.
create or replace function hardware_online_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.is_online is distinct from new.is_online then
    new.online_changed_at := case when new.is_online is null then null else now() end;
  end if;
  return new;
end $$;
