-- What the provider sells for using the panel.

create table licence (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- Told to the customer, and enough to find the licence by; opens nothing by itself.
  key text not null check (key ~ '^TL(-[0-9A-HJKMNP-TV-Z]{5}){4}$'),
  level text not null default 'basic' check (level in ('basic', 'standard', 'premium')),
  category text not null check (category in ('hardware', 'wifi', 'radius', 'vpn', 'ipam')),
  type text not null default 'subscription' check (type in ('trial', 'subscription', 'perpetual')),
  -- Parts of the panel that it opens; that of its category always.
  permissions text[] not null check (permissions <@ array['hardware', 'wifi', 'radius', 'vpn', 'ipam'] and category = any (permissions)),
  quantity int not null default 1 check (quantity between 1 and 1000000),
  starts_on date not null default current_date,
  -- Null: perpetual.
  expires_on date,
  status text not null default 'available' check (status in ('available', 'active', 'suspended', 'expired', 'cancelled')),
  notes text,
  -- Those made together.
  batch_id bigint,
  -- When its status or its place in the trash changed last: the day on which one that was suspended, cancelled or thrown away ended.
  status_changed_at timestamptz not null default now(),
  search_text text generated always as (lower(key || ' ' || coalesce(notes, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint licence_days check (expires_on is null or starts_on <= expires_on),
  constraint licence_ends check ((type = 'perpetual') = (expires_on is null))
);
create sequence licence_batch;
create unique index licence_key on licence (key);
create index licence_search on licence using gin (search_text gin_trgm_ops);
create index licence_expires on licence (expires_on) where expires_on is not null and status in ('available', 'active') and deleted_at is null;
-- With those in the trash: when a part was licensed last is asked of them too.
create index licence_holder on licence (company_id);
select carries_lineage('licence');
select scoped_index('licence', 'licence_latest', 'id desc', 'deleted_at is null');
select scoped_index('licence', 'licence_ends_on', 'expires_on, id', 'deleted_at is null');
create trigger licence_touch before update on licence for each row
  when ((old.company_id, old.level, old.category, old.type, old.permissions, old.quantity, old.starts_on, old.expires_on, old.status, old.notes, old.deleted_at)
    is distinct from (new.company_id, new.level, new.category, new.type, new.permissions, new.quantity, new.starts_on, new.expires_on, new.status, new.notes, new.deleted_at))
  execute function touch_row();
create function licence_status_changed() returns trigger language plpgsql as $$
begin
  new.status_changed_at := now();
  return new;
end $$;
create trigger licence_status before update on licence for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)) execute function licence_status_changed();

-- Mails that reminded of its end: one a due day, or by hand.
create table licence_reminder (
  id bigint generated always as identity primary key,
  licence_id bigint not null references licence on delete cascade,
  -- Days before the end that it is about; null: sent by hand.
  days smallint check (days in (30, 14, 7, 1)),
  expires_on date,
  sent_to text[] not null,
  sent_by text not null,
  sent_at timestamptz not null default now()
);
create unique index licence_reminder_once on licence_reminder (licence_id, days, expires_on) where days is not null;
create index licence_reminder_of on licence_reminder (licence_id, sent_at desc);

create trigger audit after insert or update or delete on licence for each row execute function audit_row('licences', 'company_id', 'key', '', 'status_changed_at');
select announced('licence', 'licences', 'company_id');
-- A company reads its own licences; those of companies below it are changed too. Its own may be locked, so that a
-- refusal is told as one, and are never written: the check looks at what is to be kept.
drop policy own on licence;
create policy own on licence for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy below on licence for update to trunkline_app using (array_position(lineage, (select current_company())) is not null)
  with check (array_position(lineage, (select current_company())) is not null and company_id <> (select current_company()));
create policy everything on licence to trunkline_app_all using (true) with check (true);
grant select, update on licence to trunkline_app;
grant select, insert, update, delete on licence to trunkline_app_all;
grant usage on sequence licence_batch to trunkline_app_all;
alter table licence_reminder enable row level security;
alter table licence_reminder force row level security;
create policy own on licence_reminder for select to trunkline_app using (exists (select from licence l where l.id = licence_id));
create policy below on licence_reminder for insert to trunkline_app with check (
  exists (select from licence l where l.id = licence_id and l.company_id <> (select current_company())));
create policy everything on licence_reminder to trunkline_app_all using (true) with check (true);
grant select, insert on licence_reminder to trunkline_app;
grant select, insert, update, delete on licence_reminder to trunkline_app_all;
