import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import {
  panned,
  placeAt,
  viewOf,
  zoomedAt,
  type Degrees,
  type ScreenPoint,
  type Size,
  type View,
} from './projection.ts'

/** A pointer that moves less is a click. Pixels. */
const tremble = 5
/** Distance of an arrow key, smaller with Shift. Pixels. */
const stride = 80
const aim = 8

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Gestures {
  box: RefObject<HTMLDivElement | null>
  view: View | null
  size: Size | null
  setView: (next: View) => void
  onPick: ((place: Degrees) => void) | undefined
  wheel: 'always' | 'focused'
}

/** Pan by drag and arrow keys, zoom by wheel, pinch, double click, plus and minus; select by click and Enter. */
export function useGestures({ box, view, size, setView, onPick, wheel }: Gestures) {
  const pointers = useRef(new Map<number, ScreenPoint>())
  const moved = useRef(0)
  // Several events may come between two renders: each continues from the result of the one before.
  const latest = useRef<View | null>(view)
  latest.current = view
  const go = (next: View) => {
    latest.current = next
    setView(next)
  }
  const pointOf = (event: { clientX: number; clientY: number }): ScreenPoint => {
    const rect = box.current?.getBoundingClientRect()
    return { left: event.clientX - (rect?.left ?? 0), top: event.clientY - (rect?.top ?? 0) }
  }

  const current = useRef({ size, wheel, go, pointOf })
  current.current = { size, wheel, go, pointOf }
  useEffect(() => {
    const node = box.current
    if (!node) return
    // React adds passive wheel listeners, and the page would scroll too.
    const turn = (event: WheelEvent) => {
      const { size: now, wheel: when, go: to, pointOf: where } = current.current
      const used = when === 'always' || event.ctrlKey || event.metaKey || node.contains(document.activeElement)
      if (!used || !now || !latest.current) return
      event.preventDefault()
      // Pixels per line and page (WheelEvent.deltaMode).
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1)
      const steps = Math.max(-1, Math.min(1, -pixels / (event.ctrlKey ? 60 : 240)))
      to(zoomedAt(latest.current, now, where(event), steps))
    }
    node.addEventListener('wheel', turn, { passive: false })
    return () => node.removeEventListener('wheel', turn)
  }, [box])

  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return
      if (pointers.current.size === 0) moved.current = 0
      pointers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (!before || !size || !latest.current) return
      const now = pointOf(event)
      moved.current += Math.hypot(now.left - before.left, now.top - before.top)
      // From here on it is a pan, not a click on the element where it started.
      if (moved.current > tremble && !event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.setPointerCapture(event.pointerId)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (!other) {
        if (moved.current > tremble) go(panned(latest.current, before.left - now.left, before.top - now.top))
        return
      }
      const spread = (one: ScreenPoint) => Math.max(1, Math.hypot(one.left - other.left, one.top - other.top))
      const middle = { left: (now.left + other.left) / 2, top: (now.top + other.top) / 2 }
      const pinched = zoomedAt(latest.current, size, middle, Math.log2(spread(now) / spread(before)))
      go(panned(pinched, (before.left - now.left) / 2, (before.top - now.top) / 2))
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const known = pointers.current.delete(event.pointerId)
      if (!known || moved.current > tremble || !onPick || !size || !latest.current) return
      onPick(placeAt(pointOf(event), latest.current, size))
    },
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => void pointers.current.delete(event.pointerId),
    onDoubleClick: (event: { clientX: number; clientY: number }) => {
      if (!onPick && size && latest.current) go(zoomedAt(latest.current, size, pointOf(event), 1))
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      if (!size || !latest.current) return
      const middle = { left: size.width / 2, top: size.height / 2 }
      const arrow = arrows[event.key]
      if (arrow) {
        const pixels = event.shiftKey ? aim : stride
        go(panned(latest.current, arrow[0] * pixels, arrow[1] * pixels))
      } else if (event.key === '+' || event.key === '=') go(zoomedAt(latest.current, size, middle, 1))
      else if (event.key === '-' || event.key === '_') go(zoomedAt(latest.current, size, middle, -1))
      else if (event.key === 'Home') go(viewOf([], size))
      else if (event.key === 'Enter' && onPick) onPick(placeAt(middle, latest.current, size))
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
