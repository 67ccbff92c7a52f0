import { expect, test } from 'vitest'
import { logTime } from './activity.ts'

const now = '2026-01-02T10:00:00'

test('the time of a log entry has the date of today and the year where the device omits them', () => {
  expect(logTime('2026-01-01 23:59:59', now)).toBe('2026-01-01T23:59:59')
  expect(logTime('jan/01/2026 23:59:59', now)).toBe('2026-01-01T23:59:59')
  expect(logTime('09:30:00', now)).toBe('2026-01-02T09:30:00')
  expect(logTime('jan/01 09:30:00', now)).toBe('2026-01-01T09:30:00')
  expect(logTime('dec/31 09:30:00', now)).toBe('2025-12-31T09:30:00')
})

test('anything else is no time', () => {
  for (const text of [undefined, '', 'now', '25:00', 'jan/99 10:00:00']) expect(logTime(text, now)).toBeNull()
})
