import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useGo } from '../../ui/navigation.ts'

/** The search parameter that lists the open nodes: `12.15-75`; the number after the dash is set where more rows are shown. */
export const openKey = 'open'

/** Rows that a node shows when it is opened, and that each "more" adds. */
export const stepRows = 25
/** Open nodes in a URL; the oldest close first. */
const maxOpen = 60

/** Open nodes and the rows that each shows. Malformed parts are ignored. */
export function readOpen(text: unknown): Map<number, number> {
  const open = new Map<number, number>()
  if (typeof text !== 'string') return open
  for (const part of text.split('.')) {
    const found = /^(\d{1,15})(?:-(\d{1,6}))?$/.exec(part)
    if (found) open.set(Number(found[1]), Math.max(Number(found[2] ?? stepRows), stepRows))
  }
  return open
}

export function writeOpen(open: ReadonlyMap<number, number>): string | undefined {
  const parts = [...open].slice(-maxOpen).map(([id, rows]) => (rows > stepRows ? `${id}-${rows}` : String(id)))
  return parts.join('.') || undefined
}

export interface OpenNodes {
  /** Rows that an open node shows; undefined for a closed one. */
  rowsOf: (id: number) => number | undefined
  set: (id: number, open: boolean) => void
  setRows: (id: number, rows: number) => void
}

/** The open nodes of a tree, kept in the URL: back, reload and a shared link show the same rows. */
export function useOpenNodes(): OpenNodes {
  const text = (useSearch({ strict: false }) as Record<string, unknown>)[openKey]
  const go = useGo()
  const open = useMemo(() => readOpen(text), [text])
  const change = useCallback(
    (edit: (open: Map<number, number>) => void) =>
      void go('.', {
        search: (before) => {
          const next = readOpen(before[openKey])
          edit(next)
          return { ...before, [openKey]: writeOpen(next) }
        },
        // No history entry: back leaves the page.
        replace: true,
        resetScroll: false,
      }),
    [go],
  )
  return useMemo(
    () => ({
      rowsOf: (id) => open.get(id),
      set: (id, on) => change((next) => (on ? next.set(id, stepRows) : next.delete(id))),
      setRows: (id, rows) => change((next) => next.set(id, rows)),
    }),
    [open, change],
  )
}
