import { useCallback, useEffect, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'

interface View {
  x: number
  y: number
  zoom: number
}

/** A rectangle of the layer, in its own pixels. */
interface Part {
  x: number
  y: number
  width: number
  height: number
}

const [minZoom, maxZoom] = [0.05, 2]
/** Smallest zoom of the first view: names can be read, and a node is 25 px high (WCAG 2.2, 2.5.8: 24). */
const readable = 0.625
/** A pointer that moves less is a click. Pixels. */
const tremble = 5
const margin = 24
const clamp = (zoom: number) => Math.min(maxZoom, Math.max(minZoom, zoom))

/**
 * Pans and zooms a layer in a box by mouse, touch and pen. The view is written to the style of the layer, without a
 * render, so that large graphs move smoothly.
 */
export function usePanZoom(
  box: RefObject<HTMLDivElement | null>,
  layer: RefObject<HTMLDivElement | null>,
  { width, height }: { width: number; height: number },
  /** The part of the layer that the first view shows if the whole does not fit. */
  start: Part | undefined,
  wheel: 'always' | 'focused',
) {
  const view = useRef<View>({ x: margin, y: margin, zoom: 1 })
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(0)

  const set = useCallback(
    (next: View) => {
      view.current = next
      if (layer.current) layer.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.zoom})`
    },
    [layer],
  )
  const pan = useCallback(
    (x: number, y: number) => set({ ...view.current, x: view.current.x + x, y: view.current.y + y }),
    [set],
  )
  /** Zooms around a position of the box, or its centre. */
  const zoomBy = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const { x, y, zoom } = view.current
      const next = clamp(zoom * factor)
      const centre = at ?? { x: (box.current?.clientWidth ?? 0) / 2, y: (box.current?.clientHeight ?? 0) / 2 }
      const scale = next / zoom
      set({ x: centre.x - (centre.x - x) * scale, y: centre.y - (centre.y - y) * scale, zoom: next })
    },
    [box, set],
  )
  /** Shows the whole graph; `min`: not smaller than this, from its start. */
  const fit = useCallback(
    (min = minZoom) => {
      const node = box.current
      if (!node) return
      const whole = Math.min((node.clientWidth - 2 * margin) / width, (node.clientHeight - 2 * margin) / height, 1)
      const zoom = clamp(Math.max(whole, min))
      const centred = (space: number, size: number) => Math.max(margin, (space - size * zoom) / 2)
      set({ x: centred(node.clientWidth, width), y: centred(node.clientHeight, height), zoom })
    },
    [box, set, width, height],
  )
  /** Brings a part of the layer into the box. */
  const reveal = useCallback(
    (part: Part) => {
      const node = box.current
      if (!node) return
      const { x, y, zoom } = view.current
      const into = (start: number, size: number, space: number) =>
        start < margin ? margin - start : start + size > space - margin ? space - margin - start - size : 0
      const by = [
        into(x + part.x * zoom, part.width * zoom, node.clientWidth),
        into(y + part.y * zoom, part.height * zoom, node.clientHeight),
      ] as const
      if (by[0] !== 0 || by[1] !== 0) pan(...by)
    },
    [box, pan],
  )

  const isFitted = useRef(false)
  useLayoutEffect(() => {
    // Once: a graph that has changed stays where the user has moved it.
    if (isFitted.current || width === 0) return
    isFitted.current = true
    fit(readable)
    if (start) reveal(start)
  }, [fit, reveal, start, width])

  useEffect(() => {
    const node = box.current
    if (!node) return
    // React adds passive wheel listeners, and the page would scroll too.
    const turn = (event: WheelEvent) => {
      if (wheel === 'focused' && !event.ctrlKey && !event.metaKey && !node.contains(document.activeElement)) return
      event.preventDefault()
      // Pixels per line and page (WheelEvent.deltaMode).
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1)
      const rect = node.getBoundingClientRect()
      const steps = Math.max(-1, Math.min(1, -pixels / (event.ctrlKey ? 60 : 240)))
      zoomBy(2 ** steps, { x: event.clientX - rect.left, y: event.clientY - rect.top })
    }
    node.addEventListener('wheel', turn, { passive: false })
    return () => node.removeEventListener('wheel', turn)
  }, [box, wheel, zoomBy])

  const gestures = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return
      if (pointers.current.size === 0) moved.current = 0
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      moved.current += Math.hypot(now.x - before.x, now.y - before.y)
      pointers.current.set(event.pointerId, now)
      if (moved.current <= tremble) return
      // From here on it is a pan, not a click on the node where it started.
      if (!event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.setPointerCapture(event.pointerId)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (!other) return pan(now.x - before.x, now.y - before.y)
      const spread = (one: typeof now) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
      const rect = event.currentTarget.getBoundingClientRect()
      pan((now.x - before.x) / 2, (now.y - before.y) / 2)
      zoomBy(spread(now) / spread(before), {
        x: (now.x + other.x) / 2 - rect.left,
        y: (now.y + other.y) / 2 - rect.top,
      })
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => void pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => void pointers.current.delete(event.pointerId),
  }
  return { pan, zoomBy, fit, reveal, gestures }
}
