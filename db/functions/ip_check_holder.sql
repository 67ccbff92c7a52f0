-- The holder of what is taken: live, seen by the caller, and below the company `above`.
create or replace function ip_check_holder(holder bigint, above bigint) returns void language plpgsql as $$
begin
  perform ip_holder_lineage(holder, above);
end $$;
