import type { Outline, MapPath } from './outline.ts'
import {
  fromScreen,
  graticuleStep,
  project,
  toScreen,
  unproject,
  worldPixels,
  type Size,
  type View,
} from './projection.ts'

export interface MapColours {
  sea: string
  land: string
  coast: string
  border: string
  graticule: string
  text: string
}

/** Draws the sea, the graticule with its degrees, land and borders. `ratio`: device pixels per pixel. */
export function drawMap(
  context: CanvasRenderingContext2D,
  {
    view,
    size,
    ratio,
    outline,
    colours,
  }: { view: View; size: Size; ratio: number; outline: Outline | null; colours: MapColours },
): void {
  const { width, height } = size
  const scale = worldPixels(view.zoom)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = colours.sea
  context.fillRect(0, 0, width, height)

  const from = fromScreen({ left: 0, top: 0 }, view, size)
  const to = fromScreen({ left: width, top: height }, view, size)
  const seen = ({ west, east, north, south }: MapPath) =>
    west <= to.x && east >= from.x && north <= to.y && south >= from.y
  const inWorld = () =>
    context.setTransform(
      ratio * scale,
      0,
      0,
      ratio * scale,
      ratio * (width / 2 - view.x * scale),
      ratio * (height / 2 - view.y * scale),
    )
  const stroke = (pieces: readonly MapPath[], colour: string, pixels: number) => {
    context.strokeStyle = colour
    context.lineWidth = pixels / scale
    for (const piece of pieces) if (seen(piece)) context.stroke(piece.path)
  }
  if (outline) {
    context.save()
    inWorld()
    // The part beyond the date line is drawn on the other side.
    context.beginPath()
    context.rect(0, 0, 1, 1)
    context.clip()
    context.lineJoin = 'round'
    context.fillStyle = colours.land
    for (const piece of outline.land) if (seen(piece)) context.fill(piece.path, 'evenodd')
    stroke(outline.borders, colours.border, 1)
    stroke(outline.coasts, colours.coast, 1)
    context.restore()
  }
  drawGraticule(context, view, size, colours)
}

/** Meridians and parallels, with their degrees at the upper and the left edge. */
function drawGraticule(context: CanvasRenderingContext2D, view: View, size: Size, colours: MapColours): void {
  const step = graticuleStep(view.zoom)
  const corner = unproject(fromScreen({ left: 0, top: 0 }, view, size))
  const other = unproject(fromScreen({ left: size.width, top: size.height }, view, size))
  const decimals = step < 1 ? String(step).length - 2 : 0
  const stated = (degrees: number, letters: string) =>
    `${Math.abs(degrees).toFixed(decimals)}°${degrees === 0 ? '' : degrees > 0 ? letters[0] : letters[1]}`
  context.strokeStyle = colours.graticule
  context.fillStyle = colours.text
  context.lineWidth = 1
  context.font = '11px system-ui, sans-serif'
  context.beginPath()
  for (let n = Math.ceil(Math.max(corner.longitude, -180) / step); n * step <= Math.min(other.longitude, 180); n++) {
    const left = Math.round(toScreen(project({ latitude: 0, longitude: n * step }), view, size).left) + 0.5
    context.moveTo(left, 0)
    context.lineTo(left, size.height)
    // Not where the labels of the parallels are.
    if (left > 44) context.fillText(stated(n * step, 'EW'), left + 4, 13)
  }
  for (let n = Math.ceil(Math.max(other.latitude, -85) / step); n * step <= Math.min(corner.latitude, 85); n++) {
    const top = Math.round(toScreen(project({ latitude: n * step, longitude: 0 }), view, size).top) + 0.5
    context.moveTo(0, top)
    context.lineTo(size.width, top)
    if (top > 28) context.fillText(stated(n * step, 'NS'), 5, top - 4)
  }
  context.stroke()
}
