-- Checks the owner of an allocation: not deleted, visible to the caller, and a descendant of the company `above`.
create or replace function ip_check_owner(holder bigint, above bigint) returns void language plpgsql as $$
begin
  perform ip_owner_ancestor_ids(holder, above);
end $$;
