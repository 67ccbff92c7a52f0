-- What the dashboard needs to name problems: since when a device is offline, sessions that ended without reports of their NAS, and
-- rejected logins of each company in five-minute intervals.
-- functions: hardware_online_changed, scoped_index

-- Time of the last change of is_online; null if the device was never read.
alter table hardware add column online_changed_at timestamptz;
drop trigger audit on hardware;
drop trigger audit_update on hardware;

-- The owner of the tables is no superuser, and FORCEd row security shows it no row.
alter table hardware no force row level security;
alter table hardware disable trigger user;
update hardware h set online_changed_at = coalesce(case when h.is_online then s.booted_at else s.polled_at end, s.last_error_at, h.updated_at)
  from hardware_state s where s.hardware_id = h.id and h.is_online is not null;
alter table hardware enable trigger user;
alter table hardware force row level security;

create trigger audit after insert or delete on hardware for each row
  execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online,online_changed_at');
create trigger audit_update after update on hardware for each row when (old.version is distinct from new.version)
  execute function audit_row('hardware', 'company_id', 'name', 'management_password', 'type_id,manufacturer_id,is_online,online_changed_at');
create trigger online_changed before insert or update of is_online on hardware for each row execute function hardware_online_changed();
select scoped_index('hardware', 'hardware_offline_since', 'online_changed_at desc, id', 'deleted_at is null and is_online = false');

-- Time at which a session of the NAS was last ended because its reports had stopped.
alter table nas_heard add column lost_at timestamptz;

-- Rejected logins of a company and those below it in the five minutes from `at`; no row if there were none.
create table login_rejection (
  company_id bigint not null references company on delete cascade,
  at timestamptz not null,
  rejected int not null check (rejected > 0),
  primary key (company_id, at)
);
create index login_rejection_at on login_rejection (at);
alter table login_rejection enable row level security;
alter table login_rejection force row level security;
create policy own on login_rejection for select to trunkline_app using (exists (select from company c where c.id = company_id));
create policy everything on login_rejection to trunkline_app_all using (true) with check (true);
grant select on login_rejection to trunkline_app;
grant select, insert, update, delete on login_rejection to trunkline_app_all;
