import { describe, expect, it } from 'vitest'
import { readList, writeList } from './address-list.ts'
import { fromLeaseTime, toLeaseTime } from './lease-time.ts'
import { bitsText, orderInterfaces, trafficPoint } from './traffic-values.ts'

describe('a rate that was measured', () => {
  it('has its unit and three digits', () => {
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

describe('interfaces to choose from', () => {
  it('begin with what runs and is physical', () => {
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

  it('are two lines each in the plot', () => {
    const point = trafficPoint('2026-03-01T12:00:00Z', [
      { name: 'ether1', rx_bps: 10, tx_bps: 20, rx_pps: 1, tx_pps: 2 },
    ])
    expect(point.values).toEqual({ 'ether1 rx': 10, 'ether1 tx': 20 })
  })
})

describe('what is typed', () => {
  it('is addresses between commas, semicolons or spaces', () => {
    expect(readList(' 9.9.9.9, 149.112.112.112;1.1.1.1\n8.8.8.8 ')).toEqual([
      '9.9.9.9',
      '149.112.112.112',
      '1.1.1.1',
      '8.8.8.8',
    ])
    expect(readList('')).toEqual([])
    expect(writeList(['9.9.9.9', '1.1.1.1'])).toBe('9.9.9.9, 1.1.1.1')
  })

  it('is a lease’s time in the longest unit that says it whole', () => {
    expect(toLeaseTime(600)).toEqual({ count: 10, unit: 'minutes' })
    expect(toLeaseTime(172_800)).toEqual({ count: 2, unit: 'days' })
    expect(toLeaseTime(90)).toEqual({ count: 90, unit: 'seconds' })
    expect(toLeaseTime(null)).toEqual({ count: null, unit: 'hours' })
    expect(fromLeaseTime({ count: 1.5, unit: 'hours' })).toBe(5400)
    expect(fromLeaseTime({ count: null, unit: 'days' })).toBeNull()
  })
})
