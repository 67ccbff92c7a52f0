import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { describe, expect, it } from 'vitest'
import { layFront, powerOf, shortRate, stateOf } from './front.ts'

const port = (position: number, of: Partial<EthernetPort> = {}): EthernetPort => ({
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
  ...of,
})
const ports = (count: number, from = 1, of: Partial<EthernetPort> = {}) =>
  Array.from({ length: count }, (_, index) => port(from + index, of))

describe('the front of a device', () => {
  it('has a router’s ports in one row, whatever order they are read in', () => {
    const [block, ...rest] = layFront(ports(5).reverse())
    expect(rest).toEqual([])
    expect(block?.rows).toBe(1)
    expect(block?.ports.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  })

  it('has a switch’s ports in blocks of two rows, and its cages behind them', () => {
    const blocks = layFront([...ports(4, 25, { kind: 'sfp-plus' }), ...ports(24)])
    expect(blocks.map(({ shape, rows, ports: of }) => [shape, rows, of.length])).toEqual([
      ['copper', 2, 12],
      ['copper', 2, 12],
      ['cage', 1, 4],
    ])
  })

  it('stands combo ports between copper and cages', () => {
    const blocks = layFront([...ports(1, 9, { kind: 'sfp' }), ...ports(1, 8, { kind: 'combo' }), ...ports(7)])
    expect(blocks.map(({ shape }) => shape)).toEqual(['copper', 'combo', 'cage'])
  })
})

describe('a port', () => {
  it('is disabled before all else, then at fault, then up or down', () => {
    expect(stateOf(port(1, { disabled: true, running: true }))).toBe('disabled')
    expect(stateOf(port(1, { status: 'auto-init-failed' }))).toBe('readingError')
    expect(stateOf(port(1, { running: true, status: 'link-ok' }))).toBe('up')
    expect(stateOf(port(1))).toBe('down')
  })

  it('says its rate in two or three signs', () => {
    expect([10, 100, 1000, 2500, 10_000, null].map(shortRate)).toEqual(['10M', '100M', '1G', '2.5G', '10G', ''])
  })

  it('gives power, waits for somebody to take it, or is at fault', () => {
    const poe = { out: 'auto-on', status: 'powered-on', volts: 48, milliamperes: 90, watts: 4.3 }
    expect(powerOf(port(1))).toBeUndefined()
    expect(powerOf(port(1, { poe }))).toBe('on')
    expect(powerOf(port(1, { poe: { ...poe, status: 'waiting-for-load' } }))).toBe('waits')
    expect(powerOf(port(1, { poe: { ...poe, status: 'short-circuit' } }))).toBe('readingError')
    expect(powerOf(port(1, { poe: { ...poe, out: 'off', status: null } }))).toBe('off')
  })
})
