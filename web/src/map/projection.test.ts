import { describe, expect, it } from 'vitest'
import {
  boundsOf,
  fromScreen,
  graticuleStep,
  maxZoom,
  panned,
  project,
  toScreen,
  unproject,
  viewOf,
  worldPixels,
  zoomedAt,
} from './projection.ts'

const size = { width: 800, height: 400 }

describe('the projection', () => {
  it('puts the null island into the middle and the corners into the corners', () => {
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
    const corner = project({ latitude: 90, longitude: -180 })
    expect(corner.x).toBe(0)
    expect(corner.y).toBeCloseTo(0, 8)
  })

  it.each([
    [51.4779, -0.0015],
    [-33.8688, 151.2093],
    [78.2232, 15.6267],
    [-54.8019, -68.303],
  ])('comes back from %d, %d to where it went', (latitude, longitude) => {
    const back = unproject(project({ latitude, longitude }))
    expect(back.latitude).toBeCloseTo(latitude, 9)
    expect(back.longitude).toBeCloseTo(longitude, 9)
  })

  it('agrees with EPSG:3857 on Berlin', () => {
    // 52.52 N 13.405 E is 1 492 237.8 m east and 6 894 701.3 m north there; half the world is 20 037 508.34 m.
    const { x, y } = project({ latitude: 52.52, longitude: 13.405 })
    expect((x - 0.5) * 2 * 20_037_508.34).toBeCloseTo(1_492_237.8, -1)
    expect((0.5 - y) * 2 * 20_037_508.34).toBeCloseTo(6_894_701.3, -2)
  })
})

describe('a view', () => {
  const view = { x: 0.53, y: 0.33, zoom: 5 }

  it('finds the place under a point of the screen', () => {
    const point = fromScreen({ left: 120, top: 340 }, view, size)
    const shown = toScreen(point, view, size)
    expect(shown.left).toBeCloseTo(120, 6)
    expect(shown.top).toBeCloseTo(340, 6)
  })

  it('keeps what lies under the pointer when it is zoomed', () => {
    const at = { left: 700, top: 30 }
    const before = fromScreen(at, view, size)
    const after = fromScreen(at, zoomedAt(view, size, at, 2.5), size)
    expect(after.x).toBeCloseTo(before.x, 12)
    expect(after.y).toBeCloseTo(before.y, 12)
    expect(zoomedAt(view, size, at, 99).zoom).toBe(maxZoom)
  })

  it('is moved by pixels and never leaves the world', () => {
    expect(panned(view, 256, 0).x).toBeCloseTo(view.x + 256 / worldPixels(5), 12)
    expect(panned(view, -1e9, 1e9)).toMatchObject({ x: 0, y: 1 })
  })

  it('tells its bounds in degrees, never beyond the poles or the date line', () => {
    expect(boundsOf({ x: 0.5, y: 0.5, zoom: 0 }, { width: 4000, height: 4000 })).toMatchObject({
      west: -180,
      east: 180,
    })
    const bounds = boundsOf(view, size)
    expect(bounds.west).toBeLessThan(bounds.east)
    expect(bounds.south).toBeLessThan(bounds.north)
  })

  it('takes in every place that it is made for', () => {
    const places = [
      { latitude: 52.52, longitude: 13.4 },
      { latitude: 48.14, longitude: 11.58 },
      { latitude: 40.42, longitude: -3.7 },
    ]
    const fitting = viewOf(places, size)
    for (const place of places) {
      const { left, top } = toScreen(project(place), fitting, size)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(size.width)
      expect(top).toBeGreaterThan(0)
      expect(top).toBeLessThan(size.height)
    }
    expect(viewOf(places.slice(0, 1), size).zoom).toBe(6.5)
    expect(viewOf([], size).zoom).toBeGreaterThan(0)
  })

  it('has the lines of its graticule apart from each other at every zoom', () => {
    for (let zoom = 1; zoom <= maxZoom; zoom++)
      expect((graticuleStep(zoom) / 360) * worldPixels(zoom)).toBeGreaterThan(40)
  })
})
