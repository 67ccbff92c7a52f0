-- The company tree, who may see which row, and the audit log. Every tenant table that follows copies this shape:
--   enable + force row security, policy `own` for trunkline_app, policy `everything` for trunkline_app_all,
--   call audited(…) and announced(…).
-- trunkline_app      serves callers below the provider: sees only rows of companies below its `app.company`.
-- trunkline_app_all  serves the provider and the panel itself.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

grant usage on schema public to trunkline_app, trunkline_app_all;

-- Who is calling, from the settings that the door sets for one transaction. Unset is '' after a first local set.
create function current_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;

create table company (
  id bigint generated always as identity primary key,
  parent_id bigint references company,
  type text not null check (type in ('simrush', 'master-distributor', 'distributor', 'reseller', 'client')),
  -- ids from the root down to this company, itself included
  lineage bigint[] not null default '{}',
  name text collate "und-x-icu" not null check (name <> ''),
  legal_name text,
  registration_number text,
  vat_number text,
  email text,
  phone_country_code text,
  phone_number text,
  telephone text generated always as ('+' || phone_country_code || phone_number) stored,
  address_line_1 text,
  address_line_2 text,
  city text collate "und-x-icu",
  region text,
  postcode text,
  county_iso_code text check (county_iso_code ~ '^[A-Z]{2}$'),
  billing_term text not null default 'net-30' check (billing_term in ('prepaid', 'net-7', 'net-14', 'net-30', 'net-60')),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en' check (locale in ('en', 'de')),
  time_zone text not null default 'UTC',
  notes text,
  logo text,
  is_active boolean not null default true,
  search_text text generated always as (
    lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(city, '') || ' ' || coalesce('+' || phone_country_code || phone_number, ''))
  ) stored not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((type = 'simrush') = (parent_id is null))
);
create unique index company_one_root on company ((true)) where parent_id is null;
create index company_parent on company (parent_id, name, id);
create index company_name on company (name, id) where deleted_at is null;
create index company_search on company using gin (search_text gin_trgm_ops);
create index company_lineage on company using gin (lineage);
create index company_created on company (created_at);

create table company_tree (
  ancestor_id bigint not null references company,
  descendant_id bigint not null references company,
  depth smallint not null check (depth >= 0),
  primary key (ancestor_id, descendant_id)
);
create index company_tree_up on company_tree (descendant_id, ancestor_id);

create function company_rank(type text) returns int language sql immutable parallel safe
  as $$ select array_position(array['simrush', 'master-distributor', 'distributor', 'reseller', 'client'], type) $$;

-- The parent ranks above: simrush > master-distributor > distributor > reseller > client; levels may be skipped.
-- Locks the parent's row, so that it can't be moved or retyped in between. One insert at a time may place the root.
create function place_company() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent company%rowtype;
begin
  if new.parent_id is null then
    new.lineage := array[new.id];
    return new;
  end if;
  select * into parent from company where id = new.parent_id for share;
  if not found then
    raise exception 'parent company % is missing', new.parent_id using errcode = 'foreign_key_violation';
  end if;
  if company_rank(parent.type) >= company_rank(new.type) then
    raise exception 'a % can not stand under a %', new.type, parent.type using errcode = 'check_violation', constraint = 'company_parent_ranks_above';
  end if;
  if new.id = any(parent.lineage) then
    raise exception 'a company can not stand under itself' using errcode = 'check_violation', constraint = 'company_no_cycle';
  end if;
  new.lineage := parent.lineage || new.id;
  return new;
end $$;

create trigger company_place before insert or update of parent_id, type on company
  for each row execute function place_company();

