import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import address from 'world-atlas/countries-50m.json?url'
import { project, type WorldPoint } from './projection.ts'

/** Natural Earth 1:50 m by way of world-atlas; the data are in the public domain. */
type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>
type Position = readonly number[]

/** A piece of the outline with the part of the world that it lies in. */
export interface Piece {
  path: Path2D
  west: number
  north: number
  east: number
  south: number
}

export interface Outline {
  land: Piece[]
  coasts: Piece[]
  borders: Piece[]
}

function pieceOf(lines: readonly (readonly Position[])[], closed: boolean): Piece {
  const path = new Path2D()
  const piece = { path, west: 1, north: 1, east: 0, south: 0 }
  for (const line of lines) {
    let before: Position | undefined
    for (const position of line) {
      const point: WorldPoint = project({ longitude: position[0] ?? 0, latitude: position[1] ?? 0 })
      piece.west = Math.min(piece.west, point.x)
      piece.east = Math.max(piece.east, point.x)
      piece.north = Math.min(piece.north, point.y)
      piece.south = Math.max(piece.south, point.y)
      // Along the date line and the lower edge the data are cut, and no coast is.
      const cut =
        !closed &&
        before !== undefined &&
        ((Math.abs(position[0] ?? 0) > 179.9 && Math.abs(before[0] ?? 0) > 179.9) ||
          Math.abs((position[0] ?? 0) - (before[0] ?? 0)) > 180 ||
          (position[1] ?? 0) < -85)
      if (before === undefined || cut) path.moveTo(point.x, point.y)
      else path.lineTo(point.x, point.y)
      before = position
    }
    if (closed) path.closePath()
  }
  return piece
}

function decode(atlas: Atlas): Outline {
  const land = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
  const lines = (kept: (one: unknown, other: unknown) => boolean) =>
    mesh(atlas, atlas.objects.countries as never, kept as never).coordinates.map((line) => pieceOf([line], false))
  return {
    land: land.map((rings) => pieceOf(rings, true)),
    coasts: lines((one, other) => one === other),
    borders: lines((one, other) => one !== other),
  }
}

let loading: Promise<Outline> | undefined

/** The outline of the world's countries, fetched once. @throws where it could not be read; the next call tries again */
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
