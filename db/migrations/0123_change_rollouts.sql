-- Rollouts that change settings of many devices, beside those that upgrade them.
-- functions: touched, touch_row

alter table rollout
  add column kind text not null default 'upgrade' check (kind in ('upgrade', 'change')),
  -- Wanted settings (contract/src/resources/change-item.ts), without secrets.
  add column items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  -- Sealed for `rollout:{id}`: the secrets of the items by name, as JSON.
  add column secret bytea,
  -- How the devices were selected: ids, or a query of the list of hardware.
  add column selection jsonb check (jsonb_typeof(selection) = 'object');
select touched('rollout');

drop trigger audit on rollout;
drop trigger audit_update on rollout;
create trigger audit after insert or delete on rollout for each row
  execute function audit_row('rollouts', 'company_id', 'name', 'secret', 'search_text,selection');
create trigger audit_update after update on rollout for each row when (old.version is distinct from new.version)
  execute function audit_row('rollouts', 'company_id', 'name', 'secret', 'search_text,selection');

alter table rollout_device
  -- Of a change: the writes that it needs, with secrets by name.
  add column steps jsonb check (jsonb_typeof(steps) = 'array'),
  -- What they change, for display. Devices with the same differences have the same `planned_version`, a hash of them.
  add column changes jsonb check (jsonb_typeof(changes) = 'array');
alter table rollout_device drop constraint rollout_device_state_check;
alter table rollout_device add constraint rollout_device_state_check
  check (state in ('planning', 'planned', 'offline', 'queued', 'checking', 'backup', 'downloading', 'rebooting', 'verifying', 'firmware', 'applying',
    'lost', 'held', 'current', 'upgraded', 'changed', 'degraded', 'failed', 'skipped', 'cancelled')) not valid;
drop index rollout_device_hardware_once;
create unique index rollout_device_hardware_once on rollout_device (hardware_id)
  where state in ('planning', 'planned', 'offline', 'queued', 'checking', 'backup', 'downloading', 'rebooting', 'verifying', 'firmware', 'applying', 'lost');
create index rollout_device_plan on rollout_device (rollout_id, planned_version);
