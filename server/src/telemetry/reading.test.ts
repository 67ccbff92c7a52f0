import { metricNames, metrics, metricUnits, subjectKinds } from '@trunkline/contract/telemetry'
import { expect, test } from 'vitest'
import { storableValues } from './reading.ts'

const at = new Date('2026-03-01T12:00:00Z')

test('every kind of subject has metrics, and every metric a known unit', () => {
  for (const kind of subjectKinds)
    expect(metricNames.some((metric) => (metrics[metric].kinds as readonly string[]).includes(kind))).toBe(true)
  for (const metric of metricNames) expect(metricUnits).toContain(metrics[metric].unit)
})

test('values of other kinds are dropped, a value that is not finite is missing, and the last one of a series counts', () => {
  expect(
    storableValues({
      subject: { kind: 'device', id: 1 },
      at,
      values: [
        { metric: 'cpu_load', part: 'ignored', value: 4 },
        { metric: 'cpu_load', part: '', value: 5 },
        { metric: 'used', part: '', value: 5 },
        { metric: 'port_rx', part: 'ether1', value: Number.NaN },
        { metric: 'port_rx', part: 'e'.repeat(200), value: 1 },
      ],
    }),
  ).toEqual([
    { metric: 'cpu_load', part: '', value: 5 },
    { metric: 'port_rx', part: 'ether1', value: null },
    { metric: 'port_rx', part: 'e'.repeat(100), value: 1 },
  ])
})
