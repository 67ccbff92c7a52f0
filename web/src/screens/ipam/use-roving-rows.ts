import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** How long the letters of a type-ahead belong together, and how long a `g` waits for its letter, in milliseconds. */
const together = 900
const goWaits = 1500

const rowsIn = (grid: HTMLElement | null) => [...(grid?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))

export interface RovingRows {
  /** Key of the one row that is in the order of Tab. */
  active: string | null
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The keys of a tree grid whose rows take the focus (WAI-ARIA Authoring Practices, Treegrid). Rows carry `data-key`,
 * `data-net` and `aria-level`; what Enter does is the element marked `data-enter`. `open` is told the row to open or close.
 */
export function useRovingRows(
  grid: RefObject<HTMLElement | null>,
  open: (row: HTMLElement, open: boolean) => void,
): RovingRows {
  const [active, setActive] = useState<string | null>(null)
  const latest = useRef({ active, at: 0, focused: false })
  latest.current.active = active
  const typed = useRef({ text: '', at: -Infinity, goAt: -Infinity })

  // A row may go while it is the active one: allocated by somebody else, say. Its place is then the next row's.
  useEffect(() => {
    const node = grid.current
    if (!node) return
    const look = () => {
      const rows = rowsIn(node)
      const at = rows.findIndex((row) => row.dataset.key === latest.current.active)
      if (at >= 0) {
        latest.current.at = at
        return
      }
      const next = rows[Math.min(latest.current.at, rows.length - 1)]
      if (!next) return
      setActive(next.dataset.key ?? null)
      if (latest.current.focused && document.activeElement === document.body) next.focus()
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(node, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [grid])

  const onFocus = useCallback(
    (event: FocusEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')
      if (!row || !grid.current?.contains(row)) return
      latest.current.focused = true
      latest.current.at = rowsIn(grid.current).indexOf(row)
      setActive(row.dataset.key ?? null)
    },
    [grid],
  )
  const onBlur = useCallback((event: FocusEvent) => {
    const { target } = event
    // Where the row itself has gone, the focus is not somewhere else, it is lost.
    queueMicrotask(() => {
      if (target.isConnected) latest.current.focused = false
    })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('[data-key]')
    if (!row || !grid.current?.contains(row) || event.ctrlKey || event.metaKey || event.altKey) return
    const rows = rowsIn(grid.current)
    const at = rows.indexOf(row)
    const go = (to: HTMLElement | undefined) => {
      to?.focus()
      to?.scrollIntoView({ block: 'nearest' })
    }
    const page = () => {
      const box = row.closest<HTMLElement>('[data-scrolls]')
      return Math.max(5, Math.floor((box?.clientHeight ?? 0) / Math.max(row.offsetHeight, 1)) - 2)
    }
    const expanded = row.getAttribute('aria-expanded')
    const rtl = getComputedStyle(row).direction === 'rtl'
    const key =
      event.key === 'ArrowRight' || event.key === 'ArrowLeft'
        ? (event.key === 'ArrowRight') === rtl
          ? 'back'
          : 'forth'
        : event.key
    switch (key) {
      case 'ArrowDown':
        go(rows[at + 1])
        break
      case 'ArrowUp':
        go(rows[at - 1])
        break
      case 'Home':
        go(rows[0])
        break
      case 'End':
        go(rows.at(-1))
        break
      case 'PageDown':
        go(rows[Math.min(at + page(), rows.length - 1)])
        break
      case 'PageUp':
        go(rows[Math.max(at - page(), 0)])
        break
      case 'forth': {
        const next = rows[at + 1]
        if (expanded === 'false') open(row, true)
        else if (expanded === 'true' && next && levelOf(next) > levelOf(row)) go(next)
        break
      }
      case 'back':
        if (expanded === 'true') open(row, false)
        else go(rows.slice(0, at).findLast((other) => levelOf(other) < levelOf(row)))
        break
      case 'Enter':
        if (target !== row) return
        row.querySelector<HTMLElement>('[data-enter]')?.click()
        break
      case 'ContextMenu':
        row.querySelector<HTMLElement>('button[aria-haspopup="menu"]')?.click()
        break
      default:
        if (typeAhead(event, rows, at, go)) event.preventDefault()
        return
    }
    // Whoever walks on has done with typing: the next letters are a new address, however soon they come.
    typed.current.text = ''
    event.preventDefault()
  }

  /** Letters of an address lead to the next row that begins so. False: the key is somebody else's. */
  const typeAhead = (
    event: KeyboardEvent,
    rows: readonly HTMLElement[],
    at: number,
    go: (to: HTMLElement | undefined) => void,
  ): boolean => {
    const now = event.timeStamp
    const state = typed.current
    if (event.key === 'g') state.goAt = now
    // `g` and a letter, and letters that are keys of every list, stay what they are elsewhere.
    const going = now - state.goAt < goWaits
    const before = now - state.at < together ? state.text : ''
    if (!/^[0-9a-f.:/]$/i.test(event.key) || going || (before === '' && /^[e:./]$/i.test(event.key))) {
      if (event.key !== 'g') state.goAt = -Infinity
      return false
    }
    const text = before + event.key.toLowerCase()
    typed.current = { text, at: now, goAt: -Infinity }
    const from = before === '' ? at + 1 : at
    go([...rows.slice(from), ...rows.slice(0, from)].find((row) => row.dataset.net?.startsWith(text)))
    return true
  }

  return { active, onFocus, onBlur, onKeyDown }
}
