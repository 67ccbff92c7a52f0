import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** The parameter of the address that names the open nodes: `12.15-75`, the number after the dash where more rows were asked for. */
export const openKey = 'open'

/** Rows that a node shows when it is opened, and that each "more" adds. */
export const stepRows = 25
/** More than this no address holds; those opened first close first. */
const maxOpen = 60

/** Open nodes, and how many rows of each were asked for. What is malformed is left out. */
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
  /** Rows asked for of an open node; undefined: it is closed. */
  rowsOf: (id: number) => number | undefined
  set: (id: number, open: boolean) => void
  setRows: (id: number, rows: number) => void
}

/** The open nodes of a tree, which stand in the address: back, reload and a shared link show the same. */
export function useOpenNodes(): OpenNodes {
  const text = (useSearch({ strict: false }) as Record<string, unknown>)[openKey]
  const navigate = useNavigate()
  const open = useMemo(() => readOpen(text), [text])
  const change = useCallback(
    (edit: (open: Map<number, number>) => void) =>
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => {
          const next = readOpen(before[openKey])
          edit(next)
          return { ...before, [openKey]: writeOpen(next) }
        }) as never,
        // Opening is no step: back leaves the page.
        replace: true,
        resetScroll: false,
      }),
    [navigate],
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
