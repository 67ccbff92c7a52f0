import { expect, test } from 'vitest'
import type { Neighbour } from '../readings/neighbours.ts'
import { observe, type LinkReadings, type Owners } from './observe.ts'

const mac = (id: number) => `00:00:00:00:00:${String(id).padStart(2, '0')}`
const owners: Owners = {
  ofMac: (text) => (Number(text.slice(-2)) < 50 ? Number(text.slice(-2)) : undefined),
  ofAddress: (text) => (text === '203.0.113.9' ? 9 : undefined),
  ofKey: (key) => (key === 'key of 8=' ? 8 : undefined),
}
const readings = (more: Partial<LinkReadings>): LinkReadings => ({
  hardware_id: 1,
  interfaces: null,
  neighbours: null,
  hosts: null,
  registrations: null,
  tunnels: null,
  ...more,
})
const neighbour = (port: string, id: number, more: Partial<Neighbour> = {}): Neighbour => ({
  interface: port,
  mac: mac(id),
  identity: null,
  address: null,
  ...more,
})
const links = (more: Partial<LinkReadings>) =>
  observe(readings(more), owners).links.map(
    ({ kind, port, other }) => `${kind} ${port} ${typeof other === 'number' ? other : other.key}`,
  )

test('several neighbours on one port are a network segment, unless LLDP names one of them', () => {
  const several = [neighbour('ether1', 2), neighbour('ether1', 3)]
  expect(observe(readings({ neighbours: several }), owners)).toEqual({ links: [], near: [2, 3] })
  const lldp = [
    neighbour('ether1', 2, { discovered_by: ['mndp'] }),
    neighbour('ether1', 3, { discovered_by: ['lldp'] }),
  ]
  expect(links({ neighbours: lldp })).toEqual(['ethernet ether1 3'])
  // One device with several MAC addresses is one neighbour.
  const twice = [neighbour('ether1', 52, { software_id: 'X' }), neighbour('ether1', 53, { software_id: 'X' })]
  expect(links({ neighbours: twice })).toEqual(['ethernet ether1 software-id X'])
})

test('a device outside the panel is recognised by licence, then identity and address, then MAC address', () => {
  const neighbours = [
    neighbour('ether1', 51, { software_id: 'AAAA-1111', identity: 'core' }),
    neighbour('ether2', 52, { identity: 'switch', address: '192.0.2.7' }),
    neighbour('ether3', 53, { identity: 'switch', address: 'fe80::1' }),
    neighbour('ether4', 0, { mac: null }),
  ]
  expect(links({ neighbours })).toEqual([
    'ethernet ether1 software-id AAAA-1111',
    'ethernet ether2 identity switch 192.0.2.7',
    `ethernet ether3 mac ${mac(53)}`,
  ])
})

test('neither the device itself nor a port without link is a link', () => {
  const interfaces = [{ name: 'ether2', running: false }]
  expect(links({ interfaces, neighbours: [neighbour('ether1', 1), neighbour('ether2', 2)] })).toEqual([])
})

test('bridge hosts are a link if they are of one device, and the port has no neighbour', () => {
  const hosts = [
    { interface: 'ether1', macs: [mac(2), mac(60)], more: false },
    { interface: 'ether2', macs: [mac(3), mac(4)], more: false },
    { interface: 'ether3', macs: [mac(5)], more: true },
    { interface: 'ether4', macs: [mac(6)], more: false },
  ]
  const neighbours = [neighbour('ether4', 7)]
  expect(links({ hosts, neighbours })).toEqual(['ethernet ether4 7', 'bridge ether1 2'])
})

test('stations of the panel are wireless links, and clients are not', () => {
  const registrations = [2, 60].map((id) => ({ mac: mac(id), interface: 'wifi1', cap: null }))
  expect(links({ registrations: [...registrations, { mac: mac(3), interface: 'cap1', cap: 'mast' }] })).toEqual([
    'wireless wifi1 2',
  ])
})

test('tunnels are links by key, MAC address or address while they are up', () => {
  const end = { interface: 't', kind: 'gre', running: true, remote: null, mac: null, peer_key: null }
  const tunnels = [
    { ...end, interface: 'wg1', kind: 'wireguard', peer_key: 'key of 8=' },
    { ...end, interface: 'gre1', remote: '203.0.113.9' },
    { ...end, interface: 'pppoe1', kind: 'pppoe', mac: mac(4) },
    { ...end, interface: 'gre2', remote: '203.0.113.9', running: false },
    { ...end, interface: 'gre3', remote: '203.0.113.10' },
  ]
  expect(links({ tunnels })).toEqual(['tunnel wg1 8', 'tunnel gre1 9', 'tunnel pppoe1 4'])
})
