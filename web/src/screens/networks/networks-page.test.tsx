import type { UserRole } from '@trunkline/contract/abilities'
import type {
  SiteNetwork,
  SiteNetworks,
  SwitchPort,
  SwitchPorts as Ports,
} from '@trunkline/contract/resources/control-network'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { field, press, shows, text, type, until } from '../../testing/page.ts'
import { control as base, serveQuayRouter } from '../../testing/quay-router.ts'
import { screenTests } from '../../testing/screen.tsx'
import NetworkForm from './NetworkForm.tsx'
import NetworkList from './NetworkList.tsx'
import SwitchPorts from './SwitchPorts.tsx'
import { replied } from '../../testing/messages.ts'

const network = (of: Partial<SiteNetwork>): SiteNetwork => ({
  id: '*5',
  name: 'office',
  interface: 'office',
  model: 'vlan-filtering',
  vlan_id: 30,
  bridge: 'bridge',
  address: '10.3.0.1/24',
  address_id: '*1',
  dhcp: {
    server_id: '*1',
    name: 'office',
    is_enabled: true,
    pool_id: '*1',
    start: '10.3.0.100',
    end: '10.3.0.199',
    several_ranges: false,
    network_id: '*1',
    gateway: '10.3.0.1',
    dns: ['9.9.9.9'],
    lease_seconds: 600,
  },
  isolated: true,
  tagged: ['ether2'],
  untagged: ['ether5'],
  leases: 4,
  subnet_id: 12,
  subnet: '10.3.0.0/24',
  disabled: false,
  comment: null,
  is_management: false,
  locked: null,
  ...of,
})
const port = (of: Partial<SwitchPort>): SwitchPort => ({
  id: '*1',
  name: 'ether1',
  default_name: 'ether1',
  position: 1,
  kind: 'ethernet',
  mac: null,
  running: true,
  disabled: false,
  comment: null,
  status: 'link-ok',
  rate_mbps: 1000,
  full_duplex: true,
  auto_negotiation: true,
  bridge: 'bridge',
  pvid: 1,
  poe: null,
  sfp: null,
  bridge_port_id: '*1',
  untagged: 1,
  tagged: [],
  is_management: false,
  locked: null,
  ...of,
})

const { api, visit } = screenTests(['panel', 'networks', 'lan', 'devices', 'hardware'])

let networks: SiteNetworks
let ports: Ports

beforeEach(() => {
  networks = {
    networks: [
      network({}),
      network({
        id: '*1',
        name: 'bridge',
        interface: 'bridge',
        vlan_id: 1,
        address: '192.168.88.1/24',
        is_management: true,
        isolated: false,
      }),
      network({
        id: '*7',
        name: 'old',
        interface: 'old',
        locked: 'switch-chip',
        dhcp: null,
        subnet_id: null,
        subnet: null,
      }),
    ],
    bridges: [{ name: 'bridge', vlan_filtering: true, ports: ['ether2', 'ether3', 'ether5'] }],
    model: 'vlan-filtering',
  }
  ports = {
    ports: [
      port({ is_management: true }),
      port({ id: '*2', name: 'ether2', position: 2, untagged: 30, tagged: [20, 40] }),
      port({ id: '*3', name: 'ether3', position: 3, bridge: null, bridge_port_id: null, untagged: null }),
    ],
    bridges: [{ name: 'bridge', vlan_filtering: true }],
    vlans: [
      { vlan_id: 1, name: 'bridge', bridge: 'bridge' },
      { vlan_id: 20, name: 'guests', bridge: 'bridge' },
      { vlan_id: 30, name: 'office', bridge: 'bridge' },
    ],
  }
  const { reads, takes } = serveQuayRouter(api, () => ({ target: 'network', label: 'Network office', guarded: true }))
  reads('network/index', () => networks)
  reads('switch-port/index', () => ports)
  takes('POST network/store', 'PUT network/update', 'DELETE network/destroy', 'PUT switch-port/update')
})

const screens = {
  '/hardware/$id/networks': NetworkList,
  '/hardware/$id/network/add': NetworkForm,
  '/hardware/$id/network/update/$networkId': NetworkForm,
  '/hardware/$id/switch': SwitchPorts,
}
const open = (address: string, role?: UserRole) => visit(screens, address, { role })
const bodyOf = (path: string) => api.of(`${base}/${path}`).at(-1)?.body

