import { describe, expect, it } from 'vitest'
import { partsOf, placeOn, scales, signalKeys } from './signal.ts'

describe('the scale of a signal', () => {
  it('has four parts that make a whole, each bound at the edge of its part', () => {
    for (const key of signalKeys) {
      const scale = scales[key]
      const parts = partsOf(scale)
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100)
      expect(parts.every(({ share }) => share > 0)).toBe(true)
      expect(placeOn(scale, scale.bounds[0])).toBeCloseTo(parts[0]?.share ?? 0)
    }
  })

  it('keeps what lies beyond its ends at them', () => {
    expect(placeOn(scales.rsrp, -140)).toBe(0)
    expect(placeOn(scales.rsrp, -20)).toBe(100)
    expect(placeOn(scales.rsrp, -95)).toBe(50)
  })
})
