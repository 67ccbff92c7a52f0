// Written by `npm run rows` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely'

export type Json = null | string | number | boolean | Json[] | { [key: string]: Json }

/** Read as an ISO 8601 string in UTC. */
type Timestamp = ColumnType<string, string | Date, string | Date>

/** Has a default: may be left out of an insert. Unlike Kysely's own it preserves Timestamp. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

/** Computed by the database alone. */
type GeneratedAlways<T> = ColumnType<T, never, never>

export interface AccessControlRow {
  id: GeneratedAlways<number>
  company_id: number
  site_id: number
  mac: string
  name: string
  action: 'allow' | 'block'
  schedule: Json | null
  rate_down_kbps: number | null
  rate_up_kbps: number | null
  vlan_id: number | null
  passphrase: Buffer | null
  passphrase_digest: string | null
  note: string | null
  is_enabled: Generated<boolean>
  rank: number
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  search_text: GeneratedAlways<string>
  ancestor_ids: Generated<number[]>
}

export interface AccessTokenRow {
  hash: Buffer
  session_id: number
  expires_at: Timestamp
}

export interface AcctDeadLetterRow {
  id: GeneratedAlways<number>
  at: Generated<Timestamp>
  arguments: Json
  error: string
  kind: Generated<'accounting' | 'login'>
  nas_id: number | null
  login: Generated<string>
  sqlstate: Generated<string>
  retries: Generated<number>
  retried_at: Timestamp | null
  octets: Generated<Json>
}

export interface AcctReportRow {
  id: GeneratedAlways<number>
  uid: string
  session_id: string | null
  login: string | null
  nas: string
  src_ip: string | null
  port: string | null
  calling: string | null
  called: string | null
  ip: string | null
  ipv6_prefix: string | null
  delegated_prefix: string | null
  at: string
  secs: string | null
  in_octets: string | null
  in_gigawords: string | null
  out_octets: string | null
  out_gigawords: string | null
  ipv6_address: string | null
  cgn: string | null
  service: string | null
  hints: string | null
  received: number | null
}

export interface AcctTakenRow {
  one: Generated<boolean>
  up_to: number
  at: Timestamp
}

export interface AddressRow {
  id: GeneratedAlways<number>
  space_id: number
  ip: string
  subnet_id: number | null
  subnet_net: string | null
  subnet_hosts: boolean | null
  company_id: number
  state: Generated<'held' | 'reserved' | 'assigned' | 'quarantined' | 'released'>
  used_by_kind: 'service' | 'vpn-dialup' | 'site' | 'hardware' | 'nas' | null
  used_by_id: number | null
  used_by_label: string | null
  is_gateway: Generated<boolean>
  mac: string | null
  dns_name: Generated<string>
  note: Generated<string>
  last_seen_at: Timestamp | null
  holds: Generated<boolean>
  expires_at: Timestamp | null
  release_at: Timestamp | null
  search_text: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  former_state: Generated<string>
}

export interface AlertRow {
  id: GeneratedAlways<number>
  company_id: number
  cause: string
  rule: string
  subject: string
  subject_id: number | null
  part: Generated<string>
  subject_name: Generated<string>
  site_id: number | null
  hardware_id: number | null
  condition: 'pending' | 'firing' | 'clearing' | 'closed'
  severity: 'info' | 'warning' | 'critical'
  since: Timestamp
  fired_at: Timestamp | null
  clearing_since: Timestamp | null
  closed_at: Timestamp | null
  close_reason: 'cleared' | 'expired' | 'subject_gone' | 'rule_off' | null
  observed_at: Timestamp
  value: number | null
  seq: Generated<number>
  notified_seq: number | null
  owed: 'firing' | 'resolved' | null
  acknowledged_by: string | null
  acknowledged_at: Timestamp | null
  acknowledge_note: string | null
  acknowledged_until: Timestamp | null
  parent_id: number | null
  release_at: Timestamp | null
  in_maintenance: Generated<boolean>
  flapping_until: Timestamp | null
  fires: Generated<Timestamp[]>
  grace_until: Timestamp | null
  expires_at: Timestamp | null
  due_at: Timestamp | null
  urgency: GeneratedAlways<number>
  search_text: GeneratedAlways<string>
  ancestor_ids: Generated<number[]>
}

export interface AlertEventRow {
  alert_id: number
  seq: number
  at: Timestamp
  kind: 'fired' | 'severity' | 'acknowledged' | 'unacknowledged' | 'acknowledgement_lapsed' | 'suppressed' | 'released' | 'maintenance_began' | 'maintenance_ended' | 'flapping' | 'calm' | 'closed'
  severity: 'info' | 'warning' | 'critical'
  value: number | null
  by_name: Generated<string>
  note: string | null
  notify: 'firing' | 'resolved' | null
}