describe('the networks of a router', () => {
  it('are listed, with marks for locked and management networks', async () => {
    await open('/hardware/9/networks')
    await shows('10.3.0.100 – 10.3.0.199')
    expect(text()).toContain('ether5, ether2 (tagged)')
    expect(text()).toContain('Managed by the switch chip')
    expect(document.querySelector('button[aria-label="Remove office"]')?.getAttribute('aria-disabled')).toBe('false')
    expect(document.querySelector('button[aria-label="Remove bridge"]')?.getAttribute('aria-disabled')).toBe('true')
    expect(document.querySelector('[aria-label="Edit old"]')).toBeNull()
    expect(document.querySelector('a[aria-label="Edit office"]')?.getAttribute('href')).toContain('update/*5')
  })
  it('have no actions for read-only users', async () => {
    await open('/hardware/9/networks', 'read-only')
    await shows('10.3.0.100')
    expect(text()).not.toContain('Add network')
    expect(document.querySelector('[aria-label="Edit office"]')).toBeNull()
  })
  it('have an empty state', async () => {
    networks = { ...networks, networks: [] }
    await open('/hardware/9/networks')
    await shows('No networks')
  })
})

describe('the form of a network', () => {
  it('sends a new one with its ports, and shows errors of the server at their field', async () => {
    await open('/hardware/9/network/add')
    await shows('Isolate from other networks')
    await type('Name', 'lab')
    await type('VLAN', '40')
    await type('Router address', '10.4.0.1/24')
    await press('Use 10.4.0.128 to 10.4.0.254')
    await act(async () => {
      const group = [...document.querySelectorAll('fieldset')].find(
        (one) => one.querySelector('legend')?.textContent === 'ether3',
      )
      group?.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click()
    })
    expect(field('Bridge').value).toBe('bridge')
    api.on(`POST ${base}/network/store`, () => ({
      ...reply(422, {
        error: {
          code: 'validation_failed',
          message: 'No.',
          request_id: 'r',
          fields: { 'untagged.0': replied('text', { text: 'ether3 is named twice.' }) },
        },
      }),
    }))
    await press('Add to device')
    await shows('ether3 is named twice.')
    expect(bodyOf('network/store')).toMatchObject({
      name: 'lab',
      vlan_id: 40,
      bridge: 'bridge',
      address: '10.4.0.1/24',
      dhcp: { start: '10.4.0.128', end: '10.4.0.254', dns: [] },
      untagged: ['ether3'],
      tagged: [],
    })
  })
  it('sends the changes of a known one with the seen values', async () => {
    await open('/hardware/9/network/update/*5')
    await until(() => document.querySelectorAll('input').length > 5, 'the form')
    await type('Last address', '10.3.0.150')
    await press('Apply to device')
    await until(() => bodyOf('network/update') !== undefined, 'the change')
    expect(bodyOf('network/update')).toEqual({
      id: '*5',
      dhcp: { start: '10.3.0.100', end: '10.3.0.150', dns: ['9.9.9.9'], lease_seconds: 600 },
      seen: { name: 'office', dhcp: { start: '10.3.0.100', end: '10.3.0.199', dns: ['9.9.9.9'], lease_seconds: 600 } },
    })
  })
})

describe('the ports of a switch', () => {
  it('show their VLANs on the front panel and in the table', async () => {
    await open('/hardware/9/switch')
    await shows('30 · office')
    const labels = [...document.querySelectorAll('[role=toolbar] button')].map((one) => one.getAttribute('aria-label'))
    expect(labels[1]).toContain('untagged: 30 · office, tagged: 20 · guests, 40')
    expect(labels[2]).toContain('not in a bridge')
    expect(document.querySelectorAll('[role=toolbar] [data-band="1"]')).toHaveLength(1)
  })
  it('have a form', async () => {
    await open('/hardware/9/switch')
    await shows('30 · office')
    await press('Edit ether2')
    await shows('VLAN IDs')
    await type('Tagged VLANs', '20, 5000')
    await press('Apply to device')
    await shows('Must be between 1 and 4094.')
    await type('Tagged VLANs', '20')
    await press('Apply to device')
    await until(() => bodyOf('switch-port/update') !== undefined, 'the change')
    expect(bodyOf('switch-port/update')).toEqual({ id: '*2', tagged: [20], seen: { tagged: [20, 40] } })
    await shows('the device rolls back')
  })

  it('show who changed one in the meantime, and are read again', async () => {
    api.on(`PUT ${base}/switch-port/update`, () =>
      reply(409, {
        error: {
          code: 'stale_version',
          message: 'This was changed meanwhile by Ann Lee: tagged is 40, and was 20, 40.',
          details: { fields: [{ field: 'tagged', seen: [20, 40], now: [40] }], changed_by: 'Ann Lee' },
          request_id: 'r',
        },
      }),
    )
    await open('/hardware/9/switch')
    await shows('30 · office')
    await press('Edit ether2')
    await type('Tagged VLANs', '20')
    const reads = api.of(`${base}/switch-port/index`).length
    await press('Apply to device')
    await shows('Ann Lee has changed this in the meantime.')
    await until(() => api.of(`${base}/switch-port/index`).length > reads, 'the reading after it')
  })
})
