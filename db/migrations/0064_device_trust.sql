-- Which private addresses the panel contacts for a company, and which certificate each device has to show.
-- functions: audit_row

-- Private prefixes (RFC 1918, RFC 4193, RFC 6598) that the provider allotted to a company for its devices. The provider's
-- alone: tenants learn by device_address_allotted whether one address is open to them.
create table device_network (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  prefix cidr not null check (prefix <<= any (array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']::cidr[])),
  note text not null default '',
  created_at timestamptz not null default now(),
  unique (company_id, prefix)
);
create trigger audit after insert or update or delete on device_network for each row execute function audit_row('installation', 'no_company', 'prefix', '');
alter table device_network enable row level security, force row level security;
create policy everything on device_network to trunkline_app_all using (true) with check (true);
grant select, insert, delete on device_network to trunkline_app_all;

-- A private address of one device that a user of the provider saved.
create table device_address_approval (
  -- Deferred: the address is checked before the device is written.
  hardware_id bigint not null references hardware on delete cascade deferrable initially deferred,
  address inet not null,
  approved_at timestamptz not null default now(),
  primary key (hardware_id, address)
);
alter table device_address_approval enable row level security, force row level security;
create policy everything on device_address_approval to trunkline_app_all using (true) with check (true);
grant select, insert, delete on device_address_approval to trunkline_app_all;

-- Devices that the panel contacts today stay reachable: their addresses count as saved by the provider. The pattern comes
-- first, in a case: names of hosts are no addresses.
insert into device_address_approval (hardware_id, address)
select id, address from (
  select id, case when management_address ~ '^[0-9]{1,3}(\.[0-9]{1,3}){3}$' and not management_address ~ '(^|\.)(0[0-9]|2[6-9][0-9]|25[6-9]|[3-9][0-9]{2})'
      then management_address::inet
      when management_address ~* '^f[cd][0-9a-f]{2}:[0-9a-f:]+$' then management_address::inet end as address
    from hardware where management_address is not null) h
  where address <<= any (array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']::inet[]);

-- The certificate that a device showed at the first contact, or that a user accepted since. A tenant reads and accepts those
-- of its devices.
create table device_certificate (
  hardware_id bigint primary key references hardware on delete cascade,
  -- SHA-256, hexadecimal.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Address or tunnel, and port, at which it was learned: another one is another first contact.
  endpoint text not null,
  origin text not null default 'first-use' check (origin in ('first-use', 'accepted', 'entered')),
  trusted_at timestamptz not null default now(),
  -- Shown instead since; '' for a connection in TLS without a certificate.
  changed text check (changed ~ '^([0-9a-f]{64})?$'),
  changed_at timestamptz
);
alter table device_certificate enable row level security, force row level security;
create policy own on device_certificate to trunkline_app using (exists (select from hardware h where h.id = hardware_id));
create policy everything on device_certificate to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on device_certificate to trunkline_app, trunkline_app_all;
