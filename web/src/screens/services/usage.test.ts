import { describe, expect, it } from 'vitest'
import { averageRate, rateBetween } from './session-rate.ts'
import { nextPeriod, quotaShare, rangeOf } from './quota-period.ts'

const counters = (at: string, seconds: number, upload_bytes: number, download_bytes: number) => ({
  updated_at: `2026-11-21T${at}.000Z`,
  seconds,
  upload_bytes,
  download_bytes,
})

describe('the rate of a session', () => {
  it('is the volume between two reports', () => {
    const before = counters('10:00:00', 60, 1000, 5000)
    expect(rateBetween(before, counters('10:01:00', 120, 751_000, 7_505_000))).toEqual({ download: 1000, upload: 100 })
  })

  it('is unknown without a later report, or where counters were reset', () => {
    const before = counters('10:00:00', 60, 1000, 5000)
    expect(rateBetween(before, before)).toBeUndefined()
    expect(rateBetween(before, counters('10:01:00', 120, 500, 6000))).toBeUndefined()
  })

  it('is on average the volume since the start', () => {
    expect(averageRate(counters('10:00:00', 8, 1000, 10_000))).toEqual({ download: 10, upload: 1 })
    expect(averageRate(counters('10:00:00', 0, 0, 0))).toBeUndefined()
  })
})

describe('the quota', () => {
  it('is reset on the next day, Monday, or first of the month', () => {
    expect(nextPeriod({ period: 'day', since: '2026-12-31' })).toBe('2027-01-01')
    expect(nextPeriod({ period: 'week', since: '2026-11-16' })).toBe('2026-11-23')
    expect(nextPeriod({ period: 'month', since: '2026-12-01' })).toBe('2027-01-01')
  })

  it('has a used share, which may exceed 100 percent', () => {
    const quota = { period: 'month', since: '2026-11-01' } as const
    expect(quotaShare({ ...quota, used_bytes: 30, quota_bytes: 20 })).toBe(150)
    expect(quotaShare({ ...quota, used_bytes: 30, quota_bytes: null })).toBeUndefined()
  })
})

describe('a range of days', () => {
  it('ends today and includes both ends', () => {
    expect(rangeOf(31, '2026-11-21')).toEqual({ from: '2026-10-22', until: '2026-11-21' })
  })
})
