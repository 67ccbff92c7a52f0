-- Imports of files with many rows.
-- functions: current_company, take_lineage, touch_row

create table import (
  id bigint generated always as identity primary key,
  -- That of the user who made it: what it may write is what the user may.
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('hardware', 'companies', 'services', 'subnets')),
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  size_bytes int not null,
  -- How it was read: encoding and separator of a CSV, name of the sheet of an XLSX.
  reading jsonb not null default '{}',
  -- Names in its first row; the first rows below it, for the eye.
  header text[] not null default '{}',
  sample jsonb not null default '[]',
  -- Field of the record by column of the file, in order; null: the column is left out.
  columns text[] not null default '{}',
  -- The company that rows without one are given to.
  default_company_id bigint references company,
  mode text not null default 'all-or-nothing' check (mode in ('all-or-nothing', 'skip-bad', 'update')),
  state text not null default 'uploaded' check (state in ('uploaded', 'checking', 'checked', 'applying', 'done', 'failed', 'cancelled')),
  -- Of the run that is under way, or the last one.
  dry_run boolean not null default true,
  rows_total int,
  rows_done int not null default 0,
  created_count int not null default 0,
  updated_count int not null default 0,
  same_count int not null default 0,
  bad_count int not null default 0,
  fault_count int not null default 0,
  failure text,
  -- Who ran it and from where, for the audit log of what the job writes.
  door jsonb not null default '{}',
  started_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lineage bigint[] not null default '{}' check (cardinality(lineage) > 0)
);
create index import_of_user on import (user_id, id desc);
create index import_age on import (created_at);
insert into lineage_table values ('import');
create statistics import_lineage_2 on (lineage[2]) from import;
create statistics import_lineage_3 on (lineage[3]) from import;
create statistics import_lineage_4 on (lineage[4]) from import;
create statistics import_lineage_5 on (lineage[5]) from import;
create trigger lineage before insert or update of company_id on import for each row execute function take_lineage();
create trigger import_touch before update on import for each row execute function touch_row();
alter table import enable row level security;
alter table import force row level security;
-- An import belongs to the user who made it alone; the provider's people use a role of their own and are told apart by the
-- handler.
create policy own on import to trunkline_app
  using (array_position(lineage, (select current_company())) is not null and user_id = (select nullif(current_setting('app.actor', true), '')::bigint));
create policy everything on import to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on import to trunkline_app, trunkline_app_all;

-- The bytes, in pieces that a reader takes one after another.
create table import_piece (
  import_id bigint not null references import on delete cascade,
  piece int not null,
  bytes bytea not null,
  primary key (import_id, piece)
);
alter table import_piece alter column bytes set storage external;
alter table import_piece enable row level security;
alter table import_piece force row level security;
create policy own on import_piece to trunkline_app using (exists (select from import i where i.id = import_id));
create policy everything on import_piece to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on import_piece to trunkline_app, trunkline_app_all;

-- What is wrong, by row and column of the file. At most 5,000 are kept; fault_count says how many there are.
create table import_fault (
  import_id bigint not null references import on delete cascade,
  position int not null,
  row int not null,
  -- As the file names it; empty: the whole row.
  column_name text not null,
  value text not null,
  message text not null,
  primary key (import_id, position)
);
alter table import_fault enable row level security;
alter table import_fault force row level security;
create policy own on import_fault to trunkline_app using (exists (select from import i where i.id = import_id));
create policy everything on import_fault to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on import_fault to trunkline_app, trunkline_app_all;

-- What became of the rows, a thousand to a piece: [row, outcome, id, label].
create table import_outcome (
  import_id bigint not null references import on delete cascade,
  piece int not null,
  rows jsonb not null,
  primary key (import_id, piece)
);
alter table import_outcome enable row level security;
alter table import_outcome force row level security;
create policy own on import_outcome to trunkline_app using (exists (select from import i where i.id = import_id));
create policy everything on import_outcome to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on import_outcome to trunkline_app, trunkline_app_all;
