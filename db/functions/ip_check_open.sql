-- Rejects changes in quarantined space, and changes by an ancestor in space that a descendant manages exclusively.
create or replace function ip_check_open(node subnet, field text) returns void language plpgsql as $$
declare
  me bigint := nullif(current_company(), 0);
  closed record;
begin
  if node.deleted_at is not null then
    perform reject(409, field, 'row.in_trash', jsonb_build_object('name', node.net));
  end if;
  if me is null or node.company_id = me then return; end if;
  with recursive up as (
    select node.net, node.parent_id, node.exclusive, node.company_id, node.ancestor_ids
    union all
    select s.net, s.parent_id, s.exclusive, s.company_id, s.ancestor_ids from up join subnet s on s.id = up.parent_id)
  select up.net, c.name into closed from up join company c on c.id = up.company_id
    where up.exclusive and up.company_id <> me and me = any (up.ancestor_ids) limit 1;
  if found then
    perform reject(409, field, 'subnet.exclusive', jsonb_build_object('net', closed.net, 'company', closed.name));
  end if;
end $$;
