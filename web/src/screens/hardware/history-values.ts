/** A period without responses from a device. Milliseconds since 1970. */
export interface Outage {
  from: number
  /** The first reading that succeeded again; null: the outage is ongoing. */
  to: number | null
}

/** A point of time in which the panel tried to read the device. */
export interface OnlinePoint {
  at: string
  /** Share of the readings of the point that succeeded, 0 to 1. */
  share: number
}

/** The points at which the panel tried to read the device. @param shares null: it did not try */
export const onlinePoints = (times: readonly string[], shares: readonly (number | null)[]): OnlinePoint[] =>
  times.flatMap((at, index) => {
    const share = shares[index] ?? null
    return share === null ? [] : [{ at, share }]
  })

/** A point counts as an outage when no reading of it succeeded. */
const isOnline = ({ share }: OnlinePoint) => share > 0

/** Outages, latest first. */
export function outagesOf(points: readonly OnlinePoint[]): Outage[] {
  const found: Outage[] = []
  let from: number | undefined
  for (const point of points) {
    const time = Date.parse(point.at)
    if (!isOnline(point)) from ??= time
    else if (from !== undefined) {
      found.push({ from, to: time })
      from = undefined
    }
  }
  if (from !== undefined) found.push({ from, to: null })
  return found.toReversed()
}

/** The share of successful readings, 0 to 1; undefined without readings. */
export const onlineShare = (points: readonly OnlinePoint[]): number | undefined =>
  points.length === 0 ? undefined : points.reduce((sum, { share }) => sum + share, 0) / points.length

export interface Stretch {
  online: boolean
  /** Share of all readings, 0 to 1. */
  share: number
}

/** Consecutive readings with the same state, merged for a timeline. */
export function stretchesOf(points: readonly OnlinePoint[]): Stretch[] {
  const found: Stretch[] = []
  for (const point of points) {
    const online = isOnline(point)
    const last = found.at(-1)
    if (last?.online === online) last.share += 1 / points.length
    else found.push({ online, share: 1 / points.length })
  }
  return found
}

/** `12%` in English, `12 %` in German. */
export const percentText = (share: number, language: string, maximumFractionDigits = 0): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits })
