-- The parent's owner is the child's owner or an ancestor of it.
create or replace function ip_place_node() returns trigger language plpgsql as $$
declare
  above bigint[];
begin
  if new.parent_id is null then
    new.parent_depth := 0;
  else
    select ancestor_ids into above from subnet where id = new.parent_id;
    new.parent_depth := cardinality(above);
    if not above[cardinality(above)] = any (new.ancestor_ids) then
      perform reject(422, 'company_id', 'subnet.company_not_below');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.company_id <> old.company_id and (
    exists (select from subnet where parent_id = new.id and holds and not new.company_id = any (ancestor_ids))
    or exists (select from address where subnet_id = new.id and holds and not new.company_id = any (ancestor_ids)))
  then
    perform reject(409, 'company_id', 'subnet.parts_of_others', jsonb_build_object('net', new.net));
  end if;
  return new;
end $$;
