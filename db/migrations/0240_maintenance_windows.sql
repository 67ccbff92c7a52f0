-- Maintenance windows get calls and screens: one-off ones have an end, a running one can be ended, past occurrences are kept.
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, scoped_index

drop function if exists maintenance_occurrences(text, date, date, smallint[], time, int, text, timestamptz);

alter table maintenance_window
  -- Of a one-off window: wall time of its end.
  add column ends_on date,
  add column ends_at time,
  -- Occurrences that began before are over: a user has ended them.
  add column ended_at timestamptz,
  alter column minutes drop not null;
update maintenance_window set ends_on = (starts_on + starts_at + make_interval(mins => minutes))::date,
  ends_at = (starts_on + starts_at + make_interval(mins => minutes))::time, minutes = null, until = null where repeats = 'once';
alter table maintenance_window
  add constraint maintenance_window_length_check check (case repeats
    when 'once' then num_nonnulls(ends_on, ends_at) = 2 and num_nonnulls(minutes, until) = 0
    else minutes is not null and num_nonnulls(ends_on, ends_at) = 0 end) not valid;
alter table maintenance_window validate constraint maintenance_window_length_check;
select touched('maintenance_window');

-- A subject of its own, for rights, audit log and open lists.
drop trigger audit on maintenance_window;
drop trigger audit_update on maintenance_window;
select audited_by_version('maintenance_window', 'maintenance-windows', 'company_id', 'name', 'search_text');
drop trigger announce_insert on maintenance_window;
drop trigger announce_update on maintenance_window;
drop trigger announce_delete on maintenance_window;
select announced('maintenance_window', 'maintenance-windows', 'company_id');

-- The devices that a rollout writes to or restarts at this moment.
create index rollout_device_written on rollout_device (hardware_id) where state in ('rebooting', 'verifying', 'firmware', 'applying');

-- Of a message that waits for the end of a maintenance: the time that it still had to wait when the maintenance began.
alter table notification_delivery add column paused_seconds int check (paused_seconds >= 0);
