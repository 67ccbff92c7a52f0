-- Trigger of hardware_state: copies what the list of devices is ordered by, where it changed. The writer of a reading has locked the
-- device (server/src/devices/save-outcomes.ts).
create or replace function hardware_ranks() returns trigger language plpgsql as $$
declare
  numbers numeric[] := string_to_array(substring(new.routeros_version from '^\d+(?:\.\d+)*'), '.')::numeric[];
  started bigint := -extract(epoch from coalesce(new.booted_at, new.polled_at - make_interval(secs => new.uptime_seconds)))::bigint;
begin
  update hardware h set version_numbers = numbers, boot_rank = started,
      contact_rank = case when h.is_online then 100000000000 else coalesce(h.contact_rank, extract(epoch from new.polled_at)::bigint) end
    where h.id = new.hardware_id and (h.version_numbers is distinct from numbers or h.boot_rank is distinct from started);
  return null;
end $$;
