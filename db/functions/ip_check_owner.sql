-- The holder of what is taken: live, seen by the caller, and below the company `above`.
create or replace function ip_check_owner(holder bigint, above bigint) returns void language plpgsql as $$
begin
  perform ip_owner_ancestor_ids(holder, above);
end $$;
