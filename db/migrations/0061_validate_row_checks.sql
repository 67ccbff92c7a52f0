-- Validates the rows that were there before 0060. It reads the tables; reads and writes go on meanwhile.
alter table subnet
  validate constraint subnet_type_check, validate constraint subnet_usage_type_check, validate constraint subnet_state_check,
  validate constraint subnet_used_by_kind_check, validate constraint subnet_policy_check, validate constraint subnet_vlan_check,
  validate constraint subnet_gone, validate constraint subnet_hold, validate constraint subnet_released,
  validate constraint subnet_used_by, validate constraint subnet_type, validate constraint subnet_unit;
alter table address
  validate constraint address_ip_check, validate constraint address_state_check, validate constraint address_used_by_kind_check,
  validate constraint address_gone, validate constraint address_hold, validate constraint address_released,
  validate constraint address_used_by, validate constraint address_space_id_fkey;
alter table ip_holding
  validate constraint ip_holding_space_id_fkey, validate constraint ip_holding_company_id_fkey;
