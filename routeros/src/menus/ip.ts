import { kinds, menu, readOnly, since } from './menu.ts'

const { text, name, truth, flag, integer, size, duration, mac, list } = kinds

/** https://help.mikrotik.com/docs/display/ROS/IP+Addressing */
export const ipAddress = menu('ip/address', {
  address: text,
  network: text,
  interface: text,
  actual_interface: readOnly(text),
  vrf: readOnly(text),
  comment: text,
  disabled: flag,
  dynamic: readOnly(flag),
  invalid: readOnly(flag),
  slave: readOnly(flag),
})

/** https://help.mikrotik.com/docs/display/ROS/DNS */
export const ipDns = menu('ip/dns', {
  servers: list,
  dynamic_servers: readOnly(list),
  allow_remote_requests: truth,
  max_udp_packet_size: integer,
  query_server_timeout: duration,
  query_total_timeout: duration,
  max_concurrent_queries: integer,
  /** Bytes. Written in KiB, which every version of RouterOS accepts. */
  cache_size: {
    read: size.read,
    write: (value: number | null) => (value === null ? null : `${Math.round(value / 1024)}KiB`),
  },
  cache_max_ttl: duration,
  cache_used: readOnly(size),
  use_doh_server: since('6.47', name),
  verify_doh_cert: since('6.47', truth),
})

/** https://help.mikrotik.com/docs/display/ROS/DHCP */
export const dhcpServer = menu('ip/dhcp-server', {
  name: text,
  interface: text,
  relay: text,
  /** A pool, or `static-only`. */
  address_pool: text,
  lease_time: duration,
  authoritative: text,
  bootp_support: text,
  lease_script: text,
  comment: text,
  disabled: flag,
  dynamic: readOnly(flag),
  invalid: readOnly(flag),
})

export const dhcpNetwork = menu('ip/dhcp-server/network', {
  address: text,
  gateway: list,
  netmask: integer,
  dns_server: list,
  dns_none: truth,
  domain: text,
  ntp_server: list,
  wins_server: list,
  caps_manager: list,
  next_server: text,
  boot_file_name: text,
  dhcp_option: list,
  dhcp_option_set: name,
  comment: text,
  dynamic: readOnly(flag),
})

/** Dynamic rows, which the server creates, reject `set`: `make-static` comes first. */
export const dhcpLease = menu('ip/dhcp-server/lease', {
  address: text,
  mac_address: mac,
  client_id: text,
  /** A server, or `all`. */
  server: text,
  lease_time: duration,
  rate_limit: text,
  block_access: truth,
  always_broadcast: truth,
  use_src_mac: truth,
  address_lists: list,
  insert_queue_before: name,
  comment: text,
  status: readOnly(text),
  expires_after: readOnly(duration),
  last_seen: readOnly(duration),
  age: readOnly(duration),
  active_address: readOnly(text),
  active_mac_address: readOnly(mac),
  active_client_id: readOnly(text),
  active_server: readOnly(text),
  host_name: readOnly(text),
  class_id: readOnly(text),
  dynamic: readOnly(flag),
  radius: readOnly(flag),
  blocked: readOnly(flag),
  disabled: flag,
})

/** https://help.mikrotik.com/docs/display/ROS/IP+Pools */
export const ipPool = menu('ip/pool', {
  name: text,
  /** Each is `a-b`, one address or a network. */
  ranges: list,
  next_pool: name,
  comment: text,
  total: readOnly(integer),
  used: readOnly(integer),
  available: readOnly(integer),
})
