-- Commands after which a rollback may have left a file on the device: the poller looks for it.
create index device_command_rolled_back on device_command (hardware_id, finished_at)
  where guarded and state in ('reverted', 'unknown');
