-- Who set the uplinks of a device: shown beside them.
alter table device_uplink_setting
  add column set_by text not null default coalesce(nullif(current_setting('app.actor_name', true), ''), 'system');
