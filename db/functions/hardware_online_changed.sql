-- Trigger of hardware: records when the device was last found online or offline after the opposite, and the last contact with a device
-- that is not online any more.
create or replace function hardware_online_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.is_online is distinct from new.is_online then
    new.online_changed_at := case when new.is_online is null then null else now() end;
    new.contact_rank := case when new.is_online then 100000000000
      else (select extract(epoch from s.polled_at)::bigint from hardware_state s where s.hardware_id = new.id) end;
  end if;
  return new;
end $$;
