-- The SSH host key that a device presented at the first contact over SSH, or that a user accepted since. Like the certificate:
-- a tenant reads and accepts those of its devices.
create table device_ssh_key (
  hardware_id bigint primary key references hardware on delete cascade,
  -- SHA-256, hexadecimal.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Address or tunnel, and port, at which it was learned: another one is another first contact.
  endpoint text not null,
  origin text not null default 'first-use' check (origin in ('first-use', 'accepted')),
  trusted_at timestamptz not null default now(),
  -- Presented instead since.
  changed text check (changed ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz
);
alter table device_ssh_key enable row level security, force row level security;
create policy own on device_ssh_key to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on device_ssh_key to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on device_ssh_key to trunkline_app, trunkline_app_all;
