-- The deepest node that contains the address or prefix; null where none does. The order of prefixes is preorder of the
-- tree, so it is the predecessor or one of its ancestors. For callers without row security: a tenant's scan would step
-- over rows that it may not see; it asks for `net = any (ip_prefixes(…))`.
create or replace function ip_find(space bigint, wanted inet) returns bigint language plpgsql stable as $$
declare
  at record;
begin
  -- Step by step: two or three probes of an index, which cost less than a recursive query costs to begin.
  select s.id, s.net, s.parent_id into at from subnet s where s.space_id = space and s.holds and s.net <= wanted::cidr order by s.net desc limit 1;
  while at.id is not null and not at.net >>= wanted loop
    select s.id, s.net, s.parent_id into at from subnet s where s.id = at.parent_id;
  end loop;
  return at.id;
end $$;
