import type { Reading } from '@trunkline/contract/resources/hardware-live'

/** A time in which a device did not answer. Milliseconds since 1970. */
export interface Outage {
  from: number
  /** The first reading that it answered again; null while it lasts. */
  to: number | null
}

type Point = Pick<Reading, 'at' | 'online'>

type Known<P extends Point> = P & { online: boolean }

/** The points in which somebody has tried to read the device. */
export const knownPoints = <P extends Point>(points: readonly P[]): Known<P>[] =>
  points.filter((point): point is Known<P> => point.online !== null)

/** The times without an answer, latest first. */
export function outagesOf(points: readonly Known<Point>[]): Outage[] {
  const found: Outage[] = []
  let from: number | undefined
  for (const { at, online } of points) {
    const time = Date.parse(at)
    if (!online) from ??= time
    else if (from !== undefined) {
      found.push({ from, to: time })
      from = undefined
    }
  }
  if (from !== undefined) found.push({ from, to: null })
  return found.toReversed()
}

/** The part of the readings that were answered, from 0 to 1; undefined where there are none. */
export const onlinePart = (points: readonly Known<Point>[]): number | undefined =>
  points.length === 0 ? undefined : points.filter(({ online }) => online).length / points.length

export interface Stretch {
  online: boolean
  /** Part of the whole line, from 0 to 1. */
  part: number
}

/** The readings as stretches of the same state, for a line of them. */
export function stretchesOf(points: readonly Known<Point>[]): Stretch[] {
  const found: Stretch[] = []
  for (const { online } of points) {
    const last = found.at(-1)
    if (last?.online === online) last.part += 1 / points.length
    else found.push({ online, part: 1 / points.length })
  }
  return found
}
