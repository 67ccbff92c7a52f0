-- All sensors of a device, as it lists them: [{"name": "sfp-temperature", "value": 41, "unit": "C"}].
alter table hardware_state add column sensors jsonb check (jsonb_typeof(sensors) = 'array');
