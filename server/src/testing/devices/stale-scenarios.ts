import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import { control } from '@trunkline/contract/resources/control'
import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { firewall } from '@trunkline/contract/resources/firewall'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { filtering } from './network-device.ts'

export type StaleRow = Record<string, unknown> & { id: string }

/** Several fields sent together: one alone would be rejected. */
export class StaleScenarios {
  readonly body: Record<string, unknown>
  constructor(body: Record<string, unknown>) {
    this.body = body
  }
}

/** How to test the rows of one menu: which row, and at least two values for every field that a call can change. */
export interface StaleScenario {
  index: Endpoint
  /** The call that writes a field of the row, unless another call of the menu has the field. */
  update: Endpoint
  /** Rows of the reading's reply, in the device's order. */
  rows(data: unknown): StaleRow[]
  /** Whether this is the tested row. */
  isTried(row: StaleRow): boolean
  options?: SimulatorOptions
  prepare?(sim: Simulator): void
  /** By field of a body. `rows` are those of the reading, `subnet` is an IPAM block of the device's company. */
  values(of: { rows: StaleRow[]; row: StaleRow; subnet: number }): Record<string, unknown[]>
  /** A field that is tested last and once: afterwards RouterOS rejects changes of the row. */
  last?: string
  /** Fields with another name in the reading. */
  shownAs?: Record<string, string>
  /** Fields of the body that no call changes, with the reason. */
  unchangeable?: Record<string, string>
}

const asRows = (data: unknown) => data as StaleRow[]
const managedSwitch: SimulatorOptions = {
  personality: 'switch',
  managementPort: 'ether5',
  tables: { 'ip/address': [{ address: '127.0.0.1/24', network: '127.0.0.0', interface: 'bridge' }] },
}
const comments = ['Desk', 'Door', 'Shop']
const flags = [true, false]

