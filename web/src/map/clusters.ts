import {
  boundsOf,
  project,
  toScreen,
  unproject,
  worldPixels,
  type Bounds,
  type Degrees,
  type Size,
  type View,
} from './projection.ts'

/** Points closer than this are one cluster, so that each can be touched. Pixels. */
export const apart = 44

/**
 * The query for a view: its bounds with a margin of half its size, and the size of the cells in which points are
 * counted. Both change in steps, so that panning rarely sends a request and clusters stay in place.
 */
export function areaOf(view: View, size: Size): Bounds & { cell: number } {
  const cell = 360 / 2 ** Math.floor(Math.log2(worldPixels(view.zoom) / apart))
  const wide: Size = { width: size.width * 1.5, height: size.height * 1.5 }
  const { west, south, east, north } = boundsOf(view, wide)
  // Four cells per step: a little panning sends no request.
  const step = Math.min(cell * 4, 90)
  const out = (value: number, round: (of: number) => number, max: number) =>
    Math.min(max, Math.max(-max, round(value / step) * step))
  return {
    cell: Math.min(cell, 90),
    west: out(west, Math.floor, 180),
    south: out(south, Math.floor, 90),
    east: out(east, Math.ceil, 180),
    north: out(north, Math.ceil, 90),
  }
}

/** Points with a count; `members` are the points of a cluster. */
export interface Cluster<P> extends Degrees {
  members: P[]
}

/**
 * Joins points that would overlap on the screen, the largest first: each absorbs those within reach, and moves to their
 * weighted centre.
 */
export function joined<P extends Degrees & { count: number }>(
  points: readonly P[],
  view: View,
  size: Size,
): Cluster<P>[] {
  const open = points
    .map((point) => ({ point, world: project(point) }))
    .sort((one, other) => other.point.count - one.point.count)
  const radius = apart / worldPixels(view.zoom)
  const used = new Set<number>()
  const clusters: Cluster<P>[] = []
  for (const [at, { world, point }] of open.entries()) {
    if (used.has(at)) continue
    const members = [point]
    let { x, y } = { x: world.x * point.count, y: world.y * point.count }
    let weight = point.count
    for (let next = at + 1; next < open.length; next++) {
      const other = open[next]
      if (!other || used.has(next) || Math.hypot(other.world.x - world.x, other.world.y - world.y) >= radius) continue
      used.add(next)
      members.push(other.point)
      x += other.world.x * other.point.count
      y += other.world.y * other.point.count
      weight += other.point.count
    }
    const middle = unproject({ x: x / weight, y: y / weight })
    clusters.push({
      ...(members.length === 1 ? { latitude: point.latitude, longitude: point.longitude } : middle),
      members,
    })
  }
  // Points outside the view are not drawn.
  return clusters.filter((cluster) => {
    const { left, top } = toScreen(project(cluster), view, size)
    return left > -apart && top > -apart && left < size.width + apart && top < size.height + apart
  })
}
