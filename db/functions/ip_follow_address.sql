-- Trigger of address: writes the history (ip_holding) and the change of the assigned count (ip_delta).
create or replace function ip_follow_address() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.subnet_id is not null and new.state = 'assigned' then insert into ip_delta (subnet_id, assigned) values (new.subnet_id, 1); end if;
    moved := true;
  else
    if (old.subnet_id, old.state) is distinct from (new.subnet_id, new.state) then
      insert into ip_delta (subnet_id, assigned)
        select node, sum(change) from (values (old.subnet_id, -(old.state = 'assigned')::int), (new.subnet_id, (new.state = 'assigned')::int)) c (node, change)
        where node is not null group by node having sum(change) <> 0;
    end if;
    moved := (old.company_id, old.used_by_kind, old.used_by_id, old.used_by_label, old.deleted_at is null)
      is distinct from (new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.deleted_at is null);
    if moved then
      update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where address_id = old.id and upper_inf(valid);
    end if;
  end if;
  if moved and new.deleted_at is null then
    insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, valid, ancestor_ids)
      values (new.space_id, new.ip::cidr, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.subnet_id, new.id, tstzrange(clock_timestamp(), null), new.ancestor_ids);
  end if;
  return null;
end $$;
