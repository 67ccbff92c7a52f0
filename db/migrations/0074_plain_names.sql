-- Tables, columns, triggers, indexes and functions get the names that the field uses (docs/glossary.md). Renames only: what
-- refers to them by number (policies, indexes, foreign keys, triggers) follows. Functions whose text changes are applied after.
alter table lineage_table rename to ancestor_table;
alter table tariff_offer rename to tariff_share;
alter table import_fault rename to import_error;
alter table import_piece rename to import_chunk;
alter table tariff rename column offered_to to shared_with;
alter table subnet rename column offered to shared;
alter table import rename column fault_count to error_count;
alter table import rename column door to tenant;
alter table import_chunk rename column piece to chunk;
alter table import_outcome rename column piece to chunk;
alter table ip_verification rename column faults to errors;
alter table ip_verification rename column fault_count to error_count;
alter table hardware_state rename column fault to error;
alter table hardware_poll rename column asked_at to requested_at;
alter table config_backup rename column taken_at to read_at;
-- Names of parameters and results can't be changed in place; their files create these functions again.
do $$
declare
  f text;
begin
  for f in select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (n.nspname, p.proname) in (('public', 'ip_sees'), ('public', 'ip_inside'), ('public', 'hardware_holders'), ('panel', 'close_unknown'))
      and p.proargnames && array['lineage', 'asked_at']
  loop
    execute 'drop function ' || f;
  end loop;
end $$;

-- The ids of the companies from the root down to the owner of a row.
do $$
declare
  t record;
begin
  for t in select c.oid::regclass as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'lineage' and not a.attisdropped and a.attinhcount = 0 and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s rename column lineage to ancestor_ids', t.name);
  end loop;
  for t in select tgrelid::regclass as name from pg_trigger where tgname = 'lineage' and tgparentid = 0 loop
    execute format('alter trigger lineage on %s rename to ancestor_ids', t.name);
  end loop;
  for t in select c.oid::regclass as name, c.relname from pg_class c where c.relkind in ('i', 'I') and c.relname ~ 'lineage|offer|fault|piece' and c.relnamespace = 'public'::regnamespace loop
    execute format('alter index %s rename to %I', t.name, replace(replace(replace(replace(t.relname, 'lineage', 'ancestor_ids'), 'offer', 'share'), 'fault', 'error'), 'piece', 'chunk'));
  end loop;
  for t in select oid, stxname, stxrelid::regclass as name from pg_statistic_ext where stxname ~ 'lineage' and stxnamespace = 'public'::regnamespace loop
    execute format('alter statistics %I rename to %I', t.stxname, replace(t.stxname, 'lineage', 'ancestor_ids'));
  end loop;
end $$;

-- What tables are called where their names are data.
update ancestor_table set name = case name when 'import_fault' then 'import_error' when 'import_piece' then 'import_chunk' when 'tariff_offer' then 'tariff_share' else name end
  where name in ('import_fault', 'import_piece', 'tariff_offer');

-- Stored filters, columns and sort orders of lists name fields.
alter table saved_view no force row level security;
update saved_view set state = regexp_replace(state::text, '"(-?)offered_to"', '"\1shared_with"', 'g')::jsonb where state::text like '%offered_to"%';
update saved_view set state = regexp_replace(state::text, '"(-?)from_above"', '"\1inherited"', 'g')::jsonb where state::text like '%from_above"%';
update saved_view set state = regexp_replace(state::text, '"(-?)offered"', '"\1shared"', 'g')::jsonb where state::text like '%offered"%';
update saved_view set state = regexp_replace(state::text, '"(-?)taken_at"', '"\1read_at"', 'g')::jsonb where state::text like '%taken_at"%';
alter table saved_view force row level security;
alter table ip_verification no force row level security;
update ip_verification set errors = replace(errors::text, '"fault":', '"error":')::jsonb where errors <> '[]';
alter table ip_verification force row level security;

do $$
declare
  renamed text;
  f record;
begin
  foreach renamed in array array[
    'carry_lineage carry_ancestor_ids',
    'carries_lineage with_ancestor_ids',
    'take_lineage set_ancestor_ids',
    'companies_above ancestor_companies',
    'plant_company maintain_company_tree',
    'place_company check_company_parent',
    'refuse_change reject_change',
    'hardware_serials_taken hardware_serials_used',
    'usernames_taken usernames_used',
    'ip_take_addresses ip_allocate_addresses',
    'ip_take_blocks ip_allocate_blocks',
    'ip_give_back ip_release_block',
    'ip_put_back ip_restore',
    'ip_keep_line ip_check_moved_company',
    'ip_keep_company ip_check_deleted_company',
    'ip_keep_apart ip_check_siblings',
    'ip_keep_fullness ip_set_nearly_full',
    'ip_keep_address_words ip_set_address_search',
    'ip_keep_subnet_words ip_set_subnet_search',
    'ip_holders ip_owners',
    'ip_holder_lineage ip_owner_ancestor_ids',
    'ip_check_holder ip_check_owner',
    'ip_held ip_owned',
    'ip_hold_company ip_lock_company',
    'ip_in_way ip_blocking',
    'ip_look ip_preview',
    'ip_look_cover ip_preview_cover',
    'ip_look_destroy ip_preview_destroy',
    'ip_look_lift ip_preview_lift',
    'ip_look_merge ip_preview_merge',
    'ip_look_move ip_preview_move',
    'ip_look_resize ip_preview_resize',
    'ip_look_split ip_preview_split',
    'ip_do ip_apply',
    'ip_do_cover ip_apply_cover',
    'ip_do_destroy ip_apply_destroy',
    'ip_do_lift ip_apply_lift',
    'ip_do_merge ip_apply_merge',
    'ip_do_move ip_apply_move',
    'ip_do_resize ip_apply_resize',
    'ip_do_split ip_apply_split',
    'ip_tell_moves ip_announce_moves',
    'ip_reject_taken ip_reject_allocated',
    'ip_cool_down ip_quarantine',
    'ip_remember ip_set_former_state',
    'ip_pieces ip_ranges_by_part',
    'ip_everything ip_sees_all',
    'ip_mark ip_fingerprint',
    'panel.heard_acct panel.seen_accounting',
    'panel.record_heard panel.record_seen',
    'panel.tell_nas panel.notify_nas',
    'panel.take_report panel.process_report',
    'panel.take_reports panel.process_reports',
    'panel.keep_months panel.maintain_months',
    'panel.keep_readings panel.maintain_readings',
    'recount_tally recompute_tally',
    'tally_rows tally_changes'
  ] loop
    for f in select p.oid::regprocedure as signature, n.nspname as schema, pg_get_function_identity_arguments(p.oid) as arguments from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where (case n.nspname when 'panel' then 'panel.' when 'public' then '' else '-' end) || p.proname = split_part(renamed, ' ', 1)
    loop
      -- A copy of the present functions that was applied beside the old ones.
      execute format('drop function if exists %I.%I(%s)', f.schema, regexp_replace(split_part(renamed, ' ', 2), '^panel\.', ''), f.arguments);
      execute format('alter function %s rename to %I', f.signature, regexp_replace(split_part(renamed, ' ', 2), '^panel\.', ''));
    end loop;
  end loop;
end $$;
