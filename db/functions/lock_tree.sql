-- Keeps the closure consistent: a move does not see companies that are inserted concurrently into the moved subtree,
-- and their ancestor_ids would contain the old path. So a move holds this lock exclusively and an
-- insert shared, both before they lock a row.
create or replace function lock_tree() returns void language sql
  as $$ select pg_advisory_xact_lock(hashtext('trunkline company tree')) $$;
