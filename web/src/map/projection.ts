/**
 * Web Mercator (EPSG:3857 with one copy of the world): degrees become a square from 0 to 1, west to east and north to
 * south. At zoom 0 the square is 256 pixels wide, and twice as wide with each step.
 */

export interface Degrees {
  /** −90 to 90. */
  latitude: number
  /** −180 to 180. */
  longitude: number
}
/** In the unit square of the world. */
export interface WorldPoint {
  x: number
  y: number
}
/** Pixels from the upper left corner of the view. */
export interface ScreenPoint {
  left: number
  top: number
}
export interface Size {
  width: number
  height: number
}
export interface View extends WorldPoint {
  zoom: number
}
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** Where Mercator's square ends (arctan sinh π). */
export const maxLatitude = 85.051_128_78
export const minZoom = 0
export const maxZoom = 16

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export function project({ latitude, longitude }: Degrees): WorldPoint {
  const sine = Math.sin((clamp(latitude, -maxLatitude, maxLatitude) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export const unproject = ({ x, y }: WorldPoint): Degrees => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: (x - 0.5) * 360,
})

/** Width of the world in pixels. */
export const worldPixels = (zoom: number): number => 256 * 2 ** zoom

export function toScreen(point: WorldPoint, view: View, { width, height }: Size): ScreenPoint {
  const scale = worldPixels(view.zoom)
  return { left: (point.x - view.x) * scale + width / 2, top: (point.y - view.y) * scale + height / 2 }
}

export function fromScreen({ left, top }: ScreenPoint, view: View, { width, height }: Size): WorldPoint {
  const scale = worldPixels(view.zoom)
  return { x: view.x + (left - width / 2) / scale, y: view.y + (top - height / 2) / scale }
}

/** The same view with its centre inside the world. */
export const settled = ({ x, y, zoom }: View): View => ({
  x: clamp(x, 0, 1),
  y: clamp(y, 0, 1),
  zoom: clamp(zoom, minZoom, maxZoom),
})

/** Moved by pixels: the content moves left and up by them. */
export function panned(view: View, left: number, top: number): View {
  const scale = worldPixels(view.zoom)
  return settled({ ...view, x: view.x + left / scale, y: view.y + top / scale })
}

/** Zoomed by steps around a point of the screen. */
export function zoomedAt(view: View, size: Size, at: ScreenPoint, steps: number): View {
  const zoom = clamp(view.zoom + steps, minZoom, maxZoom)
  const fixed = fromScreen(at, view, size)
  const scale = worldPixels(zoom)
  return settled({
    x: fixed.x - (at.left - size.width / 2) / scale,
    y: fixed.y - (at.top - size.height / 2) / scale,
    zoom,
  })
}

/** The bounds of the view, limited to valid degrees. */
export function boundsOf(view: View, size: Size): Bounds {
  const northWest = unproject(fromScreen({ left: 0, top: 0 }, view, size))
  const southEast = unproject(fromScreen({ left: size.width, top: size.height }, view, size))
  return {
    west: clamp(northWest.longitude, -180, 180),
    south: clamp(southEast.latitude, -90, 90),
    east: clamp(southEast.longitude, -180, 180),
    north: clamp(northWest.latitude, -90, 90),
  }
}

/**
 * The view that shows all points with a margin; the whole world for none. Limited to a zoom at which coasts and borders
 * still give orientation.
 */
export function viewOf(points: readonly Degrees[], size: Size, closest = 6.5): View {
  const [first] = points
  if (!first) return { x: 0.5, y: 0.42, zoom: clamp(Math.log2(Math.max(size.width, 256) / 256), minZoom, 2) }
  const placed = points.map(project)
  const xs = placed.map(({ x }) => x)
  const ys = placed.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const margin = 64
  const fits = (extent: number, pixels: number) =>
    extent === 0 ? closest : Math.log2(Math.max(pixels - 2 * margin, 64) / 256 / extent)
  const zoom = Math.min(closest, fits(right - left, size.width), fits(bottom - top, size.height))
  return settled({ x: (left + right) / 2, y: (top + bottom) / 2, zoom })
}

/** Distance of the graticule in degrees: about a hundred pixels. */
export function graticuleStep(zoom: number): number {
  const wanted = (360 * 120) / worldPixels(zoom)
  return [30, 15, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005].findLast((step) => step >= wanted) ?? 30
}

/** The position under a point of the map, rounded to about a metre. */
export function placeAt(point: ScreenPoint, view: View, size: Size): Degrees {
  const { latitude, longitude } = unproject(fromScreen(point, view, size))
  const round = (value: number, max: number) => Math.round(Math.min(max, Math.max(-max, value)) * 1e5) / 1e5
  return { latitude: round(latitude, 90), longitude: round(longitude, 180) }
}
