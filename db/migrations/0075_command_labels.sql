-- The label of a command is the name of what the command is about. What was an English sentence around it (action, count,
-- warnings) follows from verb, target, `others` and `notes`, which the panel shows in the language of the reader.
alter table device_command
  -- Number of further objects beside the one that the label names.
  add column others int not null default 0 check (others >= 0),
  -- Messages (contract/src/errors.ts) that a title adds to the label.
  add column notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array');

drop trigger audit on device_command;
drop trigger audit_update on device_command;
create trigger audit after insert on device_command for each row
  execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text,others,notes', 'hardware_id');
create trigger audit_update after update on device_command for each row when (old.state <> new.state and new.state not in ('queued', 'running'))
  execute function audit_row('hardware', 'company_id', 'label', 'secret', 'step,worker,leased_until,attempts,search_text,others,notes', 'hardware_id');

-- The owner of the tables is no superuser, and FORCEd row security shows it no row.
alter table device_command no force row level security;
alter table hardware no force row level security;

update device_command set verb = 'call-home' where kind = 'reload' and label = 'After its call home';
update device_command set verb = case input ->> 'enabled' when 'true' then 'enable' else 'disable' end where kind = 'wifi' and verb = 'controller';
-- A command about the whole device has the name of the device.
update device_command c set label = h.name from hardware h
  where h.id = c.hardware_id and (c.kind in ('reboot', 'reload', 'backup') or (c.kind = 'wifi' and c.label ~ '^Wi-Fi: '));
update device_command set others = (regexp_match(label, ' and (\d+) others?: '))[1]::int
  where target in ('wifi/access-point', 'wifi/registration') and label ~ ' and \d+ others?: [A-Za-z -]+$';

update device_command d set label = n.name from (
  select id, case
    when kind = 'wifi' and target = 'wifi/access-control' then regexp_replace(label, '^Who may join the Wi-Fi of ', '')
    when kind = 'wifi' then regexp_replace(label, '^Wi-Fi "(.*)": [a-z ]+( \(\d+\))?$', '\1')
    when kind <> 'change' then label
    when target = 'wifi/access-point' then regexp_replace(label, '^Access point (.*?)( and \d+ others?)?: [a-z ]+$', '\1')
    when target = 'wifi/registration' then regexp_replace(label, '^(.*?)( and \d+ others?)?: [A-Za-z -]+$', '\1')
    when target = 'wifi/access-list' then regexp_replace(regexp_replace(label, '^(allow|block|ask RADIUS) ', ''), '^everybody$', '')
    when target in ('ip/address', 'ip/firewall/address-list') then regexp_replace(label, '^(\S+) on ', '\1, ')
    when target = 'ip/dhcp-server' then regexp_replace(regexp_replace(label, '^DHCP server ', ''), '^(.*) on (\S+)$', '\1, \2')
    when target = 'ip/dhcp-server/network' then regexp_replace(label, '^DHCP network ', '')
    when target = 'ip/dhcp-server/lease' then regexp_replace(regexp_replace(label, ' \(outside of every DHCP network of the device\)$', ''), '^(\S+) for ', '\1, ')
    when target = 'ip/pool' then regexp_replace(regexp_replace(regexp_replace(label, ' \(outside of every network of the device\)$', ''), '^Pool ', ''), ': ([0-9.-]+)$', ', \1')
    -- Addresses of servers, or what else was changed.
    when target = 'ip/dns' then case when label ~ '^DNS: [0-9a-f.:, ]+$' then substr(label, 6) else '' end
    when target = 'ip/firewall/nat' and verb = 'move' then
      regexp_replace(regexp_replace(label, '( to the end| before rule \d+( \(.*\))?)$', ''), '^rule (\d+)', '#\1')
    when target = 'ip/firewall/nat' then regexp_replace(regexp_replace(regexp_replace(label, ' \((outside of every network of the router|filter rule .* drops it).*\)$', ''), '^TCP and UDP ', 'TCP/UDP '), '^(\S+ )?rule (\d+)', '\1#\2')
    when target = 'interface/ethernet' then regexp_replace(label, ' without power for \d+ s$', '')
    when target = 'network' then regexp_replace(regexp_replace(label, '^Network ', ''), ': VLAN \d+ on .*, (\S+)$', ', \1')
    when target = 'switch-port' then regexp_replace(regexp_replace(label, '^Port ', ''), ': .*$', '')
    else label
  end as name from device_command
) n where n.id = d.id and n.name <> d.label;

alter table hardware force row level security;
alter table device_command force row level security;
