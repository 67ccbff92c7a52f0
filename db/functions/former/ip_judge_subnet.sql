-- Trigger of subnet: the rules that one row keeps by itself, checked only where one of these columns is written.
create or replace function ip_judge_subnet() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.type in ('container', 'network', 'pool') then 'subnet_type_check'
    when not new.usage_type in ('infrastructure', 'management', 'loopback', 'point-to-point', 'customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'vpn', 'cgn') then 'subnet_usage_type_check'
    when not new.state in ('held', 'reserved', 'assigned', 'quarantined', 'released') then 'subnet_state_check'
    when not new.used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas') then 'subnet_used_by_kind_check'
    when not new.policy in ('best-fit', 'lowest', 'last', 'sparse') then 'subnet_policy_check'
    when not new.vlan between 1 and 4094 then 'subnet_vlan_check'
    when (new.state in ('quarantined', 'released')) <> (new.deleted_at is not null) then 'subnet_gone'
    when (new.state = 'held') <> (new.expires_at is not null) then 'subnet_hold'
    when new.holds <> (new.state <> 'released') then 'subnet_released'
    when (new.used_by_kind is null) <> (new.used_by_id is null) then 'subnet_used_by'
    when not (new.hosts = (new.type = 'network') or new.type = 'pool') then 'subnet_type'
    when not new.assign_len between masklen(new.net) and ip_bits(new.net) then 'subnet_unit' end;
begin
  if broken is not null then
    raise check_violation using message = format('A subnet does not keep "%s".', broken), table = 'subnet', constraint = broken;
  end if;
  return new;
end $$;
