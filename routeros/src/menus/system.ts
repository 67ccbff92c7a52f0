import { offset } from '../values/time.ts'
import { kinds, menu, readOnly } from './menu.ts'

const { text, name, truth, flag, integer, size, duration, list, localTime } = kinds

/** https://help.mikrotik.com/docs/display/ROS/Resource */
export const systemResource = menu('system/resource', {
  uptime: readOnly(duration),
  version: readOnly(text),
  build_time: readOnly(localTime),
  factory_software: readOnly(text),
  free_memory: readOnly(size),
  total_memory: readOnly(size),
  cpu: readOnly(text),
  cpu_count: readOnly(integer),
  cpu_frequency: readOnly(integer),
  cpu_load: readOnly(integer),
  free_hdd_space: readOnly(size),
  total_hdd_space: readOnly(size),
  architecture_name: readOnly(text),
  board_name: readOnly(text),
  platform: readOnly(text),
})

export const systemIdentity = menu('system/identity', { name: text })

/** https://help.mikrotik.com/docs/display/ROS/RouterBOARD */
export const systemRouterboard = menu('system/routerboard', {
  routerboard: readOnly(flag),
  board_name: readOnly(text),
  model: readOnly(text),
  revision: readOnly(text),
  serial_number: readOnly(text),
  firmware_type: readOnly(text),
  factory_firmware: readOnly(text),
  current_firmware: readOnly(text),
  upgrade_firmware: readOnly(text),
})

/** For virtual routers and computers, which have no serial number. `system-id` of a CHR, `software-id` elsewhere. */
export const systemLicense = menu('system/license', {
  system_id: readOnly(text),
  software_id: readOnly(text),
  level: readOnly(text),
  nlevel: readOnly(integer),
})

export const systemPackage = menu('system/package', {
  name: readOnly(text),
  version: readOnly(text),
  build_time: readOnly(localTime),
  disabled: readOnly(flag),
  available: readOnly(truth),
  size: readOnly(size),
})

/** https://help.mikrotik.com/docs/display/ROS/Clock */
export const systemClock = menu('system/clock', {
  time: readOnly(text),
  date: readOnly({ read: localTime.read }),
  time_zone_autodetect: truth,
  time_zone_name: text,
  /** Offset from UTC in seconds, positive east of Greenwich. */
  gmt_offset: readOnly({ read: offset }),
  dst_active: readOnly(truth),
})

export const userGroup = menu('user/group', { name: text, policy: list, skin: name, comment: text })

export const user = menu('user', {
  name: text,
  group: text,
  address: list,
  last_logged_in: readOnly(localTime),
  disabled: flag,
  comment: text,
})

/** https://help.mikrotik.com/docs/display/ROS/Services */
export const ipService = menu('ip/service', {
  name: readOnly(text),
  port: integer,
  address: list,
  certificate: name,
  tls_version: text,
  vrf: text,
  max_sessions: integer,
  disabled: flag,
  invalid: readOnly(flag),
  dynamic: readOnly(flag),
})

export const certificate = menu('certificate', {
  name: text,
  common_name: text,
  subject_alt_name: text,
  issuer: readOnly(text),
  fingerprint: readOnly(text),
  serial_number: readOnly(text),
  invalid_before: readOnly(localTime),
  invalid_after: readOnly(localTime),
  expires_after: readOnly(duration),
  key_size: readOnly(text),
  /** Whether the router has its private key, which TLS needs. */
  private_key: readOnly(flag),
  authority: readOnly(flag),
  trusted: truth,
  expired: readOnly(flag),
  revoked: readOnly(flag),
})

/** Transfers of an export or a backup over the API. */
export const file = menu('file', {
  name: readOnly(text),
  type: readOnly(text),
  size: readOnly(size),
  creation_time: readOnly(localTime),
  last_modified: readOnly(localTime),
})
