-- The parent ranks above: simrush > master-distributor > distributor > reseller > client; levels may be skipped. Locks the
-- parent's row, so that it can't be moved or retyped in between; none under a company in the trash. One insert at a time may
-- place the root. The lock of the tree comes before a lock of a row: a move takes it alone and an insert shares it, or the
-- move would miss a row inserted meanwhile (see lock_tree).
create or replace function place_company() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent company%rowtype;
begin
  if new.parent_id is null then
    new.lineage := array[new.id];
    return new;
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtext('trunkline company tree'));
  else
    perform lock_tree();
  end if;
  select * into parent from company where id = new.parent_id for share;
  if not found then
    raise exception 'parent company % is missing', new.parent_id using errcode = 'foreign_key_violation';
  end if;
  if parent.deleted_at is not null then
    raise exception 'parent company % is in the trash', new.parent_id using errcode = 'check_violation', constraint = 'company_parent_live';
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
alter function place_company() owner to trunkline_app_all;
