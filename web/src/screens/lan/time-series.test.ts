import { describe, expect, it } from 'vitest'
import { addPoint, emptySeries, plotData } from './time-series.ts'

const at = (second: number) => Date.parse('2026-03-01T12:00:00Z') + second * 1000

describe('a live time series', () => {
  it('keeps its span', () => {
    let series = emptySeries(10_000)
    for (const second of [0, 3, 6, 9, 12, 15]) series = addPoint(series, { at: at(second), values: { rx: second } })
    expect(series.points.map((point) => point.values['rx'])).toEqual([6, 9, 12, 15])
  })

  it('ignores points that are not newer than the last', () => {
    let series = addPoint(emptySeries(10_000), { at: at(3), values: { rx: 1 } })
    series = addPoint(series, { at: at(3), values: { rx: 2 } })
    series = addPoint(series, { at: at(1), values: { rx: 3 } })
    expect(series.points).toHaveLength(1)
  })

  it('interrupts lines at a gap', () => {
    let series = emptySeries(60_000)
    for (const second of [0, 3, 30]) series = addPoint(series, { at: at(second), values: { rx: second } })
    const plot = plotData(series, ['rx', 'tx'], 10_000)
    expect(plot.lines['rx']).toEqual([0, 3, null, 30])
    expect(plot.lines['tx']).toEqual([null, null, null, null])
    expect(new Set(plot.times).size).toBe(4)
  })
})
