import { describe, expect, it } from 'vitest'
import { flatRing } from './outline.ts'

describe('a ring of the outline', () => {
  it('stays as it is where it crosses nothing', () => {
    const ring = [
      [10, 50],
      [12, 50],
      [12, 52],
      [10, 50],
    ]
    expect(flatRing(ring)).toEqual(ring)
  })

  it('goes on past the date line instead of back around the world', () => {
    expect(
      flatRing([
        [170, 60],
        [180, 62],
        [-175, 64],
        [179, 66],
        [170, 60],
      ]).map(([longitude]) => longitude),
    ).toEqual([170, 180, 185, 179, 170])
  })

  it('goes round by the pole where it encloses it', () => {
    const flat = flatRing([
      [-170, -70],
      [-60, -65],
      [60, -68],
      [170, -71],
      [-170, -70],
    ])
    expect(flat.slice(-2)).toEqual([
      [190, -90],
      [-170, -90],
    ])
  })
})
