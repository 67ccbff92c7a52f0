import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import address from 'world-atlas/countries-50m.json?url'
import { project, type WorldPoint } from './projection.ts'

/** Natural Earth 1:50 m by way of world-atlas; public domain. */
type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>
type Position = readonly number[]

/** A part of the outline with its bounds. */
export interface MapPath {
  path: Path2D
  west: number
  north: number
  east: number
  south: number
}

export interface Outline {
  land: MapPath[]
  coasts: MapPath[]
  borders: MapPath[]
}

const longitudeOf = (position: Position): number => position[0] ?? 0
const latitudeOf = (position: Position): number => position[1] ?? 0

/**
 * A ring for the flat map. The data close rings on the globe: one across the date line jumps from 180 to −180, and the
 * one around the pole is not closed. Here longitudes continue past 180, and the polar ring is closed along the pole.
 */
export function flatRing(ring: readonly Position[]): [number, number][] {
  const flat: [number, number][] = []
  let shift = 0
  for (const [at, position] of ring.entries()) {
    const before = ring[at - 1]
    const step = before ? longitudeOf(position) - longitudeOf(before) : 0
    if (step > 180) shift -= 360
    else if (step < -180) shift += 360
    flat.push([longitudeOf(position) + shift, latitudeOf(position)])
  }
  const [first, last] = [flat[0], flat.at(-1)]
  if (first && last && Math.abs(last[0] - first[0]) > 180) flat.push([last[0], -90], [first[0], -90])
  return flat
}

const emptyPath = (): MapPath => ({ path: new Path2D(), west: 1, north: 1, east: 0, south: 0 })

function extend(piece: MapPath, { x, y }: WorldPoint): void {
  piece.west = Math.min(piece.west, x)
  piece.east = Math.max(piece.east, x)
  piece.north = Math.min(piece.north, y)
  piece.south = Math.max(piece.south, y)
}

/** A polygon with its holes, repeated on the other side where it crosses the date line. */
function landPath(rings: readonly (readonly Position[])[]): MapPath {
  const piece = emptyPath()
  const flat = rings.map(flatRing)
  const longitudes = flat.flat().map(([longitude]) => longitude)
  const [min, max] = [longitudes.reduce((a, b) => Math.min(a, b), 0), longitudes.reduce((a, b) => Math.max(a, b), 0)]
  for (const shift of [0, ...(max > 180 ? [-360] : []), ...(min < -180 ? [360] : [])])
    for (const ring of flat) {
      for (const [at, [longitude, latitude]] of ring.entries()) {
        const point = project({ longitude: longitude + shift, latitude })
        extend(piece, point)
        if (at === 0) piece.path.moveTo(point.x, point.y)
        else piece.path.lineTo(point.x, point.y)
      }
      piece.path.closePath()
    }
  return piece
}

/** A line; the data are cut along the date line and the lower edge, which are not coasts. */
function linePath(line: readonly Position[]): MapPath {
  const piece = emptyPath()
  let before: Position | undefined
  for (const position of line) {
    const point = project({ longitude: longitudeOf(position), latitude: latitudeOf(position) })
    extend(piece, point)
    const cut =
      before === undefined ||
      (Math.abs(longitudeOf(position)) > 179.9 && Math.abs(longitudeOf(before)) > 179.9) ||
      Math.abs(longitudeOf(position) - longitudeOf(before)) > 180 ||
      latitudeOf(position) < -85
    if (cut) piece.path.moveTo(point.x, point.y)
    else piece.path.lineTo(point.x, point.y)
    before = position
  }
  return piece
}

function decode(atlas: Atlas): Outline {
  const land = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
  const lines = (stored: (one: unknown, other: unknown) => boolean) =>
    mesh(atlas, atlas.objects.countries as never, stored as never).coordinates.map(linePath)
  return {
    land: land.map(landPath),
    coasts: lines((one, other) => one === other),
    borders: lines((one, other) => one !== other),
  }
}

let loading: Promise<Outline> | undefined

/**
 * The outline of the world's countries, fetched once.
 * @throws where it can't be fetched; the next call retries
 */
export function loadOutline(): Promise<Outline> {
  loading ??= fetch(address)
    .then(async (reply) => {
      if (!reply.ok) throw new Error(`The outline was answered with ${reply.status}.`)
      return decode((await reply.json()) as Atlas)
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
