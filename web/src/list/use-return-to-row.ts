import { useEffect, useRef, type RefObject } from 'react'
import { rememberPlace, consumeRow } from '../ui/return-place.ts'
import type { ListSearch } from './list-search.ts'
import type { RowId } from './list-types.ts'

/** Remembers the position in the list. On return, the opened row is scrolled into view and focused. */
export function useReturnToRow(
  path: string,
  search: ListSearch,
  ready: boolean,
  viewportRef: RefObject<HTMLDivElement | null>,
  /** A further part of the state: expanded rows of a tree. */
  own: Record<string, unknown> = {},
) {
  const { page, company: _company, ...rest } = search
  const state = JSON.stringify({ ...own, ...rest, page })
  useEffect(() => rememberPlace(path, { search: JSON.parse(state) as Record<string, unknown> }), [path, state])

  const returned = useRef(false)
  useEffect(() => {
    if (!ready || returned.current) return
    returned.current = true
    const { row, scroll } = consumeRow(path)
    if (row === undefined) return
    if (scroll !== undefined && viewportRef.current) viewportRef.current.scrollTop = scroll
    // After the frame in which the heading of the route gets the focus.
    const frame = requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(String(row))}"]`)
      link?.scrollIntoView({ block: 'nearest' })
      link?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, path, viewportRef])

  return {
    remember: (row: { id: RowId }) =>
      rememberPlace(path, {
        search: JSON.parse(state) as Record<string, unknown>,
        row: row.id,
        scroll: viewportRef.current?.scrollTop ?? 0,
      }),
  }
}
