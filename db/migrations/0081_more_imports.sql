-- Six more kinds of records are imported from files.
alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check check (kind in ('hardware', 'companies', 'services', 'subnets', 'users',
  'sites', 'hardware-models', 'tariffs', 'nas', 'licences'));

-- What the inviter knows about the user; the registration form starts with it.
alter table invitation
  add column first_name text,
  add column last_name text,
  add column telephone text;
