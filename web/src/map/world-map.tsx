import { useComputedColorScheme } from '@mantine/core'
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { drawMap, type MapColours } from './draw.ts'
import classes from './map.module.css'
import { loadOutline, type Outline } from './outline.ts'
import { project, toScreen, viewOf, zoomedAt, type Degrees, type Size, type View } from './projection.ts'
import { useGestures } from './use-gestures.ts'

export interface MapLabels {
  /** Names the map. */
  label: string
  zoomIn: string
  zoomOut: string
  whole: string
  /** The keyboard help, read out with the label. */
  keys: string
  /** Shown when the outline could not be loaded. */
  noOutline: string
  /** The source of the outline. */
  source: string
}

export interface MapControls {
  /** Centers a position and zooms in by steps. */
  zoomTo: (place: Degrees, steps: number) => void
  /** Shows all positions. */
  fit: (places: readonly Degrees[]) => void
}

/** What the map passes to the renderer of its markers. */
export interface MapFrame {
  view: View
  size: Size
  /** The screen position, in pixels. */
  at: (place: Degrees) => { left: number; top: number }
}

/** When the pointer wheel zooms: always, or only while the map has the focus, so that the page can scroll. */
type Wheel = 'always' | 'focused'

/** The size of an element in pixels, null before it is drawn. */
function useSize(box: RefObject<HTMLDivElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const measure = () => setSize({ width: node.clientWidth || 320, height: node.clientHeight || 320 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [box])
  return size
}

function useOutline() {
  const [outline, setOutline] = useState<Outline | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    loadOutline().then(
      (loaded) => !gone && setOutline(loaded),
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [])
  return { outline, failed }
}

function ZoomButtons({
  words,
  onZoom,
  onWhole,
}: {
  words: MapLabels
  onZoom: (steps: number) => void
  onWhole: () => void
}) {
  return (
    <div className={classes.zoom}>
      <button type="button" aria-label={words.zoomIn} title={words.zoomIn} onClick={() => onZoom(1)}>
        <IconPlus size={18} aria-hidden="true" />
      </button>
      <button type="button" aria-label={words.zoomOut} title={words.zoomOut} onClick={() => onZoom(-1)}>
        <IconMinus size={18} aria-hidden="true" />
      </button>
      <button type="button" aria-label={words.whole} title={words.whole} onClick={onWhole}>
        <IconWorld size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/**
 * The world's outline with pan and zoom, and the caller's markers. With `onPick`, a click selects a position, and Enter
 * selects the centre, which the arrow keys move.
 */
export function WorldMap({
  words,
  start,
  onView,
  onPick,
  wheel = 'focused',
  tall = false,
  ref,
  children,
}: {
  words: MapLabels
  /** The initial view, or the positions it shows. */
  start: View | readonly Degrees[]
  /** Called when the map stops moving. */
  onView?: (view: View, size: Size) => void
  onPick?: (place: Degrees) => void
  wheel?: Wheel
  tall?: boolean
  ref?: Ref<MapControls>
  children?: (frame: MapFrame) => ReactNode
}) {
  const [view, setView] = useState<View | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const { outline, failed } = useOutline()
  const canvas = useRef<HTMLCanvasElement>(null)
  const keysId = useId()
  const scheme = useComputedColorScheme('light')

  const first = useRef(start)
  const shown = view ?? (size && ('zoom' in first.current ? first.current : viewOf(first.current, size)))

  useEffect(() => {
    const node = canvas.current
    const context = node?.getContext('2d')
    if (!node || !context || !size || !shown) return
    const frame = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio || 1
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
      if (node.width !== width) node.width = width
      if (node.height !== height) node.height = height
      drawMap(context, { view: shown, size, ratio, outline, colours: coloursOf(node) })
    })
    return () => cancelAnimationFrame(frame)
    // The colours follow the theme.
  }, [shown, size, outline, scheme])

  const notify = useRef(onView)
  notify.current = onView
  useEffect(() => {
    if (!shown || !size) return
    const timer = setTimeout(() => notify.current?.(shown, size), 180)
    return () => clearTimeout(timer)
  }, [shown, size])

  useImperativeHandle(
    ref,
    () => ({
      zoomTo: (place, steps) =>
        setView((before) => {
          const from = before ?? shown
          return from && { ...project(place), zoom: Math.min(16, from.zoom + steps) }
        }),
      fit: (places) => size && setView(viewOf(places, size)),
    }),
    [shown, size],
  )
  const zoom = (steps: number) =>
    size && shown && setView(zoomedAt(shown, size, { left: size.width / 2, top: size.height / 2 }, steps))
  const gestures = useGestures({ box, view: shown, size, setView, onPick, wheel })

  return (
    <figure className={classes.figure}>
      <div
        ref={box}
        className={classes.map}
        data-tall={tall}
        data-picks={onPick !== undefined}
        role="application"
        aria-label={words.label}
        aria-describedby={keysId}
        tabIndex={0}
        {...gestures}
      >
        <canvas ref={canvas} className={classes.canvas} aria-hidden="true" />
        {shown && size ? (
          <div className={classes.layer}>
            {children?.({ view: shown, size, at: (place) => toScreen(project(place), shown, size) })}
          </div>
        ) : null}
        {onPick ? <span className={classes.crosshair} aria-hidden="true" /> : null}
        {failed ? <p className={classes.failed}>{words.noOutline}</p> : null}
      </div>
      <ZoomButtons words={words} onZoom={zoom} onWhole={() => size && setView(viewOf([], size))} />
      <figcaption className={classes.caption}>
        <span id={keysId}>{words.keys}</span> <span>{words.source}</span>
      </figcaption>
    </figure>
  )
}

/** The colours of the theme, from the style sheet. */
function coloursOf(node: Element): MapColours {
  const style = getComputedStyle(node)
  const of = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    sea: of('sea'),
    land: of('land'),
    coast: of('coast'),
    border: of('border'),
    graticule: of('graticule'),
    text: of('text'),
  }
}
