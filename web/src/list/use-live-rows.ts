import { useCallback, useEffect, useState } from 'react'
import type { ListRow } from './list-types.ts'
import { settle, type Page } from './live-rows.ts'

/** Time after an own change in which the list may reorder itself, because the user expects it. Milliseconds. */
const ownChange = 10_000

export interface LiveRows<Row> {
  page: Page<Row> | undefined
  waiting: number
  /** Shows the waiting changes. */
  show: () => void
  paused: boolean
  setPaused: (paused: boolean) => void
  /** Called before an own change, whose result is then shown at once. */
  expectChange: () => void
}

/**
 * Separates the shown rows from the fetched ones. `key` identifies the query: rows of another query are shown at once.
 */
export function useLiveRows<Row extends ListRow>(
  fresh: Page<Row> | undefined,
  key: string,
  startsPaused: boolean,
): LiveRows<Row> {
  const [paused, setPaused] = useState(startsPaused)
  const [state, setState] = useState<{
    key: string
    seen: Page<Row> | undefined
    page: Page<Row> | undefined
    waiting: number
  }>({ key, seen: undefined, page: undefined, waiting: 0 })
  // Counts own changes; zero again when the time for their results is over.
  const [expecting, setExpecting] = useState(0)
  useEffect(() => {
    if (expecting === 0) return
    const timer = setTimeout(() => setExpecting(0), ownChange)
    return () => clearTimeout(timer)
  }, [expecting])

  if (state.seen !== fresh || state.key !== key) {
    const takes = !fresh || !state.page || state.key !== key || expecting > 0
    const settled = takes || !fresh || !state.page ? { page: fresh, waiting: 0 } : settle(state.page, fresh, paused)
    setState({ key, seen: fresh, ...settled })
  }

  const show = useCallback(() => setState((before) => ({ ...before, page: before.seen, waiting: 0 })), [])
  const pause = useCallback(
    (next: boolean) => {
      setPaused(next)
      if (!next) show()
    },
    [show],
  )
  const expectChange = useCallback(() => setExpecting((before) => before + 1), [])
  return { page: state.page, waiting: state.waiting, show, paused, setPaused: pause, expectChange }
}
