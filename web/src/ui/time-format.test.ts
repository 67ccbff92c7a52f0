import { describe, expect, it } from 'vitest'
import { formatDay, formatRelative, formatTime, instantOf, startOfDay } from './time-format.ts'

describe('times', () => {
  it('are shown in the zone of the reader', () => {
    expect(formatTime('2026-07-01T22:30:00.000Z', 'en-GB', 'Europe/Berlin')).toContain('2 Jul 2026')
    expect(formatTime('2026-07-01T22:30:00.000Z', 'de', 'UTC')).toContain('22:30')
  })

  it('leave a bare day where it is, in every zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles'])
      expect(formatDay('2026-02-04', 'en-GB', zone)).toBe('4 Feb 2026')
  })

  it('begin the day where the clock does, also where midnight is skipped', () => {
    expect(startOfDay('2026-02-01', 'Asia/Kathmandu')).toBe('2026-01-31T18:15:00.000Z')
    // Summer time began at midnight: 00:00 to 01:00 did not exist.
    expect(new Date(startOfDay('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })

  it('are read from a clock in the zone of the reader', () => {
    expect(instantOf('2026-07-01T14:05', 'Europe/Berlin')).toBe('2026-07-01T12:05:00.000Z')
    expect(instantOf('2026-01-01T00:30', 'Asia/Kathmandu')).toBe('2025-12-31T18:45:00.000Z')
  })

  it('are told by distance', () => {
    const now = Date.parse('2026-02-04T12:00:00Z')
    expect([-30, -180, -7200, -200_000].map((seconds) => formatRelative(now + seconds * 1000, now, 'en'))).toEqual([
      'now',
      '3 minutes ago',
      '2 hours ago',
      '2 days ago',
    ])
    expect(formatRelative(now + 3 * 86_400_000, now, 'en')).toBe('in 3 days')
  })
})
