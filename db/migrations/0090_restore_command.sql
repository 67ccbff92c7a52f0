-- A command that restores a stored configuration.
alter table device_command drop constraint device_command_kind_check;
alter table device_command add constraint device_command_kind_check
  check (kind in ('reboot', 'reload', 'backup', 'change', 'dpk', 'wifi', 'restore'));
