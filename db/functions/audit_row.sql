-- Trigger that logs a row before and after a change. Arguments: subject, company column, label column, comma-separated columns
-- that are never logged (secrets). The fifth argument lists derived columns that are not logged: counters and
-- copies. The sixth names the column with the id of the record that contains the row: an address is logged under its
-- subnet. A new row without secrets, which every allocation writes, takes a shorter path.
create or replace function audit_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb;
  is_ jsonb;
  any_row jsonb;
  noise text[] := array['id', 'version', 'updated_at', 'created_at', 'ancestor_ids', 'search_text', 'telephone', 'name_sort', 'nearly_full'] || string_to_array(coalesce(tg_argv[4], ''), ',');
  secret text[];
  changed_before jsonb;
  changed_after jsonb;
  action text;
begin
  if tg_op = 'INSERT' and coalesce(tg_argv[3], '') = '' then
    is_ := to_jsonb(new);
    insert into audit_log (action, subject, object_id, object_label, company_id, after)
      values ('create', tg_argv[0], (is_ ->> coalesce(tg_argv[5], 'id'))::bigint, is_ ->> tg_argv[2], (is_ ->> tg_argv[1])::bigint, nullif(jsonb_strip_nulls(is_ - noise), '{}'));
    return null;
  end if;
  was := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_ := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  any_row := case when tg_op = 'DELETE' then was else is_ end;
  secret := string_to_array(coalesce(tg_argv[3], ''), ',');
  action := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'destroy' else 'update' end;
  -- Columns that are empty before and after are omitted.
  select coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(was -> k, 'null') end) filter (where tg_op <> 'INSERT' or k = any (secret)), '{}'),
      coalesce(jsonb_object_agg(k, case when k = any (secret) then '"•••"' else coalesce(is_ -> k, 'null') end) filter (where tg_op <> 'DELETE' or k = any (secret)), '{}')
    into changed_before, changed_after
    from jsonb_object_keys(any_row - noise) k where coalesce(was -> k, 'null') <> coalesce(is_ -> k, 'null');
  if tg_op = 'UPDATE' then
    if changed_after = '{}' then return null; end if;
    if was ->> 'deleted_at' is null and is_ ->> 'deleted_at' is not null then action := 'destroy';
    elsif was ->> 'deleted_at' is not null and is_ ->> 'deleted_at' is null then action := 'recover';
    elsif tg_argv[0] = 'companies' and was -> 'parent_id' is distinct from is_ -> 'parent_id' then action := 'move';
    end if;
  end if;
  insert into audit_log (action, subject, object_id, object_label, company_id, before, after)
    values (action, tg_argv[0], coalesce(any_row ->> coalesce(tg_argv[5], 'id'), was ->> coalesce(tg_argv[5], 'id'))::bigint, any_row ->> tg_argv[2], (any_row ->> tg_argv[1])::bigint,
      nullif(changed_before, '{}'), nullif(changed_after, '{}'));
  return null;
end $$;
alter function audit_row() owner to trunkline_app_all;
