import { useEffect, useRef, type RefObject } from 'react'
import { rememberPlace, consumeRow } from '../ui/return-place.ts'
import type { ListSearch } from './list-search.ts'
import type { RowId } from './list-types.ts'

/**
 * Keeps where the list is for whoever comes back to it, and, on coming back, puts the row that was opened into view
 * and gives it the focus: an edit ends where it began.
 */
export function useReturnToRow(
  path: string,
  search: ListSearch,
  ready: boolean,
  viewportRef: RefObject<HTMLDivElement | null>,
  /** More of the address that is kept: which rows of a tree are open. */
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
    // After the frame in which the route's heading takes the focus.
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
