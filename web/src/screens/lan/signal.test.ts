import { describe, expect, it } from 'vitest'
import { scaleSegments, scalePosition, scales, signalKeys } from './signal.ts'

describe('the scale of a signal', () => {
  it('has four segments that add up to 100, with bounds at their edges', () => {
    for (const key of signalKeys) {
      const scale = scales[key]
      const segments = scaleSegments(scale)
      expect(segments.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100)
      expect(segments.every(({ share }) => share > 0)).toBe(true)
      expect(scalePosition(scale, scale.bounds[0])).toBeCloseTo(segments[0]?.share ?? 0)
    }
  })

  it('has values beyond its ends at these', () => {
    expect(scalePosition(scales.rsrp, -140)).toBe(0)
    expect(scalePosition(scales.rsrp, -20)).toBe(100)
    expect(scalePosition(scales.rsrp, -95)).toBe(50)
  })
})
