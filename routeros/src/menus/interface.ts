import { kinds, menu, readOnly } from './menu.ts'

const { text, name, truth, flag, integer, decimal, mac, rate, list, localTime } = kinds

/** https://help.mikrotik.com/docs/display/ROS/Interface */
export const interfaces = menu('interface', {
  name: text,
  default_name: readOnly(text),
  type: readOnly(text),
  mtu: text,
  actual_mtu: readOnly(integer),
  mac_address: readOnly(mac),
  comment: text,
  running: readOnly(flag),
  disabled: flag,
  dynamic: readOnly(flag),
  slave: readOnly(flag),
  last_link_up_time: readOnly(localTime),
  last_link_down_time: readOnly(localTime),
  link_downs: readOnly(integer),
  rx_byte: readOnly(integer),
  tx_byte: readOnly(integer),
  rx_packet: readOnly(integer),
  tx_packet: readOnly(integer),
  rx_drop: readOnly(integer),
  tx_drop: readOnly(integer),
  tx_queue_drop: readOnly(integer),
  rx_error: readOnly(integer),
  tx_error: readOnly(integer),
})

/** One reply of `interface/monitor-traffic`. */
export const interfaceTraffic = menu('interface/monitor-traffic', {
  name: readOnly(text),
  rx_bits_per_second: readOnly(rate),
  tx_bits_per_second: readOnly(rate),
  rx_packets_per_second: readOnly(integer),
  tx_packets_per_second: readOnly(integer),
})

/** https://help.mikrotik.com/docs/display/ROS/Ethernet */
export const ethernet = menu('interface/ethernet', {
  name: text,
  default_name: readOnly(text),
  mtu: integer,
  mac_address: mac,
  orig_mac_address: readOnly(mac),
  auto_negotiation: truth,
  advertise: list,
  speed: text,
  switch: readOnly(text),
  comment: text,
  running: readOnly(flag),
  disabled: flag,
  slave: readOnly(flag),
  poe_out: text,
})

/** One port of `interface/ethernet/monitor`. Copper modules have no optical values. */
export const ethernetState = menu('interface/ethernet/monitor', {
  name: readOnly(text),
  /** `link-ok`, `no-link`, `unknown`, `initializing`, `auto-init-failed`. */
  status: readOnly(text),
  auto_negotiation: readOnly(text),
  rate: readOnly(rate),
  full_duplex: readOnly(truth),
  advertising: readOnly(list),
  link_partner_advertising: readOnly(list),
  sfp_module_present: readOnly(truth),
  sfp_type: readOnly(text),
  sfp_vendor_name: readOnly(text),
  sfp_vendor_part_number: readOnly(text),
  sfp_vendor_serial: readOnly(text),
  /** nm */
  sfp_wavelength: readOnly(decimal),
  /** °C */
  sfp_temperature: readOnly(decimal),
  /** V */
  sfp_supply_voltage: readOnly(decimal),
  /** mA */
  sfp_tx_bias_current: readOnly(decimal),
  /** dBm */
  sfp_tx_power: readOnly(decimal),
  /** dBm */
  sfp_rx_power: readOnly(decimal),
})

/** https://help.mikrotik.com/docs/display/ROS/PoE-Out */
export const poe = menu('interface/ethernet/poe', {
  name: readOnly(text),
  poe_out: text,
  poe_priority: integer,
  poe_voltage: text,
})

/** One port of `interface/ethernet/poe/monitor`. */
export const poeState = menu('interface/ethernet/poe/monitor', {
  name: readOnly(text),
  poe_out: readOnly(text),
  /** `powered-on`, `waiting-for-load`, `short-circuit`, `overload`, `voltage-too-low`, `current-too-low`, `off`. */
  poe_out_status: readOnly(text),
  /** V */
  poe_out_voltage: readOnly(decimal),
  /** mA */
  poe_out_current: readOnly(decimal),
  /** W */
  poe_out_power: readOnly(decimal),
})

/** https://help.mikrotik.com/docs/display/ROS/Bridging+and+Switching */
export const bridgePort = menu('interface/bridge/port', {
  interface: text,
  bridge: text,
  pvid: integer,
  frame_types: text,
  ingress_filtering: truth,
  hw: truth,
  priority: text,
  horizon: name,
  comment: text,
  disabled: flag,
  dynamic: readOnly(flag),
  inactive: readOnly(flag),
  hw_offload: readOnly(flag),
})

/** https://help.mikrotik.com/docs/display/ROS/LTE */
export const lte = menu('interface/lte', {
  name: text,
  default_name: readOnly(text),
  mtu: integer,
  apn_profiles: list,
  network_mode: list,
  band: list,
  nr_band: list,
  operator: text,
  allow_roaming: truth,
  comment: text,
  running: readOnly(flag),
  disabled: flag,
  inactive: readOnly(flag),
})
