-- Notes of records (docs/decisions/022-tags-and-custom-fields.md).
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: current_company, secured, notes_follow

create table note (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('company', 'user', 'site', 'hardware', 'service', 'subnet')),
  record_id bigint not null,
  -- The company of the record.
  company_id bigint not null references company,
  author_id bigint references app_user,
  author_name text not null,
  -- Companies from the root down to the author's: an internal note is for them alone.
  author_ancestor_ids bigint[] not null,
  internal boolean not null default true,
  text text not null check (length(text) between 1 and 5000),
  edited_at timestamptz,
  search_text text generated always as (lower(author_name || ' ' || text)) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index note_record on note (kind, record_id, created_at desc, id desc);
create index note_search on note using gin (search_text gin_trgm_ops);

-- Users that a note names: each is notified once.
create table note_mention (
  note_id bigint not null references note on delete cascade,
  user_id bigint not null references app_user,
  created_at timestamptz not null default now(),
  primary key (note_id, user_id)
);
create index note_mention_user on note_mention (user_id, created_at desc);

select touched('note', 'company_id');
select audited_by_version('note', 'notes', 'company_id', 'author_name', '');
select announced('note', 'notes', 'company_id');
select with_ancestor_ids('note');
select secured('note', 'select, insert, update, delete');
select secured('note_mention', 'select, insert, delete');
drop policy own on note;
create policy own on note to trunkline_app using (
  array_position(ancestor_ids, (select current_company())) is not null
  and (not internal or array_position(author_ancestor_ids, (select current_company())) is not null));
create policy own on note_mention to trunkline_app using (exists (select from note n where n.id = note_id));

do $$
declare
  t record;
begin
  for t in select * from (values ('app_user', 'user'), ('site', 'site'), ('hardware', 'hardware'), ('service', 'service'), ('subnet', 'subnet')) v (name, kind)
  loop
    execute format('create trigger notes_follow after update of company_id on %I for each row when (old.company_id is distinct from new.company_id) execute function notes_follow(%L)', t.name, t.kind);
  end loop;
end $$;
