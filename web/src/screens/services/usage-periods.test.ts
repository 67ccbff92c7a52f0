import { describe, expect, it } from 'vitest'
import { byWeek, daysOf } from './usage-periods.ts'

const use = (day: string, download_bytes: number) => ({ day, download_bytes, upload_bytes: 1 })

describe('the usage by week', () => {
  it('sums days from Monday to Sunday', () => {
    // 2026-02-01 is a Sunday.
    expect(byWeek([use('2026-01-31', 10), use('2026-02-01', 20), use('2026-02-02', 40)])).toEqual([
      { day: '2026-01-26', download_bytes: 30, upload_bytes: 2 },
      { day: '2026-02-02', download_bytes: 40, upload_bytes: 1 },
    ])
  })
  it('queries whole weeks, within the limit of the call', () => {
    const { from, until } = daysOf('week', '2026-02-04')
    expect(new Date(from).getUTCDay()).toBe(1)
    expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBeLessThan(400)
    expect(byWeek([use(from, 1)])[0]?.day).toBe(from)
  })
  it('queries 31 days, also for months', () => {
    for (const period of ['day', 'month'] as const)
      expect(daysOf(period, '2026-01-31')).toEqual({ from: '2026-01-01', until: '2026-01-31' })
  })
})
