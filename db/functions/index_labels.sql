-- Trigger of the tables with tags and custom fields: writes what lists filter and sort them by. Its argument is the kind of record.
create or replace function index_labels() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  record_kind text := tg_argv[0];
begin
  if tg_op <> 'INSERT' then
    delete from record_tag where kind = record_kind and record_id = old.id;
    delete from record_value where kind = record_kind and record_id = old.id;
  end if;
  if tg_op = 'DELETE' then return null; end if;
  insert into record_tag (kind, record_id, tag_id, ancestor_ids)
    select distinct record_kind, new.id, t, new.ancestor_ids from unnest(new.tag_ids) t;
  insert into record_value (kind, record_id, key, number_value, text_value, ancestor_ids)
    select record_kind, new.id, v.key,
      case when jsonb_typeof(v.value) = 'number' then (v.value #>> '{}')::numeric end,
      case when jsonb_typeof(v.value) <> 'number' then v.value #>> '{}' end,
      new.ancestor_ids
    from jsonb_each(new.custom_fields) v where jsonb_typeof(v.value) <> 'null';
  return null;
end $$;
alter function index_labels() owner to trunkline_app_all;
