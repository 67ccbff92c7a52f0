import { describe, expect, it } from 'vitest'
import { daysOf, dayTerm } from './filter-words.ts'

describe('a range of days', () => {
  it('holds both days whole, in the reader’s zone', () => {
    expect(dayTerm('created_at', 'time', { from: '2026-02-01', to: '2026-02-01' }, 'Europe/Berlin')).toEqual({
      field: 'created_at',
      operator: 'between',
      values: ['2026-01-31T23:00:00.000Z', '2026-02-01T22:59:59.999Z'],
    })
  })

  it('follows summer time: the day of the change has 23 hours', () => {
    const { values } = dayTerm('created_at', 'time', { from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')
    expect(Date.parse(values[1] as string) - Date.parse(values[0] as string) + 1).toBe(23 * 3_600_000)
  })

  it('may be open at either end', () => {
    expect(dayTerm('created_at', 'time', { from: '2026-02-01', to: '' }, 'UTC')).toMatchObject({
      operator: '>=',
      values: ['2026-02-01T00:00:00.000Z'],
    })
    expect(dayTerm('created_at', 'time', { from: '', to: '2026-02-01' }, 'UTC')).toMatchObject({
      operator: '<=',
      values: ['2026-02-01T23:59:59.999Z'],
    })
  })

  it('comes back into the inputs as it was given, in every zone', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'])
      expect(
        daysOf(dayTerm('created_at', 'time', { from: '2026-10-25', to: '2026-10-31' }, zone), 'time', zone),
      ).toEqual({ from: '2026-10-25', to: '2026-10-31' })
  })
})
