-- The ancestor_ids of an allocation's owner, whose row is locked against a move: not deleted, visible to the caller, and a
-- descendant of the company `above`.
create or replace function ip_owner_ancestor_ids(holder bigint, above bigint) returns bigint[] language plpgsql as $$
declare
  ancestor_ids bigint[];
  gone timestamptz;
begin
  select c.ancestor_ids, c.deleted_at into ancestor_ids, gone from company c where c.id = holder for share;
  if ancestor_ids is null or gone is not null or not ip_sees(ancestor_ids) then
    perform reject(422, 'company_id', 'row.missing', jsonb_build_object('kind', 'company'));
  end if;
  if not above = any (ancestor_ids) then
    perform reject(422, 'company_id', 'subnet.company_not_below');
  end if;
  return ancestor_ids;
end $$;
