import { expect, test } from 'vitest'
import { axisLabels } from './axis-labels.ts'

const every = (start: string, ms: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(start) + index * ms).toISOString())

test('an axis within a day names the day once and the clock at each label', () => {
  expect(axisLabels(every('2026-11-22T20:00:00Z', 2 * 3_600_000, 4), 'en-GB', 'UTC')).toEqual([
    '20:00\n22 Nov',
    '22:00',
    '00:00\n23 Nov',
    '02:00',
  ])
})

test('an axis of minutes shows seconds only where the labels are less than a minute apart', () => {
  expect(axisLabels(every('2026-11-22T20:00:00Z', 15_000, 2), 'en-GB', 'UTC')).toEqual(['20:00:00\n22 Nov', '20:00:15'])
  expect(axisLabels(every('2026-11-22T20:00:00Z', 60_000, 2), 'en-GB', 'UTC')).toEqual(['20:00\n22 Nov', '20:01'])
})

test('an axis of days names the days alone, also across a change of the clock', () => {
  const days = ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z']
  expect(axisLabels(days, 'en-GB', 'Europe/Berlin')).toEqual(['29 Mar', '30 Mar', '31 Mar'])
})

test('a single label and none are labelled as well', () => {
  expect(axisLabels(['2026-11-22T20:00:00Z'], 'en-GB', 'UTC')).toEqual(['20:00\n22 Nov'])
  expect(axisLabels([], 'en-GB', 'UTC')).toEqual([])
})