create function plant_company() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    -- A company moves with everything below it: its subtree's links to what was above go, those to what is above now come.
    delete from company_tree t
      using company_tree below
      where below.ancestor_id = new.id and t.descendant_id = below.descendant_id
        and t.ancestor_id = any(old.lineage) and t.ancestor_id <> new.id;
    insert into company_tree (ancestor_id, descendant_id, depth)
      select above.ancestor, below.descendant_id, cardinality(new.lineage) - above.place + below.depth
      from unnest(new.lineage) with ordinality as above(ancestor, place), company_tree below
      where below.ancestor_id = new.id and above.ancestor <> new.id;
    update company c set lineage = new.lineage || c.lineage[cardinality(old.lineage) + 1 :]
      from company_tree below
      where below.ancestor_id = new.id and below.descendant_id = c.id and c.id <> new.id;
  else
    insert into company_tree (ancestor_id, descendant_id, depth)
      select ancestor, new.id, cardinality(new.lineage) - place from unnest(new.lineage) with ordinality as above(ancestor, place);
  end if;
  return null;
end $$;

create trigger company_plant after insert on company for each row execute function plant_company();
create trigger company_replant after update of parent_id on company
  for each row when (old.parent_id is distinct from new.parent_id) execute function plant_company();

-- Every change of a row counts its version, by which two people who edit the same row are told apart.
create function touch_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
-- Columns by name: a whole row would hold the generated ones, which a trigger before the change can't read.
create trigger company_touch before update on company for each row
  when ((old.parent_id, old.type, old.name, old.legal_name, old.registration_number, old.vat_number, old.email, old.phone_country_code, old.phone_number, old.address_line_1, old.address_line_2, old.city, old.region, old.postcode, old.county_iso_code, old.billing_term, old.currency, old.locale, old.time_zone, old.notes, old.logo, old.is_active, old.deleted_at)
    is distinct from (new.parent_id, new.type, new.name, new.legal_name, new.registration_number, new.vat_number, new.email, new.phone_country_code, new.phone_number, new.address_line_1, new.address_line_2, new.city, new.region, new.postcode, new.county_iso_code, new.billing_term, new.currency, new.locale, new.time_zone, new.notes, new.logo, new.is_active, new.deleted_at))
  execute function touch_row();

-- Audit log ------------------------------------------------------------------------------------------------------

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  action text not null,
  subject text not null,
  object_id bigint,
  object_label text,
  -- the company whose row it is; null: of the installation
  company_id bigint references company,
  actor_id bigint,
  actor_name text not null,
  impersonator_id bigint,
  impersonator_name text,
  ip text,
  request_id text,
  before jsonb,
  after jsonb
);
create index audit_log_company on audit_log (company_id, id desc);
create index audit_log_object on audit_log (subject, object_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);

-- The hash chain over the log: a job seals behind the oldest running transaction, so writers never queue.
create table audit_seal (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  last_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();

-- The one way to write the log. Actor, impersonator, address and request come from the door's settings.
create function audit_event(action text, subject text, object_id bigint, object_label text, company_id bigint, before jsonb default null, after jsonb default null)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_log (action, subject, object_id, object_label, company_id, actor_id, actor_name, impersonator_id, impersonator_name, ip, request_id, before, after)
  values (
    action, subject, object_id, object_label, company_id,
    nullif(current_setting('app.actor', true), '')::bigint,
    coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
    nullif(current_setting('app.impersonator', true), '')::bigint,
    nullif(current_setting('app.impersonator_name', true), ''),
    nullif(current_setting('app.ip', true), ''),
    nullif(current_setting('app.request_id', true), ''),
    before, after)
$$;

-- Arguments: subject, company column, label column, columns that never show (secrets), by comma.
create function audit_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_ jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  any_row jsonb := case when tg_op = 'DELETE' then was else is_ end;
  noise text[] := array['id', 'version', 'updated_at', 'created_at', 'lineage', 'search_text', 'telephone', 'name_sort'];
  secret text[] := string_to_array(coalesce(tg_argv[3], ''), ',');
  key text;
  before jsonb := '{}';
  after jsonb := '{}';
  action text := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'destroy' else 'update' end;
begin
  for key in select k from jsonb_object_keys(any_row) k where not k = any(noise) loop
    if was -> key is distinct from is_ -> key and not (coalesce(was -> key, 'null') = 'null' and coalesce(is_ -> key, 'null') = 'null') then
      if key = any(secret) then
        before := before || jsonb_build_object(key, '•••');
        after := after || jsonb_build_object(key, '•••');
      else
        if tg_op <> 'INSERT' then before := before || jsonb_build_object(key, was -> key); end if;
        if tg_op <> 'DELETE' then after := after || jsonb_build_object(key, is_ -> key); end if;
      end if;
    end if;
  end loop;
  if tg_op = 'UPDATE' then
    if after = '{}' then return null; end if;
    if was ->> 'deleted_at' is null and is_ ->> 'deleted_at' is not null then action := 'destroy';
    elsif was ->> 'deleted_at' is not null and is_ ->> 'deleted_at' is null then action := 'recover';
    elsif tg_argv[0] = 'companies' and was -> 'parent_id' is distinct from is_ -> 'parent_id' then action := 'move';
    end if;
  end if;
  perform audit_event(action, tg_argv[0], (any_row ->> 'id')::bigint, any_row ->> tg_argv[2], (any_row ->> tg_argv[1])::bigint,
    nullif(before, '{}'), nullif(after, '{}'));
  return null;
end $$;

create function audited(table_name regclass, subject text, company_column text, label_column text, secret_columns text default '') returns void
  language plpgsql as $$
begin
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_row(%L, %L, %L, %L)',
    table_name, subject, company_column, label_column, secret_columns);
