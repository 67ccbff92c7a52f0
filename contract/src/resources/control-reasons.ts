import type { DeclaredReasons } from '../endpoint.ts'
import type { Reason } from '../errors.ts'
import { netReasons } from '../net.ts'
import { subnetReasons } from './subnet-reasons.ts'

/** An IPv4 address of a device. */
const hostReasons: readonly Reason[] = [
  ...netReasons,
  'lan.address_loopback',
  'lan.address_unusable',
  'lan.ipv4_format',
]
const interfaceReasons: readonly Reason[] = [
  ...hostReasons,
  'lan.broadcast_address',
  'lan.network_address',
  'lan.prefix_length',
]
const serverReasons: readonly Reason[] = ['field.duplicate', 'lan.address_unusable', 'lan.server_format']

const address: readonly Reason[] = [...interfaceReasons, 'lan.address_taken']
const dns: DeclaredReasons = { 422: [...serverReasons, 'device.no_change', 'lan.doh_format'] }
const dhcpNetwork: readonly Reason[] = [
  ...netReasons,
  ...serverReasons,
  'field.max',
  'lan.dhcp_network_taken',
  'lan.gateway_outside',
  'lan.ipv4_format',
  'lan.network_too_large',
]
const pool: readonly Reason[] = [
  ...netReasons,
  'lan.ipv4_format',
  'lan.name_taken',
  'lan.pool_next_itself',
  'lan.range_order',
  'lan.range_too_large',
]
const lease: DeclaredReasons = {
  422: [
    ...hostReasons,
    'field.mac',
    'hardware.mac_group',
    'hardware.mac_zero',
    'lan.address_reserved',
    'lan.address_reserved_for',
    'lan.mac_reserved',
    'lan.mac_reserved_at',
  ],
}
const dhcpServer: readonly Reason[] = ['lan.interface_has_server', 'lan.name_taken']

/** Why the server rejects a change of a row of a device, by the name of the call below `hardware.control`. */
export const controlReasons: Readonly<Record<string, DeclaredReasons | undefined>> = {
  'power-cycle': { 409: ['lan.port_no_poe', 'lan.port_not_read'] },
  'address.store': { 422: address },
  'address.update': { 409: ['lan.dynamic_row', 'lan.management_address'], 422: address },
  'address.destroy': { 409: ['lan.dynamic_row', 'lan.management_address'] },
  'dns.store': dns,
  'dns.update': dns,
  'dhcp-network.store': { 422: dhcpNetwork },
  'dhcp-network.update': { 409: ['lan.dynamic_row'], 422: dhcpNetwork },
  'dhcp-network.destroy': { 409: ['lan.dynamic_row'] },
  'pool.store': { 422: pool },
  'pool.update': { 409: ['lan.pool_several_ranges'], 422: pool },
  'pool.destroy': { 409: ['lan.pool_used_by_pool', 'lan.pool_used_by_server'] },
  'lease.store': lease,
  'lease.update': lease,
  'lease.reserve': { 409: ['lan.already_reserved'] },
  'dhcp-server.store': { 422: dhcpServer },
  'dhcp-server.update': { 409: ['lan.dynamic_row'], 422: dhcpServer },
  'dhcp-server.destroy': { 409: ['lan.dynamic_row'] },
}

const siteNetwork: readonly Reason[] = [
  ...interfaceReasons,
  ...serverReasons,
  ...subnetReasons.store[422],
  'field.range',
  'lan.address_or_block',
  'lan.address_required',
  'lan.block_not_ipv4',
  'lan.dhcp_network_taken',
  'lan.management_port_vlan',
  'lan.name_characters',
  'lan.name_taken',
  'lan.no_vlan_filtering',
  'lan.not_port_of',
  'lan.overlaps',
  'lan.port_dynamic',
  'lan.port_needs_network',
  'lan.prefix_without_block',
  'lan.range_has_router',
  'lan.range_order',
  'lan.range_outside',
  'lan.vlan_of_bridge',
  'lan.vlan_taken',
]
const networkConflicts: readonly Reason[] = ['lan.network_gone', 'lan.network_locked', 'lan.networks_not_read']

/** Networks of a router and their ports. */
export const siteNetworkReasons = {
  store: {
    409: [...subnetReasons.store[409], 'lan.networks_not_read', 'lan.switch_chip'],
    422: [...siteNetwork, 'lan.choose_bond', 'lan.choose_bridge', 'lan.no_bridge_or_port'],
  },
  update: {
    409: [...subnetReasons.store[409], ...networkConflicts, 'lan.management_address', 'lan.unchanged'],
    422: [
      ...siteNetwork,
      'lan.bridge_has_vlan',
      'lan.change_on_device',
      'lan.management_address',
      'lan.network_fixed_bridge',
      'lan.no_own_vlan',
      'lan.pool_several_ranges',
      'lan.server_without_pool',
    ],
  },
  destroy: {
    409: [...networkConflicts, 'lan.management_address', 'lan.network_in_use', 'lan.nothing_to_remove'],
  },
  switchPort: {
    409: ['lan.port_locked', 'lan.port_not_read', 'lan.unchanged'],
    422: [
      'field.duplicate',
      'lan.management_port',
      'lan.no_bridge',
      'lan.no_vlan_filtering',
      'lan.port_has_address',
      'lan.port_needs_network',
      'lan.port_no_poe',
      'lan.port_without_bridge',
      'lan.vlan_untagged_already',
    ],
  },
} as const

const forward: readonly Reason[] = [
  ...hostReasons,
  'device.comment_reserved',
  'field.duplicate',
  'field.range',
  'firewall.block_start',
  'firewall.management_port',
  'firewall.one_port_range',
  'firewall.port_count',
  'firewall.port_forwarded',
  'firewall.port_range_order',
  'firewall.ports_format',
  'firewall.range_order',
  'firewall.router_address',
  'firewall.source_format',
  'firewall.uplink_unknown',
]
const entry: readonly Reason[] = [
  ...netReasons,
  'firewall.entry_taken',
  'firewall.list_address_format',
  'firewall.list_ipv4_only',
  'firewall.list_name',
  'firewall.range_format',
  'firewall.range_order',
]
const ruleConflicts: readonly Reason[] = ['firewall.rule_gone', 'lan.dynamic_row']

/** Port forwards and address lists. */
export const firewallReasons = {
  storeForward: { 422: forward },
  updateForward: { 409: [...ruleConflicts, 'firewall.foreign_rule', 'firewall.not_a_forward'], 422: forward },
  move: { 409: ruleConflicts, 422: ['device.row_before_itself'] },
  destroyForward: { 409: [...ruleConflicts, 'firewall.foreign_rule_kept'] },
  storeEntry: { 422: entry },
  updateEntry: { 409: ['lan.dynamic_row'], 422: entry },
} as const

const accessRow: readonly Reason[] = [
  'access_list.condition_unsupported',
  'access_list.over_midnight',
  'access_list.panel_rows_first',
  'access_list.radius_unsupported',
  'access_list.signal_order',
  'device.comment_reserved',
  'wifi.stack_missing',
]
const accessConflicts: readonly Reason[] = ['access_list.row_of_network', 'access_list.row_of_site', 'lan.dynamic_row']

/** The access list of a Wi-Fi controller. */
export const accessListReasons = {
  store: { 422: accessRow },
  update: { 409: accessConflicts, 422: [...accessRow, 'device.no_change', 'device.row_before_itself'] },
  destroy: { 409: accessConflicts, 422: ['wifi.stack_missing', 'wifi.stack_required'] },
} as const
