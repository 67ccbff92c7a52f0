-- Files of records. Their content is in a folder or an S3 bucket (docs/decisions/022-tags-and-custom-fields.md).
-- functions: touched, touch_row, audited_by_version, audit_row, announced, announce_rows, with_ancestor_ids, set_ancestor_ids
-- functions: scoped_index, current_company, ancestor_companies, secured

create table attachment (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('company', 'user', 'site', 'hardware', 'service', 'subnet')),
  record_id bigint not null,
  -- The company of the record.
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Hexadecimal.
  sha256 text not null check (length(sha256) = 64),
  -- Random name of the stored content.
  object text not null unique check (object ~ '^[0-9a-f]{32}$'),
  author_id bigint references app_user,
  author_name text not null,
  -- Companies from the root down to the author's: their users may delete the file.
  author_ancestor_ids bigint[] not null,
  search_text text generated always as (lower(name || ' ' || author_name)) stored not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index attachment_record on attachment (kind, record_id, created_at desc, id desc);
-- The sizes of a company's files are summed at each upload.
create index attachment_company on attachment (company_id) include (size_bytes);
create index attachment_search on attachment using gin (search_text gin_trgm_ops);

select touched('attachment', 'company_id');
select audited_by_version('attachment', 'attachments', 'company_id', 'name', 'object,author_ancestor_ids');
select announced('attachment', 'attachments', 'company_id');
select with_ancestor_ids('attachment');
select scoped_index('attachment', 'attachment_created', 'created_at desc, id desc');
select secured('attachment', 'select, insert, update, delete');