export const staleScenarios: Record<string, StaleScenario> = {
  'ip/address': {
    index: control.addresses,
    update: control.setAddress,
    rows: asRows,
    isTried: ({ comment }) => comments.includes(String(comment)),
    prepare: (sim) => void sim.insert('ip/address', { address: '10.77.0.1/24', interface: 'ether5', comment: 'Desk' }),
    values: () => ({
      address: ['10.77.0.2/24', '10.77.0.3/24'],
      interface: ['ether4', 'ether5', 'ether3'],
      disabled: flags,
      comment: comments,
    }),
  },
  'ip/dns': {
    index: control.dns,
    update: control.setDns,
    rows: (data) => [data as StaleRow],
    isTried: () => true,
    values: () => ({
      servers: [['9.9.9.9'], ['1.1.1.1', '8.8.8.8'], []],
      allow_remote_requests: flags,
      cache_size_kib: [4096, 1024, 512],
      cache_max_ttl_seconds: [3600, 7200, 60],
      use_doh_server: ['https://dns.example.net/dns-query', 'https://dns.example.com/dns-query'],
      verify_doh_cert: flags,
    }),
  },
  'ip/dhcp-server/network': {
    index: control.networks,
    update: control.setNetwork,
    rows: asRows,
    isTried: ({ domain }) => String(domain).endsWith('lab.example'),
    prepare: (sim) =>
      void sim.insert('ip/dhcp-server/network', {
        address: '10.78.0.0/24',
        gateway: '10.78.0.1',
        domain: 'lab.example',
      }),
    values: () => ({
      address: ['10.79.0.0/24', '10.78.0.0/24'].map(
        (address) => new StaleScenarios({ address, gateway: address.replace('0/24', '1') }),
      ),
      gateway: ['10.78.0.1', '10.78.0.2', '10.78.0.3'],
      netmask: [24, null, 23],
      dns_server: [['9.9.9.9'], [], ['1.1.1.1']],
      ntp_server: [['10.78.0.9'], [], ['10.78.0.8']],
      domain: ['a.lab.example', 'b.lab.example'],
      comment: comments,
    }),
  },
  'ip/pool': {
    index: control.pools,
    update: control.setPool,
    rows: asRows,
    isTried: ({ name }) => String(name).startsWith('lab'),
    prepare: (sim) => {
      sim.insert('ip/pool', { name: 'lab', ranges: '10.78.0.10-10.78.0.20' })
      sim.insert('ip/pool', { name: 'more', ranges: '10.78.0.110-10.78.0.120' })
    },
    values: () => ({
      name: ['lab-a', 'lab-b', 'lab'],
      address_start: ['10.78.0.10', '10.78.0.11', '10.78.0.12'],
      address_end: ['10.78.0.20', '10.78.0.30', '10.78.0.40'],
      next_pool: [null, 'guests', 'more'],
      comment: comments,
    }),
  },
  'ip/dhcp-server/lease': {
    index: control.leases,
    update: control.setLease,
    rows: asRows,
    isTried: ({ address }) => String(address).startsWith('192.168.88.9'),
    prepare: (sim) => {
      for (const name of ['lab-a', 'lab-b'])
        sim.insert('ip/dhcp-server', { name, interface: 'ether5', 'address-pool': 'static-only', disabled: 'true' })
      sim.insert('ip/dhcp-server/lease', {
        address: '192.168.88.90',
        'mac-address': '4C:5E:0C:00:00:09',
        server: 'lan',
        disabled: 'false',
        dynamic: 'false',
      })
    },
    values: () => ({
      address: ['192.168.88.91', '192.168.88.92', '192.168.88.90'],
      mac: ['4C:5E:0C:00:00:0A', '4C:5E:0C:00:00:0B'],
      server: ['lab-a', 'lab-b'],
      lease_time_seconds: [3600, 7200, null],
      rate_limit: ['1M/10M', '2M/20M', null],
      blocked: flags,
      disabled: flags,
      comment: comments,
    }),
  },
  'ip/dhcp-server': {
    index: control.servers,
    update: control.setServer,
    rows: asRows,
    isTried: ({ name }) => String(name).startsWith('lab'),
    prepare: (sim) => {
      sim.insert('ip/pool', { name: 'lab', ranges: '10.78.0.10-10.78.0.20' })
      sim.insert('ip/dhcp-server', { name: 'lab', interface: 'ether5', 'address-pool': 'lab', disabled: 'true' })
    },
    values: () => ({
      name: ['lab-a', 'lab-b', 'lab'],
      interface: ['ether4', 'ether5', 'ether3'],
      address_pool: ['lab', 'static-only'],
      lease_time_seconds: [600, 3600, 60],
      disabled: flags,
      comment: comments,
    }),
  },
  network: {
    index: siteNetworksControl.networks,
    update: siteNetworksControl.setNetwork,
    rows: (data) => (data as { networks: StaleRow[] }).networks,
    isTried: ({ name }) => String(name).startsWith('lab'),
    options: { speed: 3 },
    prepare: (sim) => {
      filtering(sim)
      sim.insert('interface/vlan', { name: 'lab', interface: 'bridge', 'vlan-id': '60', disabled: 'false' })
      sim.insert('interface/bridge/vlan', { bridge: 'bridge', 'vlan-ids': '60', tagged: 'bridge', untagged: '' })
      sim.insert('ip/address', { address: '10.60.0.1/24', network: '10.60.0.0', interface: 'lab', disabled: 'false' })
    },
    values: ({ subnet }) => ({
      name: ['lab-a', 'lab-b', 'lab'],
      vlan_id: [61, 62, 60],
      address: ['10.61.0.1/24', '10.62.0.1/24'],
      subnet_id: [
        new StaleScenarios({ subnet_id: subnet, prefix: 28 }),
        new StaleScenarios({ address: '10.63.0.1/24' }),
        new StaleScenarios({ address: '10.64.0.1/24' }),
      ],
      prefix: [
        new StaleScenarios({ subnet_id: subnet, prefix: 27 }),
        new StaleScenarios({ address: '10.65.0.1/24' }),
        new StaleScenarios({ address: '10.66.0.1/24' }),
      ],
      isolated: flags,
      tagged: [['ether2'], [], ['ether3']],
      untagged: [['ether4'], [], ['ether5']],
      disabled: flags,
      comment: comments,
      dhcp: [null, {}, null],
    }),
    shownAs: { subnet_id: 'address', prefix: 'address' },
    unchangeable: { bridge: 'a network does not move to another bridge' },
  },
  'switch-port': {
    index: siteNetworksControl.switchPorts,
    update: siteNetworksControl.setSwitchPort,
    rows: (data) => (data as { ports: StaleRow[] }).ports,
    isTried: ({ name }) => name === 'ether8',
    options: { ...managedSwitch, speed: 3 },
    values: () => ({
      bridge: [null, 'bridge'],
      untagged: [10, 20, 1],
      tagged: [[21], [], [22, 23]],
      disabled: flags,
      comment: comments,
      poe: ['off', 'auto-on', 'forced-on'],
    }),
  },
  'ip/firewall/nat': {
    index: firewall.nat,
    update: firewall.setForward,
    // In the fields of a forward, as its form has them.
    rows: (data) => asRows(data).map((row) => ({ ...row, ...(row['forward'] as object | null) })),
    isTried: ({ is_ours, mark }) => is_ours === true && mark === 'fstale',
    prepare: (sim) => {
      const rule = {
        chain: 'dstnat',
        action: 'dst-nat',
        protocol: 'tcp',
        'in-interface-list': 'WAN',
        disabled: 'false',
      }
      sim.insert('ip/firewall/nat', {
        ...rule,
        'dst-port': '9443',
        'to-addresses': '10.2.0.20',
        comment: 'trunkline:fstale Desk',
      })
      sim.insert('ip/firewall/nat', {
        ...rule,
        'dst-port': '9553',
        'to-addresses': '10.2.0.21',
        comment: 'trunkline:fother Other',
      })
      sim.insert('ip/firewall/nat', {
        ...rule,
        'dst-port': '9663',
        'to-addresses': '10.2.0.22',
        comment: 'trunkline:fthird Third',
      })
    },
    values: ({ rows }) => {
      const id = (mark: string) => rows.find((row) => row['mark'] === mark)?.id
      return {
        protocol: ['udp', 'tcp', 'tcp-udp'],
        outside: ['9444', '9445', '9443'],
        to_address: ['10.2.0.30', '10.2.0.31', '10.2.0.20'],
        to_ports: ['443', null, '444'],
        in_interface: ['ether1', null, 'ether2'],
        dst_address: ['203.0.113.9', null, '203.0.113.10'],
        from: ['203.0.113.0/24', null, '198.51.100.0/24'],
        disabled: flags,
        comment: comments,
        before: [null, id('fother'), id('fthird')],
      }
    },
    shownAs: { before: 'position' },
  },
  'ip/firewall/address-list': {
    index: firewall.lists,
    update: firewall.setEntry,
    rows: (data) => (data as { entries: StaleRow[] }).entries,
    isTried: ({ list }) => String(list).startsWith('stale'),
    prepare: (sim) =>
      void sim.insert('ip/firewall/address-list', { list: 'stale', address: '203.0.113.7', disabled: 'false' }),
    values: () => ({
      list: ['stale-a', 'stale-b', 'stale'],
      address: ['203.0.113.8', '203.0.113.9', '203.0.113.7'],
      timeout_seconds: [3600, 7200, 86_400],
      disabled: flags,
      comment: comments,
    }),
    shownAs: { timeout_seconds: 'expires_in_seconds' },
    last: 'timeout_seconds',
  },
  'wifi/access-list': {
    index: capsmanAccessList.index,
    update: capsmanAccessList.update,
    rows: asRows,
    isTried: ({ mac }) => String(mac).startsWith('4C:5E:0C:00:00:'),
    options: { version: '7.21.1' },
    prepare: (sim) =>
      void sim.insert('interface/wifi/access-list', { 'mac-address': '4C:5E:0C:00:00:07', action: 'accept' }),
    values: ({ rows, row }) => {
      const others = rows.filter(({ id }) => id !== row.id)
      return {
        mac: ['4C:5E:0C:00:00:08', '4C:5E:0C:00:00:09', '4C:5E:0C:00:00:07'],
        mac_mask: ['FF:FF:FF:FF:FF:F0', null, 'FF:FF:FF:FF:FF:00'],
        interface: ['wifi1', null, 'wifi2'],
        signal_from: [-80, -70, -60],
        signal_to: [-20, -10, 0],
        ssid_regexp: ['Guest', null, 'Home'],
        schedule: [
          { days: ['mon', 'tue'], from: '08:00', until: '17:30' },
          null,
          { days: ['sat'], from: '09:00', until: '10:00' },
        ],
        action: ['reject', 'accept', 'query-radius'],
        vlan_id: [20, null, 30],
        disabled: flags,
        comment: comments,
        before: [others[0]?.id, null, others[1]?.id],
      }
    },
    shownAs: { before: 'position' },
  },
}
