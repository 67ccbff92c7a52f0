import { expect, test } from 'vitest'
import { isCurrent, periodOf, pointsOf, searchOfNeighbour, searchOfSelection, searchOfSpan } from './period.ts'

const now = Date.parse('2026-03-10T12:00:30Z')
const iso = (time: number) => new Date(time).toISOString()

test('the period is the day that ends now, or that of the URL', () => {
  const day = periodOf({}, now)
  expect([day.span, iso(day.from), iso(day.to)]).toEqual([
    'day',
    '2026-03-09T12:01:00.000Z',
    '2026-03-10T12:01:00.000Z',
  ])
  expect(periodOf({ period: 'year', compare: 'week' }, now)).toMatchObject({ span: 'year', compare: true })
  const ends = periodOf({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' }, now)
  expect([ends.span, iso(ends.from), iso(ends.to)]).toEqual([
    undefined,
    '2026-03-01T00:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
  ])
})

test.each([
  { from: 'yesterday', to: 'today' },
  { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' },
  { from: '2026-03-02T00:00:00Z', to: '2026-03-02T00:00:01Z' },
  { from: '1999-03-02T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  { period: 'century' },
])('an invalid period %j is the day that ends now', (search) => {
  expect(periodOf(search, now).span).toBe('day')
})

test('the periods before and after have the same length, and none ends in the future', () => {
  const week = periodOf({ period: 'week' }, now)
  const before = periodOf(searchOfNeighbour(week, -1, now), now)
  expect([iso(before.from), iso(before.to)]).toEqual(['2026-02-24T12:01:00.000Z', iso(week.from)])
  expect(isCurrent(before, now)).toBe(false)
  expect(isCurrent(week, now)).toBe(true)
  expect(searchOfNeighbour(before, 1, now)).toEqual(searchOfSpan('week'))
})

test('a short selection is widened to what the server accepts', () => {
  const selected = periodOf(searchOfSelection(now, now + 60_000), now)
  expect(selected.to - selected.from).toBe(600_000)
})

test('points are five minutes in a day, fifteen in a week, an hour in a month, a day in a year, and two for each pixel at most', () => {
  const seconds = (period: string, width = 1200) => {
    const of = periodOf({ period }, now)
    return (of.to - of.from) / 1000 / pointsOf(of, width)
  }
  expect([seconds('day'), seconds('week'), seconds('month'), seconds('year')]).toEqual([300, 900, 3600, 86_400])
  expect(pointsOf(periodOf({ period: 'month' }, now), 300)).toBe(600)
})
