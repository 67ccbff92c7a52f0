-- The deepest node that contains the address or prefix, or null. The order of prefixes is a preorder of the
-- tree, so the node is the predecessor or one of its ancestors. For callers without row security: a tenant's scan would step
-- over rows that it may not see; it queries `net = any (ip_prefixes(…))`.
create or replace function ip_find(space bigint, wanted inet) returns bigint language plpgsql stable as $$
declare
  at record;
begin
  -- In steps: two or three index probes cost less than starting a recursive query.
  select s.id, s.net, s.parent_id into at from subnet s where s.space_id = space and s.holds and s.net <= wanted::cidr order by s.net desc limit 1;
  while at.id is not null and not at.net >>= wanted loop
    select s.id, s.net, s.parent_id into at from subnet s where s.id = at.parent_id;
  end loop;
  return at.id;
end $$;
