-- Trigger of subnet: writes the history (ip_holding) and the change of the assigned count (ip_delta).
create or replace function ip_follow_subnet() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.parent_id is not null and new.state = 'assigned' then insert into ip_delta (subnet_id, assigned) values (new.parent_id, ip_size(new.net)); end if;
    moved := true;
  else
    if (old.parent_id, old.net, old.state) is distinct from (new.parent_id, new.net, new.state) then
      insert into ip_delta (subnet_id, assigned)
        select node, sum(change) from (values
          (old.parent_id, -case old.state when 'assigned' then ip_size(old.net) else old.assigned end),
          (new.parent_id, case new.state when 'assigned' then ip_size(new.net) else new.assigned end)) c (node, change)
        where node is not null group by node having sum(change) <> 0;
    end if;
    moved := (old.net, old.company_id, old.used_by_kind, old.used_by_id, old.used_by_label, old.deleted_at is null)
      is distinct from (new.net, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.deleted_at is null);
    if moved then
      update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where subnet_id = old.id and address_id is null and upper_inf(valid);
    end if;
  end if;
  if moved and new.deleted_at is null then
    insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, valid, ancestor_ids)
      values (new.space_id, new.net, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.id, tstzrange(clock_timestamp(), null), new.ancestor_ids);
  end if;
  return null;
end $$;
