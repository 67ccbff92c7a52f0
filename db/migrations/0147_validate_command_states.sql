-- Apart from adding the constraint, whose lock would otherwise be held during the scan.
alter table device_command validate constraint device_command_state_check;
