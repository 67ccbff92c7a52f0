-- Plots of a device beside its load and traffic. Null: not read, or the device has none.
alter table hardware_sample
  -- Percent of the memory in use.
  add column memory_load smallint,
  -- RSRP of its modem, dBm.
  add column lte_rsrp smallint,
  -- Clients of its access points, and their mean signal, dBm.
  add column wifi_clients smallint,
  add column wifi_signal smallint;

-- When the values of the row were read. `polled_at` is the last contact, which may have read something else.
alter table hardware_state add column read_at timestamptz;
