-- Locks and returns an address that the caller sees; 404 otherwise.
create or replace function ip_lock_address(wanted bigint) returns address language plpgsql as $$
declare
  found_address address;
begin
  select * into found_address from address where id = wanted for no key update;
  if found_address.id is null or not ip_sees(found_address.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'address')); end if;
  return found_address;
end $$;
