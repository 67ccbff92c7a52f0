-- A device that was read after a command and has neither its former nor the new values: until now such a command was
-- `unknown`, like one whose device could not be read.
-- functions: scoped_index
alter table device_command drop constraint device_command_state_check;
alter table device_command add constraint device_command_state_check
  check (state in ('queued', 'running', 'done', 'refused', 'unreachable', 'reverted', 'differs', 'unknown', 'cancelled')) not valid;
update device_command set state = 'differs'
  where state = 'unknown' and detail ->> 'reason' = 'command.found_otherwise';

drop index device_command_failed, device_command_failed_2, device_command_failed_3, device_command_failed_4, device_command_failed_5, device_command_failed_at, device_command_failed_at_2, device_command_failed_at_3, device_command_failed_at_4, device_command_failed_at_5, device_command_day, device_command_day_2, device_command_day_3, device_command_day_4, device_command_day_5, device_command_state, device_command_state_2, device_command_state_3, device_command_state_4, device_command_state_5, device_command_rolled_back;
select scoped_index('device_command', 'device_command_failed', 'id', $$state in ('refused', 'unreachable', 'reverted', 'differs', 'unknown')$$);
select scoped_index('device_command', 'device_command_failed_at', 'finished_at',
  $$state in ('refused', 'unreachable', 'reverted', 'differs', 'unknown')$$);
select scoped_index('device_command', 'device_command_day',
  $$((created_at at time zone 'UTC')::date), (case when state in ('refused', 'unreachable', 'reverted', 'differs', 'unknown') then 2 when state in ('queued', 'running') then 1 else 0 end), id$$);
select scoped_index('device_command', 'device_command_state', $$(case when state in ('refused', 'unreachable', 'reverted', 'differs', 'unknown') then 2 when state in ('queued', 'running') then 1 else 0 end), id$$);
create index device_command_rolled_back on device_command (hardware_id, finished_at)
  where guarded and state in ('reverted', 'differs', 'unknown');
