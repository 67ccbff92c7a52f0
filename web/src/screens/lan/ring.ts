/** The values of one moment, by the name of their line. */
export interface Point {
  /** Milliseconds since 1970. */
  at: number
  values: Record<string, number | null>
}

export interface Ring {
  /** Oldest first. */
  points: readonly Point[]
  /** Milliseconds that are kept. */
  span: number
}

export const emptyRing = (span: number): Ring => ({ points: [], span })

/** Readings of the same moment count once; what is older than the span before the latest falls out. */
export function addPoint(ring: Ring, point: Point): Ring {
  const last = ring.points.at(-1)
  if (last && point.at <= last.at) return ring
  return { ...ring, points: [...ring.points, point].filter((one) => one.at >= point.at - ring.span) }
}

export interface Drawn {
  /** UTC ISO 8601. */
  times: string[]
  lines: Record<string, (number | null)[]>
}

/**
 * The points as lines, oldest first. Where readings are further apart than `gap` milliseconds an empty moment stands
 * between them, so that no line is drawn through what nobody has seen.
 */
export function drawRing(ring: Ring, names: readonly string[], gap: number): Drawn {
  const times: string[] = []
  const lines: Record<string, (number | null)[]> = Object.fromEntries(names.map((name) => [name, []]))
  let before: number | undefined
  for (const point of ring.points) {
    if (before !== undefined && point.at - before > gap) {
      times.push(new Date(before + 1).toISOString())
      for (const name of names) lines[name]?.push(null)
    }
    times.push(new Date(point.at).toISOString())
    for (const name of names) lines[name]?.push(point.values[name] ?? null)
    before = point.at
  }
  return { times, lines }
}
