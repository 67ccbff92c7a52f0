import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** Milliseconds in which keys belong to one typed address, and in which a letter after `g` is a shortcut. */
const typeAheadTime = 900
const shortcutTime = 1500

const rowsIn = (grid: HTMLElement | null) => [...(grid?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))

export interface RovingRows {
  /** Key of the one row that Tab reaches. */
  active: string | null
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Typing the start of an address moves to the next row with it. */
function useTypeAhead() {
  const typed = useRef({ text: '', at: -Infinity, goAt: -Infinity })

  /** Keys of an address move to the next row that starts with it. False: the key is not handled here. */
  const onKey = (
    event: KeyboardEvent,
    rows: readonly HTMLElement[],
    at: number,
    go: (to: HTMLElement | undefined) => void,
  ): boolean => {
    const now = event.timeStamp
    const state = typed.current
    if (event.key === 'g') state.goAt = now
    // `g` and a letter, and the shortcuts of every list, keep their meaning.
    const going = now - state.goAt < shortcutTime
    const before = now - state.at < typeAheadTime ? state.text : ''
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

  return { onKey, end: () => void (typed.current.text = '') }
}

/**
 * The keys of a tree grid whose rows take the focus (WAI-ARIA Authoring Practices, Treegrid). Rows carry `data-key`,
 * `data-net` and `aria-level`; Enter clicks the element marked `data-enter`. `open` expands or collapses a row.
 */
export function useRovingRows(
  grid: RefObject<HTMLElement | null>,
  open: (row: HTMLElement, open: boolean) => void,
): RovingRows {
  const [active, setActive] = useState<string | null>(null)
  const latest = useRef({ active, at: 0, focused: false })
  latest.current.active = active
  const typeAhead = useTypeAhead()

  // The active row may disappear, for example when another user allocates it. The next row becomes active.
  useEffect(() => {
    const node = grid.current
    if (!node) return
    const update = () => {
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
    update()
    const observer = new MutationObserver(update)
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
    // A removed row loses the focus without another element getting it.
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
          ? 'left'
          : 'right'
        : event.key
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: rows[at + 1],
      ArrowUp: rows[at - 1],
      Home: rows[0],
      End: rows.at(-1),
      PageDown: rows[Math.min(at + page(), rows.length - 1)],
      PageUp: rows[Math.max(at - page(), 0)],
    }
    if (key in targets) go(targets[key])
    else if (key === 'right') {
      const next = rows[at + 1]
      if (expanded === 'false') open(row, true)
      else if (expanded === 'true' && next && levelOf(next) > levelOf(row)) go(next)
    } else if (key === 'left') {
      if (expanded === 'true') open(row, false)
      else go(rows.slice(0, at).findLast((other) => levelOf(other) < levelOf(row)))
    } else if (key === 'Enter') {
      if (target !== row) return
      row.querySelector<HTMLElement>('[data-enter]')?.click()
    } else if (key === 'ContextMenu') row.querySelector<HTMLElement>('button[aria-haspopup="menu"]')?.click()
    else {
      if (typeAhead.onKey(event, rows, at, go)) event.preventDefault()
      return
    }
    // A key that moves the focus ends the typed address.
    typeAhead.end()
    event.preventDefault()
  }

  return { active, onFocus, onBlur, onKeyDown }
}
