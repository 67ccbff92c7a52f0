-- Tags and custom fields of companies, users, sites, devices, services and subnets (docs/decisions/022-tags-and-custom-fields.md).
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, ancestor_companies, secured, index_labels

create table tag (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text collate "und-x-icu" not null check (name <> ''),
  colour text not null default 'grey' check (colour in ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink')),
  description text,
  search_text text generated always as (lower(name || ' ' || coalesce(description, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index tag_name_once on tag (company_id, lower(name)) where deleted_at is null;

create table custom_field (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  kind text not null check (kind in ('company', 'user', 'site', 'hardware', 'service', 'subnet')),
  -- Name in the API, in imports and exports. It never changes.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text collate "und-x-icu" not null check (label <> ''),
  -- Null: the same as `label`.
  label_de text collate "und-x-icu",
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'url')),
  required boolean not null default false,
  -- A value of the type, as text.
  default_value text,
  choices text[] not null default '{}',
  help text,
  max_length int check (max_length between 1 and 1000),
  position int not null default 0 check (position between 0 and 10000),
  search_text text generated always as (lower(key || ' ' || label || ' ' || coalesce(label_de, ''))) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'choice') = (cardinality(choices) > 0))
);
create unique index custom_field_key_once on custom_field (company_id, kind, key) where deleted_at is null;
create index custom_field_kind on custom_field (kind, position, id) where deleted_at is null;

select touched('tag');
select touched('custom_field');
select audited_by_version('tag', 'tags', 'company_id', 'name', '');
select audited_by_version('custom_field', 'custom-fields', 'company_id', 'label', '');
select announced('tag', 'tags', 'company_id');
select announced('custom_field', 'custom-fields', 'company_id');
select with_ancestor_ids('tag');
select with_ancestor_ids('custom_field');
select scoped_index('tag', 'tag_name', 'name, id', 'deleted_at is null');
select scoped_index('custom_field', 'custom_field_order', 'position, id', 'deleted_at is null');
select secured('tag', 'select, insert, update');
select secured('custom_field', 'select, insert, update');
-- Companies below the owner use them: they read what they do not own.
drop policy own on tag;
create policy own on tag to trunkline_app
  using (array_position(ancestor_ids, (select current_company())) is not null or company_id = any ((select ancestor_companies())::bigint[]))
  with check (array_position(ancestor_ids, (select current_company())) is not null);
drop policy own on custom_field;
create policy own on custom_field to trunkline_app
  using (array_position(ancestor_ids, (select current_company())) is not null or company_id = any ((select ancestor_companies())::bigint[]))
  with check (array_position(ancestor_ids, (select current_company())) is not null);

-- On the record itself, so that its row security, version, audit trail and trash apply. Null: none.
alter table company add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
alter table app_user add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
alter table site add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
alter table hardware add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
alter table service add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
alter table subnet add column tag_ids bigint[] check (cardinality(tag_ids) > 0), add column custom_fields jsonb check (jsonb_typeof(custom_fields) = 'object' and custom_fields <> '{}');
grant update (tag_ids, custom_fields) on subnet to trunkline_app;

-- What a list filters and sorts by: one row for each tag and for each value of a record, written by triggers.
create table record_tag (
  kind text not null,
  record_id bigint not null,
  tag_id bigint not null,
  -- Those of the record.
  ancestor_ids bigint[] not null,
  primary key (kind, record_id, tag_id)
);
create index record_tag_tag on record_tag (tag_id, kind, record_id);
create table record_value (
  kind text not null,
  record_id bigint not null,
  key text not null,
  -- One of them: of fields of type number, and of all others.
  number_value numeric,
  text_value text collate "und-x-icu",
  ancestor_ids bigint[] not null,
  primary key (kind, record_id, key),
  check (num_nulls(number_value, text_value) = 1)
);
create index record_value_text on record_value using gin (text_value gin_trgm_ops) where text_value is not null;
select scoped_index('record_value', 'record_value_order', 'kind, key, number_value, text_value, record_id');
select secured('record_tag', 'select');
select secured('record_value', 'select');
-- A subnet that is shared with companies below its owner is in their lists too.
create policy own on record_tag for select to trunkline_app using (
  array_position(ancestor_ids, (select current_company())) is not null
  or (kind = 'subnet' and exists (select from subnet s where s.id = record_id)));
create policy own on record_value for select to trunkline_app using (
  array_position(ancestor_ids, (select current_company())) is not null
  or (kind = 'subnet' and exists (select from subnet s where s.id = record_id)));

do $$
declare
  t record;
  filled text := '(%1$s.tag_ids is not null or %1$s.custom_fields is not null)';
  changed text := '(old.tag_ids, old.custom_fields) is distinct from (new.tag_ids, new.custom_fields)';
begin
  for t in
    select * from (values ('company', 'company'), ('app_user', 'user'), ('site', 'site'), ('hardware', 'hardware'), ('service', 'service'), ('subnet', 'subnet')) v (name, kind)
  loop
    execute format('create trigger labels_touch before update of tag_ids, custom_fields on %I for each row when (%s) execute function touch_row()', t.name, changed);
    execute format('create trigger labels_insert after insert on %I for each row when (%s) execute function index_labels(%L)', t.name, format(filled, 'new'), t.kind);
    execute format('create trigger labels_update after update on %I for each row when (%s or (old.ancestor_ids is distinct from new.ancestor_ids and %s)) execute function index_labels(%L)', t.name, changed, format(filled, 'new'), t.kind);
    execute format('create trigger labels_delete after delete on %I for each row when (%s) execute function index_labels(%L)', t.name, format(filled, 'old'), t.kind);
  end loop;
end $$;
-- The audit trigger of subnets depends on the columns that a statement sets.
create trigger audit_labels after update of tag_ids, custom_fields on subnet for each row when (old.version is distinct from new.version)
  execute function audit_row('subnets', 'company_id', 'net', '', 'used,assigned,in_use,in_use_at,child_count,address_count,parent_depth,edges_cut,parent_net,parent_hosts,deletion_id,holds', 'id');
