-- Rules for the sessions of a company and all companies below it, and when a session last proved the password.
-- functions: touched, touch_row, audit_row, with_ancestor_ids, set_ancestor_ids, current_company, secured

create table sign_in_policy (
  id bigint generated always as identity primary key,
  company_id bigint not null unique references company on delete cascade,
  -- Copied from the company when the row is written; the label of the audit log.
  company_name text not null,
  -- Null: no rule of its own. The shortest time of the company and of all above it counts.
  idle_minutes int check (idle_minutes between 15 and 1440),
  absolute_hours int check (absolute_hours between 1 and 336),
  require_two_factor boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select touched('sign_in_policy', 'company_name');
create trigger audit after insert or delete on sign_in_policy for each row
  execute function audit_row('companies', 'company_id', 'company_name', '', 'company_name,company_id', 'company_id');
create trigger audit_update after update on sign_in_policy for each row when (old.version is distinct from new.version)
  execute function audit_row('companies', 'company_id', 'company_name', '', 'company_name,company_id', 'company_id');
select with_ancestor_ids('sign_in_policy');
select secured('sign_in_policy', 'select, insert, update');

-- Sensitive changes need a password that was entered recently: at sign-in, or again in the session.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = created_at where ended_at is null;
