import { describe, expect, it } from 'vitest'
import { formatList, parseList } from './list-text.ts'
import { toSeconds, toTimeSpan } from './time-units.ts'
import { bitsText, orderInterfaces, trafficValues } from './traffic-values.ts'

describe('a measured rate', () => {
  it('has a unit and three digits', () => {
    expect([0, 999, 1234, 45_678, 987_654_321, 2_500_000_000].map((bps) => bitsText(bps, 'en'))).toEqual([
      '0 bit/s',
      '999 bit/s',
      '1 kbit/s',
      '46 kbit/s',
      '988 Mbit/s',
      '2.5 Gbit/s',
    ])
  })
})

describe('interfaces', () => {
  it('are ordered: running first, physical before virtual', () => {
    const of = (name: string, type: string, running = true) => ({ name, type, running })
    const names = orderInterfaces([
      of('lo', 'loopback'),
      of('bridge', 'bridge'),
      of('ether10', 'ether'),
      of('ether1', 'ether', false),
      of('ether2', 'ether'),
      of('lte1', 'lte'),
    ]).map(({ name }) => name)
    expect(names).toEqual(['ether2', 'ether10', 'lte1', 'bridge', 'ether1'])
  })

  it('have two lines each in the plot', () => {
    expect(trafficValues([{ name: 'ether1', rx_bps: 10, tx_bps: 20, rx_pps: 1, tx_pps: 2 }])).toEqual({
      'ether1 rx': 10,
      'ether1 tx': 20,
    })
  })
})

describe('text input', () => {
  it('is split at commas, semicolons and spaces', () => {
    expect(parseList(' 9.9.9.9, 149.112.112.112;1.1.1.1\n8.8.8.8 ')).toEqual([
      '9.9.9.9',
      '149.112.112.112',
      '1.1.1.1',
      '8.8.8.8',
    ])
    expect(parseList('')).toEqual([])
    expect(formatList(['9.9.9.9', '1.1.1.1'])).toBe('9.9.9.9, 1.1.1.1')
  })

  it('shows a duration in the longest unit that gives a whole number', () => {
    expect(toTimeSpan(600)).toEqual({ count: 10, unit: 'minutes' })
    expect(toTimeSpan(172_800)).toEqual({ count: 2, unit: 'days' })
    expect(toTimeSpan(90)).toEqual({ count: 90, unit: 'seconds' })
    expect(toTimeSpan(null)).toEqual({ count: null, unit: 'hours' })
    expect(toSeconds({ count: 1.5, unit: 'hours' })).toBe(5400)
    expect(toSeconds({ count: null, unit: 'days' })).toBeNull()
  })
})
