-- Orders of the list of devices by what their readings say: columns of the device that change with a restart, an upgrade or
-- a change of the online state, not with each reading, so that a reading writes no index.
-- functions: hardware_online_changed, hardware_ranks, scoped_index

alter table hardware
  -- 7.9 comes before 7.18.
  add column version_numbers numeric[],
  -- Negative seconds since 1970 of its last start: in the order of its uptime.
  add column boot_rank bigint,
  -- Seconds since 1970 of the last contact with a device that is not online; 100000000000 while it is.
  add column contact_rank bigint;
drop trigger audit on hardware;
drop trigger audit_update on hardware;
drop trigger online_changed on hardware;

-- The owner of the tables is no superuser, and FORCEd row security shows it no row.
alter table hardware no force row level security;
alter table hardware_state no force row level security;
alter table hardware disable trigger user;
update hardware h set
    version_numbers = string_to_array(substring(s.routeros_version from '^\d+(?:\.\d+)*'), '.')::numeric[],
    boot_rank = -extract(epoch from coalesce(s.booted_at, s.polled_at - make_interval(secs => s.uptime_seconds)))::bigint,
    contact_rank = case when h.is_online then 100000000000 else extract(epoch from s.polled_at)::bigint end
  from hardware_state s where s.hardware_id = h.id;
alter table hardware enable trigger user;
alter table hardware_state force row level security;
alter table hardware force row level security;

create trigger audit after insert or delete on hardware for each row
  execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online,online_changed_at,version_numbers,boot_rank,contact_rank');
create trigger audit_update after update on hardware for each row when (old.version is distinct from new.version)
  execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online,online_changed_at,version_numbers,boot_rank,contact_rank');
create trigger online_changed before insert or update of is_online on hardware for each row execute function hardware_online_changed();
create trigger ranks_insert after insert on hardware_state for each row execute function hardware_ranks();
create trigger ranks_update after update on hardware_state for each row
  when (old.routeros_version is distinct from new.routeros_version or old.booted_at is distinct from new.booted_at)
  execute function hardware_ranks();

select scoped_index('hardware', 'hardware_by_version', 'version_numbers, id', 'deleted_at is null');
select scoped_index('hardware', 'hardware_by_boot', 'boot_rank, id', 'deleted_at is null');
select scoped_index('hardware', 'hardware_by_contact', 'contact_rank, id', 'deleted_at is null');
