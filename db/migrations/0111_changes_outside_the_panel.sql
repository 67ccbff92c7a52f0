-- Which stored configurations contain changes that were not made by the panel, and who was logged in on the device.
alter table config_backup
  -- The clock of the device when it last had this configuration, in its time zone; null if it was not read.
  add column device_time text check (device_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$'),
  -- {"certain": …, "changes": [{"by", "action", "at"}], "logins": [{"name", "address", "via", "from", "until"}]}; null: no
  -- such change is known.
  add column outside jsonb check (jsonb_typeof(outside) = 'object');
