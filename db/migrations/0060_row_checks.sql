-- What a row of subnet or address says of itself is declared as checks again, and the foreign keys are back that another key
-- implies. Triggers checked it, which no reader of the catalogue sees and which leave rows alone that are there already. The
-- checks and keys cost an allocation 4 to 8 % of the time of its server process (docs/ipam.md); the limit for leaving one out
-- is 15 %. Existing rows are validated by the next migration, which holds no lock that writers wait for.

alter table subnet
  add constraint subnet_type_check check (type in ('container', 'network', 'pool')) not valid,
  add constraint subnet_usage_type_check check (usage_type in ('infrastructure', 'management', 'loopback', 'point-to-point', 'customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'vpn', 'cgn')) not valid,
  add constraint subnet_state_check check (state in ('held', 'reserved', 'assigned', 'quarantined', 'released')) not valid,
  add constraint subnet_used_by_kind_check check (used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas')) not valid,
  add constraint subnet_policy_check check (policy in ('best-fit', 'lowest', 'last', 'sparse')) not valid,
  add constraint subnet_vlan_check check (vlan between 1 and 4094) not valid,
  add constraint subnet_gone check ((state in ('quarantined', 'released')) = (deleted_at is not null)) not valid,
  add constraint subnet_hold check ((state = 'held') = (expires_at is not null)) not valid,
  add constraint subnet_released check (holds = (state <> 'released')) not valid,
  add constraint subnet_used_by check ((used_by_kind is null) = (used_by_id is null)) not valid,
  add constraint subnet_type check (hosts = (type = 'network') or type = 'pool') not valid,
  add constraint subnet_unit check (assign_len between masklen(net) and case family(net) when 4 then 32 else 128 end) not valid;
drop trigger whole on subnet;
drop function ip_judge_subnet();

alter table address
  add constraint address_ip_check check (masklen(ip) = case family(ip) when 4 then 32 else 128 end) not valid,
  add constraint address_state_check check (state in ('held', 'reserved', 'assigned', 'quarantined', 'released')) not valid,
  add constraint address_used_by_kind_check check (used_by_kind in ('service', 'vpn-dialup', 'site', 'hardware', 'nas')) not valid,
  add constraint address_gone check ((state in ('quarantined', 'released')) = (deleted_at is not null)) not valid,
  add constraint address_hold check ((state = 'held') = (expires_at is not null)) not valid,
  add constraint address_released check (holds = (state <> 'released')) not valid,
  add constraint address_used_by check ((used_by_kind is null) = (used_by_id is null)) not valid,
  add constraint address_space_id_fkey foreign key (space_id) references ip_space not valid;
drop trigger whole on address;
drop function ip_judge_address();

alter table ip_holding
  add constraint ip_holding_space_id_fkey foreign key (space_id) references ip_space not valid,
  add constraint ip_holding_company_id_fkey foreign key (company_id) references company not valid;

-- The checks say it now.
comment on column subnet.type is null;
comment on column subnet.usage_type is null;
comment on column subnet.state is null;
comment on column subnet.used_by_kind is null;
comment on column subnet.policy is null;
comment on column address.state is null;
comment on column address.used_by_kind is null;

-- Functions of former migrations that no file of db/functions defines.
drop function if exists ip_engine(regprocedure);
