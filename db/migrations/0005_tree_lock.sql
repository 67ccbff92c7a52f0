-- The closure is right only while nobody plants a company into a part of the tree that somebody else is moving: the
-- move would not see the new row, whose lineage would name the old place. So a move takes this lock alone and an
-- insert shares it, both before they lock a row.
create function lock_tree() returns void language sql as $$ select pg_advisory_xact_lock(hashtext('trunkline company tree')) $$;

-- As before, and: the lock, and no company under one that is in the trash.
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
