import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { describe, expect, it } from 'vitest'
import { portBlocks, powerOf, shortRate, stateOf } from './ports.ts'

const port = (position: number, values: Partial<EthernetPort> = {}): EthernetPort => ({
  id: `*${position.toString(16).toUpperCase()}`,
  name: `ether${position}`,
  default_name: `ether${position}`,
  position,
  kind: 'ethernet',
  mac: null,
  running: false,
  disabled: false,
  comment: null,
  status: 'no-link',
  rate_mbps: null,
  full_duplex: null,
  auto_negotiation: null,
  bridge: null,
  pvid: null,
  poe: null,
  sfp: null,
  ...values,
})
const ports = (count: number, from = 1, values: Partial<EthernetPort> = {}) =>
  Array.from({ length: count }, (_, index) => port(from + index, values))

describe('the front panel of a device', () => {
  it('has the ports of a router in one row, in order of their numbers', () => {
    const [block, ...rest] = portBlocks(ports(5).reverse())
    expect(rest).toEqual([])
    expect(block?.rows).toBe(1)
    expect(block?.ports.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  })

  it('has the ports of a switch in blocks of two rows, then its cages', () => {
    const blocks = portBlocks([...ports(4, 25, { kind: 'sfp-plus' }), ...ports(24)])
    expect(blocks.map(({ shape, rows, ports: group }) => [shape, rows, group.length])).toEqual([
      ['copper', 2, 12],
      ['copper', 2, 12],
      ['cage', 1, 4],
    ])
  })

  it('has combo ports between copper and cages', () => {
    const blocks = portBlocks([...ports(1, 9, { kind: 'sfp' }), ...ports(1, 8, { kind: 'combo' }), ...ports(7)])
    expect(blocks.map(({ shape }) => shape)).toEqual(['copper', 'combo', 'cage'])
  })
})

describe('a port', () => {
  it('is disabled, in error, up or down, in this precedence', () => {
    expect(stateOf(port(1, { disabled: true, running: true }))).toBe('disabled')
    expect(stateOf(port(1, { status: 'auto-init-failed' }))).toBe('error')
    expect(stateOf(port(1, { running: true, status: 'link-ok' }))).toBe('up')
    expect(stateOf(port(1))).toBe('down')
  })

  it('has a short rate', () => {
    expect([10, 100, 1000, 2500, 10_000, null].map(shortRate)).toEqual(['10M', '100M', '1G', '2.5G', '10G', ''])
  })

  it('has a PoE state', () => {
    const poe = { out: 'auto-on', status: 'powered-on', volts: 48, milliamperes: 90, watts: 4.3 }
    expect(powerOf(port(1))).toBeUndefined()
    expect(powerOf(port(1, { poe }))).toBe('on')
    expect(powerOf(port(1, { poe: { ...poe, status: 'waiting-for-load' } }))).toBe('ready')
    expect(powerOf(port(1, { poe: { ...poe, status: 'short-circuit' } }))).toBe('error')
    expect(powerOf(port(1, { poe: { ...poe, out: 'off', status: null } }))).toBe('off')
  })
})
