-- Imports of tables: the file as it came, what it is read as, and what became of each of its rows.

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
  updated_at timestamptz not null default now()
);
create index import_of_user on import (user_id, id desc);
create index import_age on import (created_at);
select carries_lineage('import');
create trigger import_touch before update on import for each row execute function touch_row();

-- The bytes, in pieces that a reader takes one after another.
create table import_piece (
  import_id bigint not null references import on delete cascade,
  piece int not null,
  bytes bytea not null,
  primary key (import_id, piece)
);
alter table import_piece alter column bytes set storage external;

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

-- What became of the rows, a thousand to a piece: [row, outcome, id, label].
create table import_outcome (
  import_id bigint not null references import on delete cascade,
  piece int not null,
  rows jsonb not null,
  primary key (import_id, piece)
);

-- An import is its maker's alone; the provider's people go through a role of their own and are told apart by the handler.
do $$
declare
  t text;
begin
  drop policy own on import;
  create policy own on import to trunkline_app using (
    array_position(lineage, (select current_company())) is not null and user_id = (select nullif(current_setting('app.actor', true), '')::bigint));
  create policy everything on import to trunkline_app_all using (true) with check (true);
  grant select, insert, update, delete on import to trunkline_app, trunkline_app_all;
  foreach t in array array['import_piece', 'import_fault', 'import_outcome'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I to trunkline_app using (exists (select from import i where i.id = import_id))', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app, trunkline_app_all', t);
  end loop;
end $$;

-- Which of these serial numbers a maker's devices have already: the place in the lists, counted from 1, and the device.
-- Past row security: a number names one piece of metal for all tenants. That one is taken is told by a refused store as
-- well; by whom, never. And the index is of no use below a policy, because upper() might leak what it is given.
create function hardware_serials_taken(makers bigint[], serials text[]) returns table (at bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.at, h.id from unnest(makers, serials) with ordinality w(maker, serial, at)
    join hardware h on h.manufacturer_id = w.maker and upper(h.serial_number) = upper(w.serial)
      and h.serial_number is not null and h.deleted_at is null
$$;
-- The same of user names, which are unique in the installation.
create function usernames_taken(names text[]) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.at from unnest(names) with ordinality w(name, at)
    where exists (select from service s where s.username = w.name and s.deleted_at is null)
$$;
grant create on schema public to trunkline_app_all;
alter function hardware_serials_taken(bigint[], text[]) owner to trunkline_app_all;
alter function usernames_taken(text[]) owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
revoke all on function hardware_serials_taken(bigint[], text[]), usernames_taken(text[]) from public;
grant execute on function hardware_serials_taken(bigint[], text[]), usernames_taken(text[]) to trunkline_app, trunkline_app_all;

-- Checking a file and taking it over is a job.
do $$
begin
  execute format('create or replace function queueable_tasks() returns text[] language sql immutable parallel safe as %L',
    format('select %L::text[]', queueable_tasks() || array['run-import']));
end $$;
