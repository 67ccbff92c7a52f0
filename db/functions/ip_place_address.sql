-- Trigger of address: its owner is the owner of the subnet or a descendant of it.
create or replace function ip_place_address() returns trigger language plpgsql as $$
begin
  if new.subnet_id is not null and not (select company_id from subnet where id = new.subnet_id) = any (new.ancestor_ids) then
    perform reject(422, 'company_id', 'subnet.company_not_below');
  end if;
  return new;
end $$;
