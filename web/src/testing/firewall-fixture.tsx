import type { Command } from '@trunkline/contract/resources/device-command'
import type { AddressLists, FilterRule, NatRule } from '@trunkline/contract/resources/firewall'
import { beforeEach } from 'vitest'
import { addressOf, control, serveQuayRouter } from './quay-router.ts'
import { screenTests, type ScreenFixture } from './screen.tsx'

export const filterRule = (of: Partial<FilterRule>): FilterRule => ({
  id: '*1',
  position: 1,
  chain: 'forward',
  action: 'accept',
  protocol: null,
  src_address: null,
  dst_address: null,
  src_port: null,
  dst_port: null,
  in_interface: null,
  out_interface: null,
  src_address_list: null,
  dst_address_list: null,
  more: {},
  bytes: 0,
  packets: 0,
  disabled: false,
  dynamic: false,
  invalid: false,
  comment: null,
  is_ours: false,
  ...of,
})

export const natRule = (of: Partial<NatRule>): NatRule => ({
  ...filterRule({}),
  chain: 'dstnat',
  action: 'dst-nat',
  to_addresses: null,
  to_ports: null,
  mark: null,
  forward: null,
  ...of,
})

const camera = { outside: '8443', to_address: '192.168.88.10', to_ports: '443', in_interface: null, dst_address: null }

/** A router with a hidden inside, a forward of the panel for both protocols, one of the owner, and one made by UPnP. */
export const someNat = (): NatRule[] => {
  const ours = {
    dst_port: '8443',
    to_addresses: '192.168.88.10',
    to_ports: '443',
    more: { 'in-interface-list': 'WAN' },
    comment: 'Camera',
    is_ours: true,
    mark: 'f01',
    forward: { ...camera, protocol: 'tcp-udp' as const, from: null },
  }
  return [
    natRule({ id: '*1', position: 1, chain: 'srcnat', action: 'masquerade', more: { 'out-interface-list': 'WAN' } }),
    natRule({ ...ours, id: '*2', position: 2, protocol: 'tcp', bytes: 1_200_000, packets: 1000 }),
    natRule({ ...ours, id: '*3', position: 3, protocol: 'udp', bytes: 0, packets: 234 }),
    natRule({
      id: '*4',
      position: 4,
      protocol: 'tcp',
      dst_port: '9000',
      to_addresses: '192.168.88.20',
      in_interface: 'ether1',
      disabled: true,
      comment: 'old recorder',
      forward: {
        protocol: 'tcp',
        outside: '9000',
        to_address: '192.168.88.20',
        to_ports: null,
        in_interface: 'ether1',
        dst_address: null,
        from: null,
      },
    }),
    natRule({ id: '*5', position: 5, protocol: 'udp', dst_port: '3074', dynamic: true }),
  ]
}

/** What the router of a test has, and how the command stands that was asked of it. */
export interface FirewallFixture extends ScreenFixture {
  nat: NatRule[]
  filters: FilterRule[]
  lists: AddressLists
  command: Partial<Command>
  /** The last body, or query, that a call got. */
  sent: (path: string) => { body: unknown; path: string } | undefined
}

/** Sets up the tests of the firewall, with a router that is created again for each of them. */
export function firewallTests(): FirewallFixture {
  const fixture = screenTests(['panel', 'lan', 'devices', 'hardware', 'firewall'])
  const of = { ...fixture, sent: (path) => fixture.api.of(`${control}/${path}`).at(-1) } as FirewallFixture
  beforeEach(() => createRouter(of))
  return of
}

function createRouter(of: FirewallFixture): void {
  Object.assign(of, {
    nat: someNat(),
    filters: [],
    lists: { entries: [], uses: [] },
    command: {},
  } satisfies Omit<FirewallFixture, keyof ScreenFixture | 'sent'>)
  const { reads, takes } = serveQuayRouter(of.api, () => ({
    target: 'ip/firewall/nat',
    verb: 'add',
    label: 'TCP 8443',
    ...of.command,
  }))
  reads('ip/firewall/nat/index', () => of.nat)
  reads('ip/firewall/filter/index', () => of.filters)
  reads('ip/firewall/address-list/index', () => of.lists)
  reads('ip/address/index', () => [addressOf({ is_management: true })])
  reads('interface/statistic/show', () => ({ interfaces: [] }))
  reads('ip/dhcp-server/lease/index', () => [
    {
      id: '*1',
      address: '192.168.88.10',
      mac: null,
      client_id: null,
      server: 'defconf',
      status: 'bound',
      host_name: 'camera',
      active_address: null,
      active_mac: null,
      expires_in_seconds: 600,
      last_seen_seconds: 5,
      lease_time_seconds: null,
      rate_limit: null,
      blocked: false,
      disabled: false,
      dynamic: true,
      comment: null,
    },
  ])
  for (const path of ['nat', 'address-list'])
    for (const call of ['POST store', 'PUT update', 'PUT move', 'DELETE destroy'])
      takes(call.replace(' ', ` ip/firewall/${path}/`))
}
