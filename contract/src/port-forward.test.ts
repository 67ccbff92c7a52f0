import { message } from './errors.ts'
import { describe, expect, test } from 'vitest'
import {
  blockedBy,
  commandOf,
  conflictOf,
  forwardOf,
  incomingOf,
  isReachable,
  outsideOf,
  placeOf,
  portsError,
  ruleOf,
  sourceError,
  toPortsError,
  type Weighed,
} from './port-forward.ts'
import type { FilterRule, NatRule, PortForward } from './resources/firewall.ts'

const filter = (of: Partial<FilterRule>): FilterRule => ({
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
const nat = (of: Partial<NatRule>): NatRule => ({
  ...filter({}),
  chain: 'dstnat',
  action: 'dst-nat',
  to_addresses: null,
  to_ports: null,
  mark: null,
  forward: null,
  ...of,
})
const forward: PortForward = {
  protocol: 'tcp',
  outside: '8443',
  to_address: '192.168.88.10',
  to_ports: '443',
  in_interface: null,
  dst_address: null,
  from: null,
}
const wan = { in_interface: null, dst_address: null, list: 'WAN' }
const weighed = (of: Partial<PortForward> = {}): Weighed => {
  const one = { ...forward, ...of }
  return { forward: one, incoming: incomingOf(one, wan)!, outside: wan }
}

describe('ports', () => {
  test.each([
    ['443', undefined],
    ['1-65535', undefined],
    ['80,443,8000-8010', undefined],
    ['0', message('field.range', { min: 1, max: 65_535 })],
    ['65536', message('field.range', { min: 1, max: 65_535 })],
    ['9-8', message('firewall.port_range_order')],
    ['80,70-90', message('field.duplicate')],
    ['', message('firewall.ports_format')],
  ])('%s', (text, error) => expect(portsError(text)).toEqual(error))

  test.each([
    ['8443', '443', undefined],
    ['8000-8010', '9000-9010', undefined],
    ['80,443', '80,443', undefined],
    ['8000-8010', '9000', message('firewall.port_count', { ports: 11 })],
    ['80,443', '80-81', message('firewall.port_count', { ports: 2 })],
    ['80-81', '80,81', message('firewall.one_port_range')],
  ])('%s to %s', (outside, inside, error) => expect(toPortsError(outside, inside)).toEqual(error))
})

describe('sources', () => {
  test.each([
    ['203.0.113.7', undefined],
    ['203.0.113.0/24', undefined],
    ['203.0.113.1-203.0.113.9', undefined],
    ['203.0.113.9-203.0.113.1', message('firewall.range_order')],
    ['203.0.113.7/24', message('firewall.block_start', { block: '203.0.113.0/24' })],
    ['203.0.113.300', message('firewall.source_format')],
    ['203.0.113.0/33', message('firewall.source_format')],
  ])('%s', (text, error) => expect(sourceError(text)).toEqual(error))
})

describe('the WAN matcher', () => {
  const masquerade = nat({ chain: 'srcnat', action: 'masquerade' })
  test('is the interface list of the masquerade rule, else its interface, else the uplink', () => {
    expect(outsideOf([{ ...masquerade, more: { 'out-interface-list': 'WAN' } }], 'ether1')).toEqual(wan)
    expect(outsideOf([{ ...masquerade, out_interface: 'pppoe-out1' }], 'ether1')?.in_interface).toBe('pppoe-out1')
    expect(outsideOf([{ ...masquerade, out_interface: '!bridge' }], 'ether1')?.in_interface).toBe('ether1')
    expect(outsideOf([{ ...masquerade, out_interface: 'lte1', disabled: true }], undefined)).toBeUndefined()
  })
})

describe('the rule of a forward', () => {
  test('is written for the router, and parsing it yields the same forward', () => {
    const rule = ruleOf({ ...forward, from: '203.0.113.0/24' }, 'tcp', wan)
    expect(commandOf({ ...rule, comment: 'Front "door"' }, '*5')).toBe(
      '/ip firewall nat add chain=dstnat action=dst-nat protocol=tcp in-interface-list=WAN src-address=203.0.113.0/24 ' +
        'dst-port=8443 to-addresses=192.168.88.10 to-ports=443 comment="Front \\"door\\"" place-before=*5',
    )
    const read = nat({
      protocol: 'tcp',
      dst_port: '8443',
      to_addresses: '192.168.88.10',
      to_ports: '443',
      src_address: '203.0.113.0/24',
      more: { 'in-interface-list': 'WAN' },
    })
    expect(forwardOf(read)).toEqual({ ...forward, from: '203.0.113.0/24' })
  })

  test('does not parse if it has other matchers, several hosts, or accepts any interface', () => {
    const read = nat({ protocol: 'tcp', dst_port: '80', to_addresses: '10.0.0.2', in_interface: 'ether1' })
    expect(forwardOf(read)).not.toBeNull()
    for (const of of [
      { more: { time: '8h-17h,mon' } },
      { to_addresses: '10.0.0.2-10.0.0.9' },
      { to_addresses: '10.0.0.0/24' },
      { in_interface: null },
      { in_interface: '!bridge' },
      { src_address_list: 'friends' },
      { dst_port: '!80' },
      { protocol: null },
      { action: 'redirect' },
      { chain: 'mine' },
    ])
      expect(forwardOf({ ...read, ...of }), JSON.stringify(of)).toBeNull()
  })
})

describe('another rule', () => {
  const other = nat({ protocol: 'tcp', dst_port: '8000-9000', more: { 'in-interface-list': 'WAN' } })
  test('conflicts where ports, protocol, incoming interface and sources overlap', () => {
    expect(conflictOf(weighed(), [other])).toBe(other)
    for (const of of [
      { dst_port: '80' },
      { protocol: 'udp' },
      { disabled: true },
      { more: { 'in-interface-list': 'VPN' } },
      { src_address: '203.0.113.9' },
      { action: 'accept' },
    ])
      expect(conflictOf(weighed(), [{ ...other, ...of }]), JSON.stringify(of)).toBeUndefined()
    const some = { ...other, src_address: '203.0.113.0/24' }
    expect(conflictOf(weighed({ from: '203.0.113.9' }), [some])).toBe(some)
    expect(conflictOf(weighed({ from: '198.51.100.9' }), [some])).toBeUndefined()
  })

  test('comes after the forward if it would match all of its packets', () => {
    const redirect = nat({ action: 'redirect', protocol: 'tcp' })
    const narrow = nat({ id: '*2', src_address: '203.0.113.9', protocol: 'tcp', dst_port: '8443' })
    const all = nat({ id: '*3', in_interface: null })
    expect(placeOf(weighed(), [narrow, redirect, all])).toBe(redirect)
    expect(placeOf(weighed(), [narrow, all])).toBe(all)
    expect(placeOf(weighed({ from: '203.0.113.9' }), [narrow])).toBe(narrow)
    expect(placeOf(weighed(), [{ ...redirect, protocol: 'udp' }])).toBeUndefined()
    expect(placeOf(weighed(), [{ ...redirect, dynamic: true }])).toBeUndefined()
    expect(placeOf(weighed(), [{ ...redirect, chain: 'srcnat' }])).toBeUndefined()
  })
})

describe('the filter', () => {
  const drop = filter({ id: '*9', action: 'drop', more: { 'in-interface-list': '!LAN', 'connection-state': 'new' } })
  test('drops a forward if it drops new connections from the WAN without exempting dst-nat', () => {
    expect(blockedBy(weighed(), [drop])).toBe(drop)
    expect(blockedBy(weighed(), [{ ...drop, disabled: true }])).toBeUndefined()
    expect(blockedBy(weighed(), [{ ...drop, chain: 'input' }])).toBeUndefined()
    const sparing = { ...drop, more: { ...drop.more, 'connection-nat-state': '!dstnat' } }
    expect(blockedBy(weighed(), [sparing])).toBeUndefined()
    expect(blockedBy(weighed(), [{ ...drop, more: { 'connection-state': 'invalid' } }])).toBeUndefined()
  })

  test('passes it if an earlier rule accepts it, at its internal port', () => {
    const accept = filter({ protocol: 'tcp', dst_address: '192.168.88.10', dst_port: '443' })
    expect(blockedBy(weighed(), [accept, drop])).toBeUndefined()
    expect(blockedBy(weighed(), [{ ...accept, dst_port: '8443' }, drop])).toBe(drop)
    expect(blockedBy(weighed(), [filter({ more: { 'connection-nat-state': 'dstnat' } }), drop])).toBeUndefined()
    expect(blockedBy(weighed(), [filter({ more: { 'connection-state': 'established' } }), drop])).toBe(drop)
  })

  test('is not evaluated by rules with unknown matchers', () => {
    expect(blockedBy(weighed(), [filter({ action: 'drop', src_address_list: 'banned' })])).toBeUndefined()
    expect(blockedBy(weighed(), [filter({ action: 'drop', more: { 'layer7-protocol': 'x' } })])).toBeUndefined()
  })
})

test('a host is reachable if one of the router’s networks contains it', () => {
  expect(isReachable('192.168.88.10', ['192.168.88.1/24'])).toBe(true)
  expect(isReachable('192.168.89.10', ['192.168.88.1/24', '10.0.0.1/30'])).toBe(false)
  expect(isReachable('192.168.89.10', [])).toBe(true)
})
