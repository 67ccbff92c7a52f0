import { describe, expect, it } from 'vitest'
import { addPoint, drawRing, emptyRing } from './ring.ts'

const at = (second: number) => Date.parse('2026-03-01T12:00:00Z') + second * 1000

describe('what a live plot keeps', () => {
  it('is the last span and no more', () => {
    let ring = emptyRing(10_000)
    for (const second of [0, 3, 6, 9, 12, 15]) ring = addPoint(ring, { at: at(second), values: { rx: second } })
    expect(ring.points.map((point) => point.values['rx'])).toEqual([6, 9, 12, 15])
  })

  it('counts a reading that comes twice once, and none that is older than the last', () => {
    let ring = addPoint(emptyRing(10_000), { at: at(3), values: { rx: 1 } })
    ring = addPoint(ring, { at: at(3), values: { rx: 2 } })
    ring = addPoint(ring, { at: at(1), values: { rx: 3 } })
    expect(ring.points).toHaveLength(1)
  })

  it('leaves a gap where nothing was read', () => {
    let ring = emptyRing(60_000)
    for (const second of [0, 3, 30]) ring = addPoint(ring, { at: at(second), values: { rx: second } })
    const drawn = drawRing(ring, ['rx', 'tx'], 10_000)
    expect(drawn.lines['rx']).toEqual([0, 3, null, 30])
    expect(drawn.lines['tx']).toEqual([null, null, null, null])
    expect(new Set(drawn.times).size).toBe(4)
  })
})
