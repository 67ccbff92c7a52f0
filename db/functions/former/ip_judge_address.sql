-- Trigger of address: the rules that one row keeps by itself, checked only where one of these columns is written.
create or replace function ip_judge_address() returns trigger language plpgsql as $$
declare
  broken text := case
    when masklen(new.ip) <> ip_bits(new.ip) then 'address_ip_check'
    when not new.state in ('held', 'reserved', 'assigned', 'quarantined', 'released') then 'address_state_check'
    when not new.used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas') then 'address_used_by_kind_check'
    when (new.state in ('quarantined', 'released')) <> (new.deleted_at is not null) then 'address_gone'
    when (new.state = 'held') <> (new.expires_at is not null) then 'address_hold'
    when new.holds <> (new.state <> 'released') then 'address_released'
    when (new.used_by_kind is null) <> (new.used_by_id is null) then 'address_used_by' end;
begin
  if broken is not null then
    raise check_violation using message = format('An address does not keep "%s".', broken), table = 'address', constraint = broken;
  end if;
  return new;
end $$;
