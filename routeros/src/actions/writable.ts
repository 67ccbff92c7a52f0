/** Properties that `add` accepts, of the menus in which the panel removes rows, over all versions since 6.44. */
const properties: Readonly<Record<string, { names: string; isOrdered?: true }>> = {
  'interface/bridge': {
    names:
      'add-dhcp-option82 admin-mac ageing-time arp arp-timeout auto-mac comment dhcp-agent-circuit-id dhcp-agent-remote-id dhcp-snooping dhcpv6-agent-circuit-id dhcpv6-agent-remote-id dhcpv6-snooping disabled ether-type fast-forward forward-delay forward-reserved-addresses frame-types igmp-snooping igmp-version ingress-filtering last-member-interval last-member-query-count max-hops max-learned-entries max-message-age membership-interval mlag-heartbeat mlag-peer-port mlag-priority mld-version mtu multicast-querier multicast-router mvrp name port-cost-mode priority protocol-mode pvid querier-interval querier-uses-bridge-address query-interval query-response-interval ra-guard region-name region-revision startup-query-count startup-query-interval transmit-hold-count vlan-filtering',
  },
  'interface/bridge/port': {
    names:
      'auto-isolate bpdu-guard bridge broadcast-flood comment disabled edge fast-leave frame-types horizon hw ingress-filtering interface internal-path-cost learn multicast-router mvrp-applicant-state mvrp-registrar-state path-cost point-to-point priority pvid restricted-role restricted-tcn tag-stacking trusted trusted-dhcpv6 trusted-ra unknown-multicast-flood unknown-unicast-flood',
    isOrdered: true,
  },
  'interface/bridge/vlan': { names: 'bridge comment disabled mvrp-forbidden tagged untagged vlan-ids' },
  'interface/list': { names: 'comment exclude include name' },
  'interface/list/member': { names: 'comment disabled interface list' },
  'interface/vlan': {
    names:
      'arp arp-timeout comment disabled interface loop-protect loop-protect-disable-time loop-protect-send-interval mtu mvrp name use-service-tag vlan-id',
  },
  'ip/address': { names: 'address broadcast comment disabled interface netmask network' },
  'ip/dhcp-server': {
    names:
      'add-arp add-dns-entries add-dns-entries-suffix address-lists address-pool allow-dual-stack-queue always-broadcast authoritative bootp-lease-time bootp-support client-mac-limit comment conflict-detection delay-threshold dhcp-option-set disabled dynamic-lease-identifiers insert-queue-before interface lease-script lease-time name parent-queue relay server-address support-broadband-tr101 use-framed-as-classless use-radius use-reconfigure',
  },
  'ip/dhcp-server/lease': {
    names:
      'address address-lists agent-circuit-id agent-remote-id allow-dual-stack-queue always-broadcast block-access client-id comment dhcp-option dhcp-option-set disabled insert-queue-before lease-time mac-address parent-queue queue-type rate-limit routes server use-src-mac',
  },
  'ip/dhcp-server/network': {
    names:
      'address boot-file-name caps-manager comment dhcp-option dhcp-option-set dns-none dns-server domain gateway netmask next-server ntp-none ntp-server wins-server',
  },
  'ip/firewall/address-list': { names: 'address comment disabled list timeout' },
  'ip/firewall/filter': {
    names:
      'action address-list address-list-timeout chain comment connection-bytes connection-limit connection-mark connection-nat-state connection-rate connection-state connection-type content disabled dscp dst-address dst-address-list dst-address-type dst-limit dst-port fragment hotspot hw-offload icmp-options in-bridge-port in-bridge-port-list in-interface in-interface-list ingress-priority ipsec-policy ipv4-options jump-target layer7-protocol limit log log-prefix nth out-bridge-port out-bridge-port-list out-interface out-interface-list p2p packet-mark packet-size per-connection-classifier port priority protocol psd random realm reject-with routing-mark src-address src-address-list src-address-type src-mac-address src-port tcp-flags tcp-mss time tls-host tos ttl',
  },
  'ip/firewall/nat': {
    names:
      'action address-list address-list-timeout chain comment connection-bytes connection-limit connection-mark connection-rate connection-type content disabled dscp dst-address dst-address-list dst-address-type dst-limit dst-port fragment hotspot icmp-options in-bridge-port in-bridge-port-list in-interface in-interface-list ingress-priority ipsec-policy ipv4-options jump-target layer7-protocol limit log log-prefix nth out-bridge-port out-bridge-port-list out-interface out-interface-list packet-mark packet-size per-connection-classifier port priority protocol psd random randomise-ports realm routing-mark same-not-by-dst socks5-port socks5-server socksify-service src-address src-address-list src-address-type src-mac-address src-port tcp-mss time tls-host to-addresses to-ports tos ttl',
    isOrdered: true,
  },
  'ip/pool': { names: 'comment name next-pool ranges' },
  'ip/route': {
    names:
      'blackhole check-gateway comment disabled distance dst-address gateway pref-src routing-table scope suppress-hw-offload target-scope vrf-interface',
  },
}

/**
 * The properties with which a removed row is added again: rows also have read-only ones, which `add` rejects. From the
 * command trees of RouterOS 7.9 to 7.24 and, for RouterOS 6, the manual.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/328134/Command+Line+Interface
 * @param menu without a leading slash
 * @returns undefined for a menu in which the panel removes nothing
 */
export function writableProperties(menu: string): { names: readonly string[]; isOrdered: boolean } | undefined {
  const found = Object.hasOwn(properties, menu) ? properties[menu] : undefined
  return found && { names: found.names.split(' '), isOrdered: found.isOrdered === true }
}
