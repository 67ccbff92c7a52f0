-- Interim updates and accepted logins in batches. FreeRADIUS writes each as a line of a file, answers, and the process beside it
-- stores the file in one transaction: see loadRecords of radius/src/records.ts.

-- Files that were stored, and how much of each: one that is sent twice is stored once.
create table radius_batch (
  -- Host, folder and name of the file.
  source text primary key,
  octets bigint not null,
  -- MD5 of what is stored: a file of the same name that begins otherwise is another one.
  digest text not null,
  at timestamptz not null default now()
);
create index radius_batch_at on radius_batch (at);
alter table radius_batch enable row level security;
alter table radius_batch force row level security;
create policy everything on radius_batch to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on radius_batch to trunkline_app_all;

-- When FreeRADIUS received it, in seconds since 1970; null where it came straight to the database.
alter table acct_report add column received float8;

-- When the NAS said last that it has restarted (Accounting-On or Accounting-Off). Reports from before it leave no session running.
alter table nas_heard add column reboot_at timestamptz;
