import { hex, numbered, type Maker } from './rows.ts'

/** A router with a modem as its uplink. */
export const lteTables: Readonly<Record<string, Maker>> = {
  '/interface/lte': () => [
    {
      '.id': hex(0x20),
      name: 'lte1',
      'default-name': 'lte1',
      mtu: '1500',
      'apn-profiles': 'default',
      'allow-roaming': 'false',
      'network-mode': '3g,lte',
      band: '',
      'sms-read': 'false',
      running: 'true',
      inactive: 'false',
      disabled: 'false',
    },
  ],
  '/interface/lte/apn': () =>
    numbered([
      {
        name: 'default',
        apn: 'internet',
        'use-network-apn': 'true',
        authentication: 'none',
        'ip-type': 'auto',
        'add-default-route': 'true',
        'default-route-distance': '2',
        'use-peer-dns': 'true',
        default: 'true',
      },
    ]),
}

/** A small switch chip with VLAN support, initially disabled. */
export function chipTables(names: readonly string[]): Readonly<Record<string, Maker>> {
  return {
    '/interface/ethernet/switch': () =>
      numbered(
        [{ name: 'switch1', type: 'Atheros-8327', 'mirror-source': 'none', 'mirror-target': 'none', invalid: 'false' }],
        0,
      ),
    '/interface/ethernet/switch/port': () =>
      numbered(
        [...names, 'switch1-cpu'].map((name) => ({
          name,
          switch: 'switch1',
          'vlan-mode': 'disabled',
          'vlan-header': 'leave-as-is',
          'default-vlan-id': 'auto',
          invalid: 'false',
        })),
      ),
    '/interface/ethernet/switch/vlan': () => [],
  }
}

/** The ports of a switch: its chip, its trunk and its networks. */
export function switchTables(names: readonly string[], uplink: string): Readonly<Record<string, Maker>> {
  return {
    '/interface/ethernet/switch': () =>
      numbered(
        [
          {
            name: 'switch1',
            type: 'Marvell-98DX3236',
            'mirror-source': 'none',
            'mirror-target': 'none',
            'mirror-egress-target': 'none',
            'l3-hw-offloading': 'false',
            'cpu-flow-control': 'true',
            invalid: 'false',
          },
        ],
        0,
      ),
    '/interface/ethernet/switch/port': () =>
      numbered([
        ...names.map((name) => ({
          name,
          switch: 'switch1',
          'vlan-mode': 'disabled',
          'vlan-header': 'leave-as-is',
          'default-vlan-id': 'auto',
          'l3-hw-offloading': 'true',
          'mirror-egress': 'no',
          'mirror-ingress': 'no',
          invalid: 'false',
        })),
        { name: 'switch1-cpu', switch: 'switch1', 'default-vlan-id': '0', invalid: 'false' },
      ]),
    '/interface/ethernet/switch/vlan': () => [],
    '/interface/bridge/vlan': () =>
      numbered([
        {
          bridge: 'bridge',
          'vlan-ids': '10',
          tagged: `bridge,${uplink}`,
          untagged: 'ether3,ether4',
          'current-tagged': `bridge,${uplink}`,
          'current-untagged': 'ether4',
          dynamic: 'false',
          disabled: 'false',
          comment: 'office',
        },
        {
          bridge: 'bridge',
          'vlan-ids': '20',
          tagged: `bridge,${uplink},ether7`,
          untagged: '',
          'current-tagged': `bridge,${uplink},ether7`,
          'current-untagged': '',
          dynamic: 'false',
          disabled: 'false',
          comment: 'guests',
        },
      ]),
  }
}

/** Ports with PoE; their ids are those of the ports. */
export const poePorts =
  (numbers: readonly number[]): Maker =>
  () =>
    numbers.map((number) => ({
      '.id': hex(number),
      name: `ether${number}`,
      'poe-out': 'auto-on',
      'poe-priority': '10',
      'poe-voltage': 'auto',
      'power-cycle-ping-enabled': 'false',
      'power-cycle-interval': 'none',
    }))