end $$;

-- Live channel: says after commit which rows of which companies changed, never what they hold. At most 100 ids and
-- 100 companies are named (NOTIFY carries 8,000 bytes); an empty list means "too many to name".
create function announce_rows() returns trigger language plpgsql as $$
declare
  ids bigint[];
  companies bigint[];
begin
  select array_agg(distinct (to_jsonb(c) ->> 'id')::bigint), array_agg(distinct (to_jsonb(c) ->> tg_argv[1])::bigint) into ids, companies from changed_rows c;
  if ids is null then return null; end if;
  if cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', tg_argv[0], 'ids', ids, 'companies', companies)::text);
  return null;
end $$;

create function announced(table_name regclass, subject text, company_column text) returns void language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
  execute format('create trigger announce_update after update on %s referencing new table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed_rows for each statement execute function announce_rows(%L, %L)', table_name, subject, company_column);
end $$;

select audited('company', 'companies', 'id', 'name', 'logo');
select announced('company', 'companies', 'id');

-- Row security ---------------------------------------------------------------------------------------------------

alter table company_tree enable row level security;
alter table company_tree force row level security;
create policy own on company_tree to trunkline_app using (ancestor_id = (select current_company()));
create policy everything on company_tree to trunkline_app_all using (true) with check (true);

-- `= any (array(select …))` is evaluated once a query; a function per row or a join in the policy is not.
alter table company enable row level security;
alter table company force row level security;
create policy own on company to trunkline_app using (id = any (array(select descendant_id from company_tree)))
  with check (parent_id = any (array(select descendant_id from company_tree)) or id = (select current_company()));
create policy everything on company to trunkline_app_all using (true) with check (true);

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own on audit_log for select to trunkline_app using (company_id = any (array(select descendant_id from company_tree)));
create policy everything on audit_log to trunkline_app_all using (true) with check (true);

alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy everything on audit_seal to trunkline_app_all using (true) with check (true);

grant select, insert, update on company to trunkline_app, trunkline_app_all;
grant select on company_tree to trunkline_app;
grant select, insert, update, delete on company_tree to trunkline_app_all;
grant select on audit_log to trunkline_app;
grant select, insert on audit_log, audit_seal to trunkline_app_all;

-- The functions that must see past row security run as trunkline_app_all, never as the owner, who sees no row at all
-- under FORCE unless it is a superuser.
grant create on schema public to trunkline_app_all;
alter function place_company() owner to trunkline_app_all;
alter function plant_company() owner to trunkline_app_all;
alter function audit_event(text, text, bigint, text, bigint, jsonb, jsonb) owner to trunkline_app_all;
alter function audit_row() owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
