import type { Reading } from '@trunkline/contract/resources/hardware-live'

/** A period without responses from a device. Milliseconds since 1970. */
export interface Outage {
  from: number
  /** The first reading that succeeded again; null: the outage is ongoing. */
  to: number | null
}

type OnlinePoint = Pick<Reading, 'at' | 'online'>

type KnownPoint<P extends OnlinePoint> = P & { online: boolean }

/** The points at which the panel tried to read the device. */
export const knownPoints = <P extends OnlinePoint>(points: readonly P[]): KnownPoint<P>[] =>
  points.filter((point): point is KnownPoint<P> => point.online !== null)

/** Outages, latest first. */
export function outagesOf(points: readonly KnownPoint<OnlinePoint>[]): Outage[] {
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

/** The share of successful readings, 0 to 1; undefined without readings. */
export const onlineShare = (points: readonly KnownPoint<OnlinePoint>[]): number | undefined =>
  points.length === 0 ? undefined : points.filter(({ online }) => online).length / points.length

export interface Stretch {
  online: boolean
  /** Share of all readings, 0 to 1. */
  share: number
}

/** Consecutive readings with the same state, merged for a timeline. */
export function stretchesOf(points: readonly KnownPoint<OnlinePoint>[]): Stretch[] {
  const found: Stretch[] = []
  for (const { online } of points) {
    const last = found.at(-1)
    if (last?.online === online) last.share += 1 / points.length
    else found.push({ online, share: 1 / points.length })
  }
  return found
}

/** `12%` in English, `12 %` in German. */
export const percentText = (share: number, language: string, maximumFractionDigits = 0): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits })
