import type { AnyMessage } from '../any-message.ts'

/** Why a network is read-only. */
export type NetworkLock = 'switch-chip' | 'several-addresses' | 'dynamic' | 'slave'
/** Why the networks of a port are read-only. */
export type PortLock = 'switch-chip' | 'dynamic' | 'bond'

/** Reasons about networks, ports, DHCP and firewall of a router. */
export interface LanReasons {
  'lan.ipv4_format': {}
  'lan.ipv4_prefix_format': {}
  'lan.prefix_length': {}
  'lan.dns_server_format': {}
  'lan.dns_servers_format': { max: number }
  'lan.server_format': {}
  'lan.doh_format': {}
  'lan.rate_limit_format': {}
  'lan.name_characters': {}
  'lan.name_taken': {}
  'lan.address_unusable': {}
  'lan.address_loopback': {}
  'lan.broadcast_address': {}
  'lan.network_address': {}
  'lan.address_taken': { interface: string }
  'lan.management_address': { address: string }
  'lan.management_port': { port: string }
  'lan.management_port_vlan': { port: string; vlan: number }
  'lan.dynamic_row': {}
  'lan.changed_by': { by: string; notes: readonly AnyMessage[] }
  'lan.unchanged': {}
  'lan.change_on_device': { name: string }
  'lan.address_reserved': {}
  'lan.address_reserved_for': { by: string }
  'lan.mac_reserved': {}
  'lan.mac_reserved_at': { address: string }
  'lan.already_reserved': {}
  'lan.network_too_large': {}
  'lan.dhcp_network_taken': {}
  'lan.gateway_outside': { network: string }
  'lan.interface_has_server': { server: string }
  'lan.server_without_pool': { server: string }
  'lan.range_order': {}
  'lan.range_too_large': { max: number }
  'lan.range_outside': { first: string; last: string }
  'lan.range_has_router': { address: string }
  'lan.pool_next_itself': {}
  'lan.pool_several_ranges': { name: string }
  'lan.pool_used_by_server': { server: string }
  'lan.pool_used_by_pool': { pool: string }
  'lan.port_not_read': {}
  'lan.port_no_poe': { port: string }
  'lan.port_dynamic': { port: string; bridge: string }
  'lan.port_locked': { port: string; cause: PortLock }
  'lan.port_has_address': { port: string; address: string }
  'lan.port_without_bridge': { port: string }
  'lan.port_needs_network': { port: string }
  'lan.not_port_of': { port: string; bridge: string }
  'lan.no_bridge': { bridge: string }
  'lan.no_bridge_or_port': { name: string }
  'lan.choose_bridge': { port: string; bridge: string }
  'lan.choose_bond': { port: string }
  'lan.no_vlan_filtering': { bridge: string }
  'lan.switch_chip': {}
  'lan.vlan_taken': { name: string; vlan: number }
  'lan.vlan_of_bridge': { vlan: number; bridge: string }
  'lan.bridge_has_vlan': { bridge: string; vlan: number }
  'lan.no_own_vlan': { name: string }
  'lan.vlan_untagged_already': { vlan: number }
  'lan.overlaps': { network: string; interface: string }
  'lan.address_or_block': {}
  'lan.address_required': {}
  'lan.prefix_without_block': {}
  'lan.block_not_ipv4': {}
  'lan.network_fixed_bridge': {}
  'lan.network_locked': { name: string; cause: NetworkLock }
  'lan.network_gone': {}
  'lan.network_in_use': { name: string }
  'lan.networks_not_read': {}
  'lan.nothing_to_remove': { name: string }

  'firewall.ports_format': {}
  'firewall.port_range_order': {}
  'firewall.one_port_range': {}
  'firewall.port_count': { ports: number }
  'firewall.source_format': {}
  'firewall.range_format': {}
  'firewall.range_order': {}
  'firewall.block_start': { block: string }
  'firewall.list_address_format': {}
  'firewall.list_ipv4_only': {}
  'firewall.list_name': {}
  'firewall.entry_taken': { list: string }
  'firewall.router_address': {}
  'firewall.management_port': { port: number }
  'firewall.port_forwarded': { rule: AnyMessage }
  'firewall.uplink_unknown': {}
  'firewall.rule_gone': {}
  'firewall.rule': { position: number }
  'firewall.rule_with_comment': { position: number; comment: string }
  'firewall.foreign_rule': { rule: AnyMessage }
  'firewall.foreign_rule_kept': { rule: AnyMessage }
  'firewall.not_a_forward': {}
}
