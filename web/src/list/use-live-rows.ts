import { useCallback, useState } from 'react'
import { expectOwnChange, useOwnChanges } from '../api/own-changes.ts'
import type { ListRow } from './list-types.ts'
import { settle, type Page } from './live-rows.ts'

export interface LiveRows<Row> {
  page: Page<Row> | undefined
  waiting: number
  /** Shows the waiting changes. */
  show: () => void
  paused: boolean
  setPaused: (paused: boolean) => void
  /** Called before an own change that no call of this page reports, whose result is then shown at once. */
  expectChange: () => void
}

/**
 * Separates the shown rows from the fetched ones. `key` identifies the query: rows of another query are shown at once,
 * and so are those that replace cached rows when a list opens, and the effects of changes that this page requested.
 * @param fetching a request of the query runs
 */
export function useLiveRows<Row extends ListRow>(
  fresh: Page<Row> | undefined,
  key: string,
  fetching: boolean,
): LiveRows<Row> {
  const [paused, setPaused] = useState(false)
  const [state, setState] = useState<{
    key: string
    seen: Page<Row> | undefined
    page: Page<Row> | undefined
    waiting: number
    /** The first request of the query, if any, has ended: the rows are no longer those of a cache. */
    opened: boolean
  }>({ key, seen: undefined, page: undefined, waiting: 0, opened: false })
  const expecting = useOwnChanges()

  const opens = state.key !== key || !state.opened
  const late = expecting && state.waiting > 0
  const opened = fresh !== undefined && !fetching
  if (state.seen !== fresh || state.key !== key || late || (opens && opened)) {
    const takes = !fresh || !state.page || opens || expecting
    const settled = takes ? { page: fresh, waiting: 0 } : settle(state.page as Page<Row>, fresh, paused)
    setState({ key, seen: fresh, opened: opened || !opens, ...settled })
  }

  const show = useCallback(() => setState((before) => ({ ...before, page: before.seen, waiting: 0 })), [])
  const pause = useCallback(
    (next: boolean) => {
      setPaused(next)
      if (!next) show()
    },
    [show],
  )
  return { page: state.page, waiting: state.waiting, show, paused, setPaused: pause, expectChange: expectOwnChange }
}
