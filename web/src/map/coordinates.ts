import type { Degrees } from './projection.ts'

/**
 * Parses latitude and longitude in common notations: `52.52`, `52,52° N`, `52°31'12"N`, `N 52 31 12`, `-33 52.128`.
 * Minutes and seconds are below 60, and only the last part may have decimals (ISO 6709, annex D).
 */

const signs: Record<string, { axis: Axis; sign: 1 | -1 }> = {
  N: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  // German: Ost.
  O: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
}
export type Axis = keyof Degrees
const max: Record<Axis, number> = { latitude: 90, longitude: 180 }

/** Why a text is not a coordinate: invalid, of the other axis, out of range, or minutes of 60 and more. */
export type CoordinateError = 'form' | 'axis' | 'range' | 'sixty'
export type Coordinate = { degrees: number } | { error: CoordinateError }

/** About a decimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** One latitude or longitude. */
export function parseCoordinate(text: string, axis: Axis): Coordinate {
  let rest = text.trim().toUpperCase().replaceAll('−', '-')
  let sign = 1
  const letter = /^[NSEOW]|[NSEOW]$/.exec(rest)?.[0]
  if (letter) {
    const meaning = signs[letter] as (typeof signs)[string]
    if (meaning.axis !== axis) return { error: 'axis' }
    sign = meaning.sign
    rest = rest.replace(/^[NSEOW]\s*|\s*[NSEOW]$/, '')
  }
  const signed = /^([+-])\s*/.exec(rest)
  if (signed) {
    // A sign and a letter could contradict each other.
    if (letter) return { error: 'form' }
    if (signed[1] === '-') sign = -1
    rest = rest.slice(signed[0].length)
  }
  const found =
    /^(\d{1,3}(?:[.,]\d+)?)\s*(?:°|D|º)?(?:[\s:]*(\d{1,2}(?:[.,]\d+)?)\s*(?:['′’]|MIN)?(?:[\s:]*(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|SEC)?)?)?$/.exec(
      rest,
    )
  if (!found) return { error: 'form' }
  const parts = found.slice(1).filter((part): part is string => part !== undefined)
  if (parts.slice(0, -1).some((part) => /[.,]/.test(part))) return { error: 'form' }
  const [whole = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part.replace(',', '.')))
  if (minutes >= 60 || seconds >= 60) return { error: 'sixty' }
  const degrees = whole + minutes / 60 + seconds / 3600
  if (degrees > max[axis]) return { error: 'range' }
  return { degrees: rounded(sign * degrees) || 0 }
}

/**
 * Parses a pair as map services copy it: `52.52, 13.405`, `52°31'12"N 13°24'18"E`. Undefined for other texts; latitude
 * comes first unless letters say otherwise.
 */
export function parsePair(text: string): Degrees | undefined {
  const cuts = new Set<number>()
  for (const found of text.matchAll(/[;,]\s+|;|(?<=[NSEOWnseow])[\s,]+|\s+(?=[NSEOWnseow]\b)|,(?=\s*-?\d)|\s+/g))
    cuts.add(found.index)
  const pairs: Degrees[] = []
  for (const cut of cuts) {
    const halves = [text.slice(0, cut), text.slice(cut).replace(/^[;,\s]+/, '')] as const
    for (const [one, other] of [halves, halves.toReversed() as [string, string]]) {
      const latitude = parseCoordinate(one, 'latitude')
      const longitude = parseCoordinate(other, 'longitude')
      if (!('degrees' in latitude) || !('degrees' in longitude)) continue
      // Without letters the order would be ambiguous.
      if (one !== halves[0] && !/[NSEOW]/i.test(text)) continue
      pairs.push({ latitude: latitude.degrees, longitude: longitude.degrees })
    }
  }
  const distinct = new Map(pairs.map((pair) => [`${pair.latitude} ${pair.longitude}`, pair]))
  // An ambiguous text is not guessed.
  return distinct.size === 1 ? pairs[0] : undefined
}

/** `52.520000`, for input fields. */
export const decimal = (degrees: number): string => String(rounded(degrees))

/** `52° 31′ 12.0″ N` */
export function sexagesimal(degrees: number, axis: Axis): string {
  const letter = axis === 'latitude' ? (degrees < 0 ? 'S' : 'N') : degrees < 0 ? 'W' : 'E'
  // Tenths of a second, so that 59.96″ becomes the next minute.
  const tenths = Math.round(Math.abs(degrees) * 36_000)
  const whole = Math.floor(tenths / 36_000)
  const minutes = Math.floor((tenths % 36_000) / 600)
  const seconds = ((tenths % 600) / 10).toFixed(1)
  return `${whole}° ${minutes}′ ${seconds}″ ${letter}`
}

/** `52° 31′ 12.0″ N, 13° 24′ 36.0″ E` */
export const coordinatesText = ({ latitude, longitude }: Degrees): string =>
  `${sexagesimal(latitude, 'latitude')}, ${sexagesimal(longitude, 'longitude')}`
