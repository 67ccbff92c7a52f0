import { describe, expect, it } from 'vitest'
import { apart, areaOf, joined } from './clusters.ts'
import { boundsOf, panned, project, toScreen, viewOf, type View } from './projection.ts'

const size = { width: 800, height: 400 }
const at = (zoom: number): View => ({ ...project({ latitude: 50, longitude: 10 }), zoom })

describe('what is asked for a view', () => {
  it('covers it, with something around', () => {
    for (const zoom of [0, 2.3, 7, 12, 16]) {
      const requested = areaOf(at(zoom), size)
      const shown = boundsOf(at(zoom), size)
      expect(requested.west).toBeLessThanOrEqual(shown.west)
      expect(requested.east).toBeGreaterThanOrEqual(shown.east)
      expect(requested.south).toBeLessThanOrEqual(shown.south)
      expect(requested.north).toBeGreaterThanOrEqual(shown.north)
      expect(requested.cell).toBeGreaterThan(0)
      expect(requested.cell).toBeLessThanOrEqual(90)
    }
  })

  it('stays the same while a few pixels are panned, and so do the cells while zoom hardly changes', () => {
    const steps = [0, 2, 4, 6].map((left) => JSON.stringify(areaOf(panned(at(6), left, 0), size)))
    expect(new Set(steps).size).toBeLessThanOrEqual(2)
    expect(areaOf(at(6.1), size).cell).toBe(areaOf(at(6), size).cell)
  })

  it('never makes more cells than the server answers places', () => {
    for (let zoom = 0; zoom <= 16; zoom += 0.5) {
      const { west, east, south, north, cell } = areaOf(at(zoom), { width: 1600, height: 800 })
      expect(((east - west) / cell) * ((north - south) / cell)).toBeLessThan(2000)
    }
  })
})

describe('points on each other', () => {
  const point = (latitude: number, longitude: number, count = 1) => ({ latitude, longitude, count })

  it('become one that counts them all, in their middle by weight', () => {
    const [one, ...rest] = joined([point(50, 10, 3), point(50, 10.1, 1)], at(5), size)
    expect(rest).toEqual([])
    expect(one?.members).toHaveLength(2)
    expect(one?.longitude).toBeCloseTo(10.025, 6)
  })

  it('come apart when they are zoomed at', () => {
    const points = [point(50, 10), point(50, 10.1)]
    expect(joined(points, at(5), size)).toHaveLength(1)
    expect(joined(points, at(11), size)).toHaveLength(2)
  })

  it('leave no two clusters of single points within reach of the first of them, and lose none', () => {
    const points = Array.from({ length: 300 }, (_, n) =>
      point(48 + ((n * 7919) % 400) / 100, 8 + ((n * 104729) % 400) / 100),
    )
    const view = viewOf(points, size)
    const clusters = joined(points, view, size)
    expect(clusters.flatMap(({ members }) => members)).toHaveLength(points.length)
    const heads = clusters.map(({ members }) => toScreen(project(members[0]!), view, size))
    for (const [n, one] of heads.entries())
      for (const other of heads.slice(n + 1))
        expect(Math.hypot(one.left - other.left, one.top - other.top)).toBeGreaterThanOrEqual(apart)
  })

  it('that are out of view are not drawn', () => {
    expect(joined([point(-40, 170)], at(8), size)).toEqual([])
  })
})
