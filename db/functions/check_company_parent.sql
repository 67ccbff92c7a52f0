-- The parent has to rank higher: simrush > master-distributor > distributor > reseller > client; levels may be skipped. Locks
-- the parent's row, so that it cannot be moved or change its type concurrently; rejects a parent in the trash. Only one insert
-- at a time may create the root. The lock of the tree precedes row locks: a move holds it exclusively and an insert shared;
-- otherwise the move would miss a row inserted concurrently (see lock_tree).
create or replace function check_company_parent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent company%rowtype;
begin
  if new.parent_id is null then
    new.ancestor_ids := array[new.id];
    return new;
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtext('trunkline company tree'));
  else
    perform lock_tree();
  end if;
  select * into parent from company where id = new.parent_id for share;
  if not found then
    perform reject(404, 'parent_id', 'row.missing', jsonb_build_object('kind', 'company'));
  end if;
  if parent.deleted_at is not null then
    perform reject(409, 'parent_id', 'row.in_trash', jsonb_build_object('name', parent.name));
  end if;
  if company_rank(parent.type) >= company_rank(new.type) then
    perform reject(422, 'parent_id', 'company.parent_type', jsonb_build_object('type', new.type, 'parent_type', parent.type));
  end if;
  if new.id = any(parent.ancestor_ids) then
    perform reject(422, 'parent_id', 'company.parent_loop');
  end if;
  new.ancestor_ids := parent.ancestor_ids || new.id;
  return new;
end $$;
alter function check_company_parent() owner to trunkline_app_all;