export interface AlertRuleRow {
  id: GeneratedAlways<number>
  company_id: number
  rule: string
  site_id: number | null
  hardware_id: number | null
  enabled: boolean | null
  severity: 'info' | 'warning' | 'critical' | null
  threshold: number | null
  clear_threshold: number | null
  fire_seconds: number | null
  clear_seconds: number | null
  locked: Generated<string[]>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface AlertSubjectRow {
  hardware_id: number
  evaluated_to: Timestamp
  booted_at: Timestamp | null
  ports: Generated<Json>
}

export interface AncestorTableRow {
  name: string
}

export interface ApiTokenRow {
  id: GeneratedAlways<number>
  user_id: number
  company_id: number
  name: string
  prefix: string
  hash: Buffer
  scopes: string[]
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
}

export interface AppUserRow {
  id: GeneratedAlways<number>
  company_id: number
  role: 'primary-admin' | 'admin' | 'editor' | 'read-only'
  first_name: string
  last_name: string
  name: GeneratedAlways<string>
  email: string
  email_verified_at: Timestamp | null
  phone_country_code: string | null
  phone_number: string | null
  telephone: GeneratedAlways<string | null>
  locale: Generated<'en' | 'de'>
  time_zone: Generated<string>
  two_factor: Generated<boolean>
  is_active: Generated<boolean>
  last_seen_at: Timestamp | null
  invited_by: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  tag_ids: number[] | null
  custom_fields: Json | null
}

export interface AttachmentRow {
  id: GeneratedAlways<number>
  kind: 'company' | 'user' | 'site' | 'hardware' | 'service' | 'subnet'
  record_id: number
  company_id: number
  name: string
  media_type: string
  size_bytes: number
  sha256: string
  object: string
  author_id: number | null
  author_name: string
  author_ancestor_ids: number[]
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface AuditAnchorRow {
  id: GeneratedAlways<number>
  part: string
  first_id: number
  last_id: number
  seal_id: number
  hash: Buffer
  dropped_at: Generated<Timestamp>
}

export interface AuditLogRow {
  id: GeneratedAlways<number>
  at: Generated<Timestamp>
  action: string
  subject: string
  object_id: number | null
  object_label: string | null
  company_id: number | null
  actor_id: Generated<number | null>
  actor_name: Generated<string>
  impersonator_id: Generated<number | null>
  impersonator_name: Generated<string | null>
  ip: Generated<string | null>
  request_id: Generated<string | null>
  before: Json | null
  after: Json | null
}

export interface AuditSealRow {
  id: GeneratedAlways<number>
  first_id: number
  last_id: number
  hash: Buffer
  sealed_at: Generated<Timestamp>
}

export interface AuditVerificationRow {
  id: GeneratedAlways<number>
  complete: boolean
  intact: boolean
  seals: number
  last_seal_id: number | null
  last_id: Generated<number>
  hash: Buffer
  failed_seal_id: number | null
  failed_first_id: number | null
  failed_last_id: number | null
  started_at: Timestamp
  finished_at: Generated<Timestamp>
}

export interface AuthLogRow {
  id: GeneratedAlways<number>
  at: Generated<Timestamp>
  username: string
  service_id: number | null
  company_id: number | null
  nas_id: number | null
  accepted: boolean
  reason: Generated<string>
  calling: string | null
  ancestor_ids: Generated<number[]>
  detail: Generated<string>
}

export interface BackupRunRow {
  id: GeneratedAlways<number>
  host: string
  origin: 'schedule' | 'command'
  state: 'good' | 'failed'
  file: string | null
  bytes: Generated<number>
  row_count: Generated<number>
  encrypted: Generated<boolean>
  reason: string | null
  started_at: Timestamp
  finished_at: Generated<Timestamp>
}

export interface BulkJobRow {
  id: GeneratedAlways<number>
  company_id: number
  user_id: number
  action: string
  object: string
  params: Generated<Json>
  state: Generated<'queued' | 'running' | 'done' | 'cancelled'>
  rows_total: number
  rows_done: Generated<number>
  rows_skipped: Generated<number>
  rows_failed: Generated<number>
  tenant: Generated<Json>
  leased_until: Timestamp | null
  started_at: Timestamp | null
  finished_at: Timestamp | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface BulkJobRowRow {
  id: GeneratedAlways<number>
  bulk_job_id: number
  row_id: number
  name: string
  state: Generated<'queued' | 'waiting' | 'done' | 'skipped' | 'failed'>
  code: string | null
  message: Json | null
  command_id: number | null
  finished_at: Timestamp | null
}

export interface CallHomeRow {
  id: Generated<number>
  company_id: number
  hardware_id: number
  token_hash: Buffer
  secret: Buffer
  expires_at: Timestamp
  called_at: Timestamp | null
  called_from: string | null
  created_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
  device_setup_id: number | null
}

export interface CoaRequestRow {
  id: GeneratedAlways<number>
  company_id: number
  service_id: number | null
  nas_id: number
  uid: string
  username: string
  kind: 'coa' | 'disconnect'
  reason: string
  requested_by: Generated<string>
  state: Generated<'queued' | 'sent' | 'ack' | 'nak' | 'unexpected' | 'timeout' | 'gone' | 'failed'>
  error_cause: number | null
  detail: Json | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
  finished_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  conclusion: 'closed' | 'reported' | 'retry' | 'retries-used' | 'replaced' | 'not-repeated' | 'setting' | 'reauthentication' | null
  attempt: Generated<number>
}

export interface CompanyRow {
  id: GeneratedAlways<number>
  parent_id: number | null
  type: 'simrush' | 'master-distributor' | 'distributor' | 'reseller' | 'client'
  ancestor_ids: Generated<number[]>
  name: string
  legal_name: string | null
  registration_number: string | null
  vat_number: string | null
  email: string | null
  phone_country_code: string | null
  phone_number: string | null
  telephone: GeneratedAlways<string | null>
  address_line_1: string | null
  address_line_2: string | null
  city: string | null
  region: string | null
  postcode: string | null
  county_iso_code: string | null
  billing_term: Generated<'prepaid' | 'net-7' | 'net-14' | 'net-30' | 'net-60'>
  currency: Generated<string>
  locale: Generated<'en' | 'de'>
  time_zone: Generated<string>
  notes: string | null
  logo: string | null
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  search_text: GeneratedAlways<string>
  tag_ids: number[] | null
  custom_fields: Json | null
}

export interface CompanyReadingRow {
  company_id: number
  at: Timestamp
  devices: number
  online: number
  rx_bps: number
  tx_bps: number
  readings: Generated<number>
}

export interface CompanyTreeRow {
  ancestor_id: number
  descendant_id: number
  depth: number
}

export interface ConfigBackupRow {
  id: GeneratedAlways<number>
  company_id: number
  hardware_id: number
  read_at: Generated<Timestamp>
  seen_at: Generated<Timestamp>
  routeros_version: string | null
  text: string
  sha256: string
  lines: number
  lines_added: Generated<number>
  lines_removed: Generated<number>
  ancestor_ids: Generated<number[]>
  reason: Generated<'schedule' | 'manual' | 'before_command' | 'before_upgrade' | 'after_upgrade' | 'before_restore'>
  command_id: number | null
  requested_by: string | null
  board: string | null
  architecture: string | null
  serial_number: string | null
  has_secrets: Generated<boolean>
  binary_state: 'stored' | 'unsupported' | 'rejected' | 'failed' | 'deleted' | null
  device_time: string | null
  outside: Json | null
  recovers_access: Generated<boolean>
}

export interface ConfigBackupFileRow {
  id: Generated<number>
  backup_id: number
  kind: 'text' | 'binary'
  bytes: number
  secret: Buffer
  content: Buffer
}

export interface CustomFieldRow {
  id: GeneratedAlways<number>
  company_id: number
  kind: 'company' | 'user' | 'site' | 'hardware' | 'service' | 'subnet'
  key: string
  label: string
  label_de: string | null
  type: 'text' | 'number' | 'date' | 'boolean' | 'choice' | 'url'
  required: Generated<boolean>
  default_value: string | null
  choices: Generated<string[]>
  help: string | null
  max_length: number | null
  position: Generated<number>
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface DeviceAddressApprovalRow {
  hardware_id: number
  address: string
  approved_at: Generated<Timestamp>
}

export interface DeviceCertificateRow {
  hardware_id: number
  fingerprint: string
  endpoint: string
  origin: Generated<'first-use' | 'accepted' | 'entered'>
  trusted_at: Generated<Timestamp>
  changed: string | null
  changed_at: Timestamp | null
}

export interface DeviceCommandRow {
  id: GeneratedAlways<number>
  company_id: number
  hardware_id: number
  kind: 'reboot' | 'reload' | 'backup' | 'change' | 'dpk' | 'wifi' | 'restore' | 'upgrade'
  target: Generated<string>
  verb: Generated<string>
  label: Generated<string>
  input: Generated<Json>
  secret: Buffer | null
  guarded: Generated<boolean>
  state: Generated<'queued' | 'running' | 'done' | 'refused' | 'unreachable' | 'reverted' | 'differs' | 'unknown' | 'cancelled'>
  step: Generated<string>
  detail: Json | null
  result: Json | null
  actor_id: number | null
  requested_by: Generated<string>
  worker: string | null
  leased_until: Timestamp | null
  sent_at: Timestamp | null
  attempts: Generated<number>
  deadline_at: Timestamp
  created_at: Generated<Timestamp>
  started_at: Timestamp | null
  finished_at: Timestamp | null
  search_text: GeneratedAlways<string>
  ancestor_ids: Generated<number[]>
  others: Generated<number>
  notes: Generated<Json>
}

export interface DeviceDriftRow {
  id: GeneratedAlways<number>
  hardware_id: number
  template_id: number
  menu: string
  row_key: string
  field: string
  verb: 'add' | 'set' | 'remove'
  actual: string | null
  desired: string | null
  state: Generated<'open' | 'accepted' | 'ignored'>
  note: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  found_at: Generated<Timestamp>
}

export interface DeviceLinkRow {
  id: GeneratedAlways<number>
  kind: 'ethernet' | 'bridge' | 'wireless' | 'tunnel'
  a_id: number
  a_port: Generated<string>
  b_id: number | null
  b_port: Generated<string>
  b_key: string | null
  b_mac: string | null
  b_identity: string | null
  b_address: string | null
  b_platform: string | null
  found_by: string[]
  a_reports: Generated<boolean>
  b_reports: Generated<boolean>
  a_seen_at: Timestamp | null
  b_seen_at: Timestamp | null
  state: Generated<'up' | 'down'>
  first_seen_at: Generated<Timestamp>
  last_seen_at: Generated<Timestamp>
  changed_at: Generated<Timestamp>
}

export interface DeviceNetworkRow {
  id: GeneratedAlways<number>
  company_id: number
  prefix: string
  note: Generated<string>
  created_at: Generated<Timestamp>
}

export interface DeviceSetupRow {
  id: GeneratedAlways<number>
  company_id: number
  hardware_id: number
  vpn_dialup_id: number | null
  tunnel: 'l2tp' | 'sstp' | 'ovpn' | 'ikev2' | null
  expires_at: Timestamp
  cancelled_at: Timestamp | null
  called_at: Timestamp | null
  called_from: string | null
  calls: Generated<number>
  detail: Json | null
  script_at: Timestamp | null
  connected_at: Timestamp | null
  actor_id: number | null
  requested_by: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface DeviceSetupCallRow {
  company_id: number
  serial_number: string
  mac: string | null
  called_from: string
  called_at: Generated<Timestamp>
  calls: Generated<number>
  ancestor_ids: Generated<number[]>
}

export interface DeviceSetupKeyRow {
  company_id: number
  token_hash: Buffer
  secret: Buffer
  created_at: Generated<Timestamp>
  requested_by: Generated<string>
  ancestor_ids: Generated<number[]>
}

export interface DeviceSshKeyRow {
  hardware_id: number
  fingerprint: string
  endpoint: string
  origin: Generated<'first-use' | 'accepted'>
  trusted_at: Generated<Timestamp>
  changed: string | null
  changed_at: Timestamp | null
}

export interface DeviceTemplateRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  description: string | null
  items: Generated<Json>
  type_ids: Generated<number[]>
  tag_ids: Generated<number[]>
  at_first_contact: Generated<boolean>
  checks_drift: Generated<boolean>
  actor_id: number | null
  requested_by: Generated<string>
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface DeviceTemplateStateRow {
  hardware_id: number
  first_contact_at: Timestamp | null
  command_id: number | null
  checked_at: Timestamp | null
  problem: Json | null
}

export interface DeviceToolRunRow {
  id: GeneratedAlways<number>
  company_id: number
  hardware_id: number
  tool: 'ping' | 'traceroute' | 'dns' | 'torch' | 'traffic' | 'log' | 'wifi-scan' | 'cable-test' | 'wake-on-lan'
  input: Generated<Json>
  state: Generated<'running' | 'done' | 'failed' | 'stopped' | 'interrupted'>
  detail: Json | null
  rows: Generated<Json>
  is_cut: Generated<boolean>
  actor_id: number | null
  requested_by: Generated<string>
  stopped_by: string | null
  watched_at: Generated<Timestamp>
  heartbeat_at: Generated<Timestamp>
  deadline_at: Timestamp
  started_at: Generated<Timestamp>
  finished_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface DeviceTopologyRow {
  hardware_id: number
  derived_at: Timestamp
  was_online: boolean | null
  macs: Generated<string[]>
  addresses: Generated<string[]>
  keys: Generated<string[]>
  routes: Json | null
  near_ids: Generated<number[]>
}

export interface DeviceUplinkRow {
  hardware_id: number
  upstream_id: number
  source: 'derived' | 'manual'
  is_backup: Generated<boolean>
  since: Generated<Timestamp>
}

export interface DeviceUplinkSettingRow {
  hardware_id: number
  upstream_ids: number[]
  set_at: Generated<Timestamp>
  set_by: Generated<string>
}

export interface DpkContentRow {
  dpk_file_id: number
  bytes: Buffer
}

export interface DpkFileRow {
  id: GeneratedAlways<number>
  company_id: number
  manufacturer_id: number
  name: string
  note: string | null
  size_bytes: number
  sha256: string
  uploaded_by: string
  search_text: GeneratedAlways<string>
  created_at: Generated<Timestamp>
}

export interface FreeBlockRow {
  parent_id: number
  net: string
  plen: number
}

export interface HardwareRow {
  id: Generated<number>
  company_id: number
  site_id: number | null
  model_id: number
  type_id: number
  manufacturer_id: number
  name: string
  serial_number: string | null
  mac: string | null
  comment: string | null
  warranty_expiry_at: string | null
  phone_country_code: string | null
  phone_number: string | null
  telephone: GeneratedAlways<string | null>
  management_address: string | null
  management_protocol: Generated<'api' | 'api-ssl' | 'rest'>
  management_port: number | null
  management_user: string | null
  management_password: Buffer | null
  pinned_certificate: string | null
  vpn_dialup_id: number | null
  is_online: boolean | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  search_text: GeneratedAlways<string>
  tag_ids: number[] | null
  custom_fields: Json | null
  online_changed_at: Timestamp | null
  version_numbers: string[] | null
  boot_rank: number | null
  contact_rank: number | null
}

export interface HardwareManufacturerRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  website: string | null
  support_email: string | null
  support_phone: string | null
  notes: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface HardwareMenuRow {
  hardware_id: number
  menu: string
  read_at: Timestamp
  rows: Json
}

export interface HardwareModelRow {
  id: GeneratedAlways<number>
  company_id: number
  type_id: number
  manufacturer_id: number
  name: string
  code: string | null
  warranty_months: Generated<number>
  ethernet_ports: Generated<number>
  sfp_ports: Generated<number>
  poe_out_ports: Generated<number>
  radios: Generated<string[]>
  has_lte: Generated<boolean>
  notes: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface HardwarePollRow {
  hardware_id: number
  next_at: Generated<Timestamp>
  worker: string | null
  leased_until: Timestamp | null
  failures: Generated<number>
  watched_until: Timestamp | null
  slow_at: Timestamp | null
  backup_at: Timestamp | null
  requested_at: Timestamp | null
  templates_at: Generated<Timestamp>
}

export interface HardwareSampleRow {
  hardware_id: number
  at: Timestamp
  seconds: number
  online: boolean
  cpu_load: number | null
  rx_bps: number | null
  tx_bps: number | null
  interfaces: Generated<Json>
  memory_load: number | null
  lte_rsrp: number | null
  wifi_clients: number | null
  wifi_signal: number | null
}

export interface HardwareStateRow {
  hardware_id: number
  polled_at: Timestamp | null
  identity: string | null
  board: string | null
  serial_number: string | null
  routeros_version: string | null
  firmware: string | null
  uptime_seconds: number | null
  cpu_load: number | null
  memory_total: number | null
  memory_free: number | null
  wan_address: string | null
  last_error: Json | null
  last_error_at: Timestamp | null
  error: string | null
  seen_certificate: string | null
  architecture: string | null
  cpu_count: number | null
  disk_total: number | null
  disk_free: number | null
  temperature: string | null
  voltage: string | null
  wifi_stacks: string[] | null
  packages: string[] | null
  upgrade_firmware: string | null
  rx_bps: number | null
  tx_bps: number | null
  booted_at: Timestamp | null
  read_at: Timestamp | null
  sensors: Json | null
  factory_software: string | null
}

export interface HardwareTypeRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  kind: Generated<'router' | 'access-point' | 'switch' | 'lte-router' | 'antenna' | 'other'>
  description: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface IdempotencyKeyRow {
  user_id: number
  company_id: number
  key: string
  route: string
  body_hash: Buffer
  status: number | null
  reply: Json | null
  created_at: Generated<Timestamp>
}

export interface ImportRow {
  id: GeneratedAlways<number>
  company_id: number
  user_id: number
  kind: 'hardware' | 'companies' | 'services' | 'subnets' | 'users' | 'sites' | 'hardware-models' | 'tariffs' | 'nas' | 'licences'
  file_name: string
  format: 'csv' | 'xlsx'
  size_bytes: number
  reading: Generated<Json>
  header: Generated<string[]>
  sample: Generated<Json>
  columns: Generated<string[]>
  default_company_id: number | null
  mode: Generated<'all-or-nothing' | 'skip-bad' | 'update'>
  state: Generated<'uploaded' | 'checking' | 'checked' | 'applying' | 'done' | 'failed' | 'cancelled'>
  dry_run: Generated<boolean>
  rows_total: number | null
  rows_done: Generated<number>
  created_count: Generated<number>
  updated_count: Generated<number>
  same_count: Generated<number>
  bad_count: Generated<number>
  error_count: Generated<number>
  failure: Json | null
  tenant: Generated<Json>
  started_at: Timestamp | null
  finished_at: Timestamp | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface ImportChunkRow {
  import_id: number
  chunk: number
  bytes: Buffer
}

export interface ImportErrorRow {
  import_id: number
  position: number
  row: number
  column_name: string
  value: string
  message: Json
}

export interface ImportOutcomeRow {
  import_id: number
  chunk: number
  rows: Json
}

export interface InstallationKeyRow {
  only_row: Generated<boolean>
  fingerprint: string
  set_at: Generated<Timestamp>
}

export interface InvitationRow {
  id: GeneratedAlways<number>
  company_id: number
  email: string
  role: 'primary-admin' | 'admin' | 'editor' | 'read-only'
  locale: Generated<'en' | 'de'>
  new_company_name: string | null
  new_company_type: 'master-distributor' | 'distributor' | 'reseller' | 'client' | null
  billing_term: string | null
  token_hash: Buffer
  invited_by_id: number
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
  expires_at: Timestamp
  accepted_at: Timestamp | null
  accepted_user_id: number | null
  cancelled_at: Timestamp | null
  invited_by: Generated<string>
  search_text: GeneratedAlways<string>
  ancestor_ids: Generated<number[]>
  first_name: string | null
  last_name: string | null
  telephone: string | null
}

export interface IpDeltaRow {
  id: GeneratedAlways<number>
  subnet_id: number
  assigned: string
}

export interface IpHoldingRow {
  id: GeneratedAlways<number>
  space_id: number
  net: string
  company_id: number
  used_by_kind: string | null
  used_by_id: number | null
  used_by_label: string | null
  subnet_id: number | null
  address_id: number | null
  valid: string
  ancestor_ids: Generated<number[]>
}

export interface IpPlanRow {
  id: GeneratedAlways<number>
  company_id: number
  created_by: Generated<string>
  operation: 'split' | 'merge' | 'resize' | 'move' | 'cover' | 'lift' | 'destroy'
  request: Json
  outcome: Json
  versions: Json
  state: Generated<'planned' | 'queued' | 'running' | 'done' | 'failed'>
  failure: Json | null
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  actor_id: number | null
}

export interface IpRangeRow {
  id: GeneratedAlways<number>
  subnet_id: number
  company_id: number
  lo: string
  hi: string
  kind: 'edge' | 'reserved' | 'dhcp'
  note: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface IpSpaceRow {
  id: GeneratedAlways<number>
  company_id: number | null
  kind: 'public' | 'private'
  name: string
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface IpVerificationRow {
  id: GeneratedAlways<number>
  started_at: Generated<Timestamp>
  finished_at: Timestamp | null
  nodes: Generated<number>
  errors: Generated<Json>
  error_count: Generated<number>
  repaired: Generated<number>
}

export interface JobWorkerRow {
  id: string
  seen_at: Generated<Timestamp>
}

export interface KnownDeviceRow {
  hash: Buffer
  user_id: number
  session_id: number | null
  created_at: Generated<Timestamp>
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
}

export interface LicenceRow {
  id: GeneratedAlways<number>
  company_id: number
  key: string
  level: Generated<'basic' | 'standard' | 'premium'>
  category: 'hardware' | 'wifi' | 'radius' | 'vpn' | 'ipam'
  type: Generated<'trial' | 'subscription' | 'perpetual'>
  permissions: string[]
  quantity: Generated<number>
  starts_on: Generated<string>
  expires_on: string | null
  status: Generated<'available' | 'active' | 'suspended' | 'expired' | 'cancelled'>
  notes: string | null
  batch_id: number | null
  status_changed_at: Generated<Timestamp>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  search_text: GeneratedAlways<string>
}

export interface LicenceReminderRow {
  id: GeneratedAlways<number>
  licence_id: number
  days: number | null
  expires_on: string | null
  sent_to: string[]
  sent_by: string
  sent_at: Generated<Timestamp>
}

export interface LinkTokenRow {
  hash: Buffer
  kind: 'reset' | 'verify' | 'sign-up'
  user_id: number | null
  email: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
}

export interface LoginPendingRow {
  service_id: number
  nas_id: number
  calling: string
  until: Timestamp
}

export interface LoginRejectionRow {
  company_id: number
  at: Timestamp
  rejected: number
}

export interface MailRow {
  id: GeneratedAlways<number>
  company_id: number | null
  kind: string
  dedupe_key: string | null
  to_address: string
  subject: string
  body_text: string
  body_html: string
  locale: string
  message_id: string
  state: Generated<'queued' | 'sent' | 'kept' | 'failed'>
  attempts: Generated<number>
  last_error: string | null
  created_at: Generated<Timestamp>
  next_at: Generated<Timestamp>
  sent_at: Timestamp | null
  from_name: string | null
  sealed_body: Buffer | null
  thread_id: string | null
}

export interface MaintenanceOccurrenceRow {
  window_id: number
  during: string
}

export interface MaintenanceWindowRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  scope: 'company' | 'site' | 'device' | 'rollout'
  site_id: number | null
  hardware_id: number | null
  rollout_id: number | null
  repeats: 'once' | 'weekly'
  starts_on: string
  until: string | null
  weekdays: Generated<number[]>
  starts_at: string
  minutes: number | null
  time_zone: string
  notes: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  ends_on: string | null
  ends_at: string | null
  ended_at: Timestamp | null
}

export interface NasRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  address: string
  secret: Buffer
  vendor: Generated<'mikrotik' | 'cisco' | 'cambium' | 'huawei' | 'strongswan' | 'generic'>
  purposes: Generated<string[]>
  region: Generated<string>
  coa_port: Generated<number>
  require_message_authenticator: Generated<boolean>
  input_is_download: Generated<boolean>
  hardware_id: number | null
  is_active: Generated<boolean>
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  ipoe_identifier: Generated<'auto' | 'mac' | 'circuit-id' | 'remote-id' | 'circuit-and-remote'>
  ipoe_password: Buffer | null
  extra_attributes: Generated<Json>
}

export interface NasHeardRow {
  nas_id: number
  auth_at: Timestamp | null
  accept_at: Timestamp | null
  acct_at: Timestamp | null
  signed_at: Timestamp | null
  unsigned_at: Timestamp | null
  reboot_at: Timestamp | null
  lost_at: Timestamp | null
}

export interface NasPoolRow {
  nas_id: number
  subnet_id: number
  position: Generated<number>
}

export interface NoteRow {
  id: GeneratedAlways<number>
  kind: 'company' | 'user' | 'site' | 'hardware' | 'service' | 'subnet'
  record_id: number
  company_id: number
  author_id: number | null
  author_name: string
  author_ancestor_ids: number[]
  internal: Generated<boolean>
  text: string
  edited_at: Timestamp | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface NoteMentionRow {
  note_id: number
  user_id: number
  created_at: Generated<Timestamp>
}

export interface NotificationDeliveryRow {
  id: GeneratedAlways<number>
  target_id: number
  key: string
  recipient: string | null
  content: Json
  state: Generated<'queued' | 'sent' | 'failed' | 'dropped'>
  attempts: Generated<number>
  next_at: Generated<Timestamp>
  http_status: number | null
  response: string | null
  duration_ms: number | null
  error: Json | null
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
  paused_seconds: number | null
}

export interface NotificationTargetRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  kind: 'email' | 'telegram' | 'slack' | 'teams' | 'ntfy' | 'sms' | 'webhook'
  status: Generated<'active' | 'off'>
  recipients: string | null
  host: string | null
  secret: Buffer | null
  has_token: Generated<boolean>
  header_name: string | null
  body_template: string | null
  success_pattern: string | null
  min_severity: Generated<'info' | 'warning' | 'critical'>
  send_resolved: Generated<boolean>
  after_minutes: Generated<number>
  quiet_from: string | null
  quiet_until: string | null
  time_zone: Generated<string>
  locale: Generated<'en' | 'de'>
  notes: string | null
  failing_since: Timestamp | null
  last_sent_at: Timestamp | null
  last_error: Json | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface PoolAddressRow {
  subnet_id: number
  address: string
  service_id: number | null
  nas_id: number | null
  calling: string | null
  leased_at: Timestamp | null
  leased_until: Generated<Timestamp>
}

export interface PoolPrefixRow {
  subnet_id: number
  prefix: string
  service_id: number | null
  nas_id: number | null
  calling: string | null
  leased_at: Timestamp | null
  leased_until: Generated<Timestamp>
}

export interface PoolPrefixNextRow {
  subnet_id: number
  next: Generated<number>
  unit: number
}

export interface PreferenceRow {
  user_id: number
  key: string
  value: Json
}

export interface RadiusAttributeRow {
  name: string
  vendor: string | null
  number: number
  path: string
  type: string
  length: number | null
  overhead: number
  values: Generated<Json>
  has_tag: Generated<boolean>
  encrypted: number | null
  source: string
}

export interface RadiusBatchRow {
  source: string
  octets: number
  digest: string
  at: Generated<Timestamp>
}

export interface RadiusCertificateRow {
  id: Generated<number>
  kind: 'ca' | 'server'
  pem: string
  root_pem: string | null
  private_key: Buffer | null
  signing_key: Buffer | null
  authority_id: number | null
  subject: string
  names: Generated<string[]>
  serial: string
  fingerprint: string
  not_before: Timestamp
  not_after: Timestamp
  source: 'generated' | 'uploaded'
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  created_by: string
}

export interface RadiusDictionaryRow {
  one: Generated<boolean>
  hash: Generated<string>
  loaded_at: Timestamp | null
}

export interface RadiusServerRow {
  host: string
  name: string
  state: 'running' | 'starting' | 'missing' | 'no-driver' | 'wrong-version' | 'ports-taken' | 'stopped' | 'failed'
  detail: Generated<Json>
  version: Generated<string>
  auth_port: number
  acct_port: number
  since: Generated<Timestamp>
  checked_at: Generated<Timestamp>
  buffer_bytes: Generated<number>
  buffer_since: Timestamp | null
}

export interface RadiusUnansweredRow {
  id: GeneratedAlways<number>
  address: string
  reason: 'unknown' | 'disabled' | 'bad-authenticator' | 'missing-authenticator'
  nas_id: number | null
  company_id: number | null
  packet: Generated<'' | 'auth' | 'acct'>
  first_at: Generated<Timestamp>
  last_at: Generated<Timestamp>
  count: Generated<number>
  ancestor_ids: Generated<number[]>
}

export interface Reading1dRow {
  subject_id: number
  at: Timestamp
  v: number[]
  m: number[]
  n: number[]
}

export interface Reading1hRow {
  subject_id: number
  at: Timestamp
  v: number[]
  m: number[]
  n: number[]
}

export interface Reading1mRow {
  subject_id: number
  at: Timestamp
  v: number[]
}

export interface Reading5mRow {
  subject_id: number
  at: Timestamp
  v: number[]
  m: number[]
  n: number[]
}

export interface ReadingEntryRow {
  hardware_id: number
  menu: string
  key: string
  mac: string | null
  address: string | null
  name: Generated<string>
  state: Generated<string>
  search_text: GeneratedAlways<string>
}

export interface RecordTagRow {
  kind: string
  record_id: number
  tag_id: number
  ancestor_ids: number[]
}

export interface RecordValueRow {
  kind: string
  record_id: number
  key: string
  number_value: string | null
  text_value: string | null
  ancestor_ids: number[]
}

export interface RecoveryCodeRow {
  user_id: number
  hash: Buffer
  used_at: Timestamp | null
}

export interface RefreshTokenRow {
  hash: Buffer
  session_id: number
  parent_hash: Buffer | null
  created_at: Generated<Timestamp>
  used_at: Timestamp | null
  expires_at: Timestamp
}

export interface RequestCountRow {
  key: string
  time_window: number
  hits: number
}

export interface RolloutRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  channel: 'long-term' | 'stable' | 'testing' | 'upgrade'
  target_version: string | null
  routerboard: Generated<boolean>
  canaries: Generated<number>
  wave_size: Generated<number>
  soak_minutes: Generated<number>
  max_failures: Generated<number>
  min_voltage: number | null
  maintenance_window: Json | null
  state: Generated<'planning' | 'planned' | 'running' | 'paused' | 'stopped' | 'finished' | 'cancelled'>
  cause: Json | null
  failures_accepted: Generated<number>
  actor_id: number | null
  requested_by: Generated<string>
  started_at: Timestamp | null
  finished_at: Timestamp | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
  source: Generated<'offered' | 'uploaded'>
  kind: Generated<'upgrade' | 'change'>
  items: Generated<Json>
  secret: Buffer | null
  selection: Json | null
  from_templates: Generated<boolean>
  template_id: number | null
}

export interface RolloutDeviceRow {
  id: GeneratedAlways<number>
  rollout_id: number
  company_id: number
  hardware_id: number
  position: number
  wave: number | null
  is_canary: Generated<boolean>
  distance: number | null
  upstream_ids: Generated<number[]>
  state: Generated<string>
  detail: Json | null
  planned_version: string | null
  version_before: string | null
  version_after: string | null
  facts_before: Json | null
  facts_after: Json | null
  differences: Generated<Json>
  command_id: number | null
  attempts: Generated<number>
  downloaded_at: Timestamp | null
  reboot_requested_at: Timestamp | null
  uptime_before: number | null
  firmware_written_at: Timestamp | null
  firmware_reboot_requested_at: Timestamp | null
  deadline_at: Timestamp | null
  state_at: Generated<Timestamp>
  packages: string[] | null
  feeds_ids: Generated<number[]>
  steps: Json | null
  changes: Json | null
}

export interface RolloutDownloadRow {
  id: GeneratedAlways<number>
  rollout_device_id: number
  hardware_id: number
  package_id: number
  command_id: number
  token_hash: string
  expires_at: Timestamp
  used_at: Timestamp | null
  created_at: Generated<Timestamp>
}

export interface RouterosPackageRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  package: string
  routeros_version: string
  architecture: 'arm' | 'arm64' | 'mipsbe' | 'mmips' | 'powerpc' | 'smips' | 'tile' | 'x86'
  built_at: Timestamp | null
  verified_by: 'header' | 'file_name'
  note: string | null
  size_bytes: number
  sha256: string
  object: string
  uploaded_by: Generated<string>
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface SavedViewRow {
  id: GeneratedAlways<number>
  user_id: number
  company_id: number
  list: string
  name: string
  scope: 'private' | 'company' | 'descendants'
  state: Json
  created_at: Generated<Timestamp>
  owner_name: Generated<string>
}

export interface SchemaFunctionRow {
  name: string
  checksum: string
  applied_at: Generated<Timestamp>
}

export interface SchemaMigrationRow {
  name: string
  checksum: string
  applied_at: Generated<Timestamp>
}

export interface ServiceRow {
  id: Generated<number>
  kind: 'service' | 'vpn-dialup'
  company_id: number
  site_id: number | null
  hardware_id: number | null
  name: Generated<string>
  username: string
  password: Buffer | null
  tariff_id: number
  nas_id: number | null
  payment_period: Generated<'one-off' | 'monthly' | 'quarterly' | 'half-yearly' | 'yearly'>
  status: Generated<'pending' | 'active' | 'suspended' | 'terminated'>
  starts_on: string | null
  ends_on: string | null
  calling_station: string | null
  simultaneous_use: Generated<number | null>
  ipv4_method: Generated<'pool' | 'static-address' | 'static-network' | 'nas-decides'>
  subnet_id: number | null
  address_id: number | null
  network_subnet_id: number | null
  network_id: number | null
  ipv6_subnet_id: number | null
  ipv6_network_id: number | null
  address: string | null
  network: string | null
  ipv6_network: string | null
  notes: string | null
  quota_state: Generated<'within' | 'slowed' | 'stopped'>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  auth_method: Generated<'password' | 'mac' | 'option82'>
  mac: string | null
  circuit_id: Buffer | null
  remote_id: Buffer | null
  framed_ipv6_method: Generated<'none' | 'static-prefix' | 'static-address' | 'pool' | 'nas-pool'>
  framed_ipv6_subnet_id: number | null
  framed_ipv6_network_id: number | null
  framed_ipv6_address_id: number | null
  framed_ipv6: string | null
  framed_ipv6_pool: string | null
  delegated_ipv6_method: Generated<'none' | 'static' | 'pool' | 'nas-pool'>
  delegated_ipv6_pool: string | null
  search_text: GeneratedAlways<string>
  tag_ids: number[] | null
  custom_fields: Json | null
}

export interface ServiceCertificateRow {
  id: GeneratedAlways<number>
  service_id: number
  authority_id: number
  serial: string
  fingerprint: string
  subject: string
  not_after: Timestamp
  issued_at: Generated<Timestamp>
  issued_by: string
  revoked_at: Timestamp | null
  revoked_by: string | null
}

export interface SessionRow {
  id: GeneratedAlways<number>
  user_id: number
  company_id: number
  impersonator_id: number | null
  impersonator_session_id: number | null
  reason: string | null
  ip: string | null
  user_agent: string | null
  binding_hash: Buffer | null
  created_at: Generated<Timestamp>
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
  ended_because: string | null
  confirmed_at: Generated<Timestamp>
}

export interface SessionAddressRow {
  id: GeneratedAlways<number>
  uid: string
  service_id: number | null
  username: string
  company_id: number | null
  nas_id: number
  calling: string | null
  kind: 'ipv4' | 'ipv6-address' | 'ipv6-prefix' | 'delegated-prefix' | 'cgn'
  address: string
  port_from: number | null
  port_to: number | null
  from_at: Timestamp
  until_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface SessionClosedRow {
  uid: string
  acct_session_id: string
  service_id: number | null
  username: string
  company_id: number | null
  nas_id: number
  nas_ip: string | null
  nas_port: string | null
  calling: string | null
  called: string | null
  framed_ip: string | null
  framed_ipv6: string | null
  delegated_ipv6: string | null
  started_at: Timestamp
  updated_at: Timestamp
  secs: Generated<number>
  in_octets: Generated<number>
  out_octets: Generated<number>
  ancestor_ids: Generated<number[]>
  stopped_at: Timestamp
  cause: Generated<string>
  closed_by: 'stop' | 'stale' | 'superseded' | 'nas' | 'nas-unknown'
  nas_username: string | null
  framed_ipv6_address: string | null
}

export interface SessionClosedDayRow {
  id: GeneratedAlways<number>
  day: string
  n: number
  counted: Generated<boolean>
}

export interface SessionLiveRow {
  uid: string
  acct_session_id: string
  service_id: number | null
  username: string
  company_id: number | null
  nas_id: number
  nas_ip: string | null
  nas_port: string | null
  calling: string | null
  called: string | null
  framed_ip: string | null
  framed_ipv6: string | null
  delegated_ipv6: string | null
  started_at: Timestamp
  updated_at: Timestamp
  secs: Generated<number>
  in_octets: Generated<number>
  out_octets: Generated<number>
  ancestor_ids: Generated<number[]>
  leased_until: Timestamp | null
  address_list: string | null
  watched: Generated<boolean>
  before_at: Timestamp | null
  before_in: number | null
  before_out: number | null
  nas_username: string | null
  framed_ipv6_address: string | null
  has_addresses: Generated<boolean>
  before_ip: string | null
}

export interface SettingRow {
  key: string
  value: Json
  updated_at: Generated<Timestamp>
}

export interface SignInPolicyRow {
  id: GeneratedAlways<number>
  company_id: number
  company_name: string
  idle_minutes: number | null
  absolute_hours: number | null
  require_two_factor: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface SiteRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  phone_country_code: string | null
  phone_number: string | null
  telephone: GeneratedAlways<string | null>
  contact_name: string | null
  contact_email: string | null
  address_line_1: string | null
  address_line_2: string | null
  city: string | null
  region: string | null
  postcode: string | null
  county_iso_code: string | null
  latitude: number | null
  longitude: number | null
  time_zone: Generated<string>
  notes: string | null
  hardware_count: Generated<number>
  online_count: Generated<number>
  known_count: Generated<number>
  status: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  search_text: GeneratedAlways<string>
  tag_ids: number[] | null
  custom_fields: Json | null
}

export interface SubnetRow {
  id: GeneratedAlways<number>
  space_id: number
  net: string
  parent_id: number | null
  parent_net: string | null
  parent_hosts: boolean | null
  hosts: boolean
  type: 'container' | 'network' | 'pool'
  usage_type: 'infrastructure' | 'management' | 'loopback' | 'point-to-point' | 'customer' | 'cpe-wan' | 'radius-pool' | 'prefix-delegation' | 'vpn' | 'cgn' | null
  category_id: number | null
  state: Generated<'held' | 'reserved' | 'assigned' | 'quarantined' | 'released'>
  company_id: number
  parent_depth: Generated<number>
  exclusive: Generated<boolean>
  shared: Generated<boolean>
  used_by_kind: 'service' | 'vpn-dialup' | 'site' | 'hardware' | 'nas' | null
  used_by_id: number | null
  used_by_label: string | null
  name: Generated<string>
  description: Generated<string>
  vlan: number | null
  gateway: string | null
  assign_len: number
  policy: 'best-fit' | 'lowest' | 'last' | 'sparse'
  mark_full: Generated<boolean>
  edges_cut: Generated<boolean>
  child_count: Generated<number>
  address_count: Generated<number>
  used: Generated<string>
  assigned: Generated<string>
  in_use: Generated<string>
  in_use_at: Timestamp | null
  holds: Generated<boolean>
  expires_at: Timestamp | null
  release_at: Timestamp | null
  deletion_id: number | null
  search_text: Generated<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  leased: Generated<boolean>
  nearly_full: Generated<boolean>
  former_state: Generated<string>
  tag_ids: number[] | null
  custom_fields: Json | null
}

export interface SubnetCategoryRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  description: string | null
  colour: Generated<string>
  cool_down_days: Generated<number>
  default_policy: 'best-fit' | 'lowest' | 'last' | 'sparse' | null
  default_unit_v4: number | null
  default_unit_v6: number | null
  gateway: 'first' | 'last' | null
  reserve_first: Generated<number>
  ptr_template: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface TagRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  colour: Generated<'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'>
  description: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
}

export interface TalliedRow {
  name: string
  kinds: string
}

export interface TallyRow {
  company_id: number
  kind: string
  n: number
}

export interface TallyDeltaRow {
  id: GeneratedAlways<number>
  ancestor_ids: number[]
  kind: string
  n: number
}

export interface TariffRow {
  id: GeneratedAlways<number>
  company_id: number
  name: string
  description: string | null
  shared_with: Generated<'all' | 'chosen'>
  price: Generated<string>
  currency: string
  download_rate: number | null
  upload_rate: number | null
  burst_download_rate: number | null
  burst_upload_rate: number | null
  burst_download_threshold: number | null
  burst_upload_threshold: number | null
  burst_seconds: number | null
  priority: Generated<number>
  session_timeout: number | null
  idle_timeout: number | null
  interim_seconds: Generated<number>
  quota_bytes: number | null
  quota_period: Generated<'day' | 'week' | 'month'>
  quota_action: Generated<'slow' | 'stop'>
  slow_download_rate: number | null
  slow_upload_rate: number | null
  address_list: string | null
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  ancestor_ids: Generated<number[]>
  extra_attributes: Generated<Json>
  cisco_policy_in: string | null
  cisco_policy_out: string | null
}

export interface TariffShareRow {
  tariff_id: number
  company_id: number
}

export interface TelemetryMarkRow {
  tier: number
  bucket: Timestamp
}

export interface TelemetrySubjectRow {
  id: GeneratedAlways<number>
  kind: 'device' | 'site' | 'nas' | 'radius_server' | 'service' | 'pool' | 'company'
  object_id: number
  series: Generated<string[]>
}

export interface TemplateVariableRow {
  id: GeneratedAlways<number>
  company_id: number | null
  site_id: number | null
  hardware_id: number | null
  name: string
  value: string | null
  secret: Buffer | null
  updated_at: Generated<Timestamp>
  updated_by: Generated<string>
}

export interface ThrottleRow {
  key: string
  failures: number
  window_start: Timestamp
  next_at: Timestamp
}

export interface Traffic5mRow {
  subject_id: number
  at: Timestamp
  rx: number | null
  tx: number | null
}

export interface UsageByDayRow {
  service_id: number
  day: string
  in_octets: Generated<number>
  out_octets: Generated<number>
}

export interface UserCredentialRow {
  user_id: number
  password_hash: string | null
  password_changed_at: Timestamp | null
  totp_secret: Buffer | null
  totp_pending: Buffer | null
  totp_last_step: number | null
}

export interface WifiSettingRow {
  id: GeneratedAlways<number>
  company_id: number
  hardware_id: number
  stack: 'caps-man' | 'wifi-capsman' | 'local-wireless' | 'local-wifi'
  profile: string | null
  ssid: string
  is_enabled: Generated<boolean>
  hidden: Generated<boolean>
  encryption: 'open' | 'wpa-wpa2' | 'wpa2' | 'wpa2-wpa3' | 'wpa3' | 'owe' | 'wpa2-enterprise' | 'wpa3-enterprise'
  passphrase: Buffer | null
  passphrase_digest: string | null
  bands: Generated<string[]>
  channel_width: number | null
  frequencies: Generated<number[]>
  country: string | null
  vlan_id: number | null
  client_isolation: Generated<boolean>
  is_guest: Generated<boolean>
  schedule: Json | null
  pushed_at: Timestamp | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  ancestor_ids: Generated<number[]>
}

export interface Database {
  access_control: AccessControlRow
  access_token: AccessTokenRow
  acct_dead_letter: AcctDeadLetterRow
  acct_report: AcctReportRow
  acct_taken: AcctTakenRow
  address: AddressRow
  alert: AlertRow
  alert_event: AlertEventRow
  alert_rule: AlertRuleRow
  alert_subject: AlertSubjectRow
  ancestor_table: AncestorTableRow
  api_token: ApiTokenRow
  app_user: AppUserRow
  attachment: AttachmentRow
  audit_anchor: AuditAnchorRow
  audit_log: AuditLogRow
  audit_seal: AuditSealRow
  audit_verification: AuditVerificationRow
  auth_log: AuthLogRow
  backup_run: BackupRunRow
  bulk_job: BulkJobRow
  bulk_job_row: BulkJobRowRow
  call_home: CallHomeRow
  coa_request: CoaRequestRow
  company: CompanyRow
  company_reading: CompanyReadingRow
  company_tree: CompanyTreeRow
  config_backup: ConfigBackupRow
  config_backup_file: ConfigBackupFileRow
  custom_field: CustomFieldRow
  device_address_approval: DeviceAddressApprovalRow
  device_certificate: DeviceCertificateRow
  device_command: DeviceCommandRow
  device_drift: DeviceDriftRow
  device_link: DeviceLinkRow
  device_network: DeviceNetworkRow
  device_setup: DeviceSetupRow
  device_setup_call: DeviceSetupCallRow
  device_setup_key: DeviceSetupKeyRow
  device_ssh_key: DeviceSshKeyRow
  device_template: DeviceTemplateRow
  device_template_state: DeviceTemplateStateRow
  device_tool_run: DeviceToolRunRow
  device_topology: DeviceTopologyRow
  device_uplink: DeviceUplinkRow
  device_uplink_setting: DeviceUplinkSettingRow
  dpk_content: DpkContentRow
  dpk_file: DpkFileRow
  free_block: FreeBlockRow
  hardware: HardwareRow
  hardware_manufacturer: HardwareManufacturerRow
  hardware_menu: HardwareMenuRow
  hardware_model: HardwareModelRow
  hardware_poll: HardwarePollRow
  hardware_sample: HardwareSampleRow
  hardware_state: HardwareStateRow
  hardware_type: HardwareTypeRow
  idempotency_key: IdempotencyKeyRow
  import: ImportRow
  import_chunk: ImportChunkRow
  import_error: ImportErrorRow
  import_outcome: ImportOutcomeRow
  installation_key: InstallationKeyRow
  invitation: InvitationRow
  ip_delta: IpDeltaRow
  ip_holding: IpHoldingRow
  ip_plan: IpPlanRow
  ip_range: IpRangeRow
  ip_space: IpSpaceRow
  ip_verification: IpVerificationRow
  job_worker: JobWorkerRow
  known_device: KnownDeviceRow
  licence: LicenceRow
  licence_reminder: LicenceReminderRow
  link_token: LinkTokenRow
  login_pending: LoginPendingRow
  login_rejection: LoginRejectionRow
  mail: MailRow
  maintenance_occurrence: MaintenanceOccurrenceRow
  maintenance_window: MaintenanceWindowRow
  nas: NasRow
  nas_heard: NasHeardRow
  nas_pool: NasPoolRow
  note: NoteRow
  note_mention: NoteMentionRow
  notification_delivery: NotificationDeliveryRow
  notification_target: NotificationTargetRow
  pool_address: PoolAddressRow
  pool_prefix: PoolPrefixRow
  pool_prefix_next: PoolPrefixNextRow
  preference: PreferenceRow
  radius_attribute: RadiusAttributeRow
  radius_batch: RadiusBatchRow
  radius_certificate: RadiusCertificateRow
  radius_dictionary: RadiusDictionaryRow
  radius_server: RadiusServerRow
  radius_unanswered: RadiusUnansweredRow
  reading_1d: Reading1dRow
  reading_1h: Reading1hRow
  reading_1m: Reading1mRow
  reading_5m: Reading5mRow
  reading_entry: ReadingEntryRow
  record_tag: RecordTagRow
  record_value: RecordValueRow
  recovery_code: RecoveryCodeRow
  refresh_token: RefreshTokenRow
  request_count: RequestCountRow
  rollout: RolloutRow
  rollout_device: RolloutDeviceRow
  rollout_download: RolloutDownloadRow
  routeros_package: RouterosPackageRow
  saved_view: SavedViewRow
  schema_function: SchemaFunctionRow
  schema_migration: SchemaMigrationRow
  service: ServiceRow
  service_certificate: ServiceCertificateRow
  session: SessionRow
  session_address: SessionAddressRow
  session_closed: SessionClosedRow
  session_closed_day: SessionClosedDayRow
  session_live: SessionLiveRow
  setting: SettingRow
  sign_in_policy: SignInPolicyRow
  site: SiteRow
  subnet: SubnetRow
  subnet_category: SubnetCategoryRow
  tag: TagRow
  tallied: TalliedRow
  tally: TallyRow
  tally_delta: TallyDeltaRow
  tariff: TariffRow
  tariff_share: TariffShareRow
  telemetry_mark: TelemetryMarkRow
  telemetry_subject: TelemetrySubjectRow
  template_variable: TemplateVariableRow
  throttle: ThrottleRow
  traffic_5m: Traffic5mRow
  usage_by_day: UsageByDayRow
  user_credential: UserCredentialRow
  wifi_setting: WifiSettingRow
}
