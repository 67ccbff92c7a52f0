-- The closure is right only while nobody plants a company into a part of the tree that somebody else is moving: the
-- move would not see the new row, whose ancestor_ids would name the old place. So a move takes this lock alone and an
-- insert shares it, both before they lock a row.
create or replace function lock_tree() returns void language sql
  as $$ select pg_advisory_xact_lock(hashtext('trunkline company tree')) $$;
