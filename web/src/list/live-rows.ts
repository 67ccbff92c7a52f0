import type { Pagination } from '@trunkline/contract/list'
import type { ListRow, RowId } from './list-types.ts'

export interface Page<Row> {
  data: Row[]
  meta: { pagination: Pagination }
}

/** The shown rows of a list: rows never move under the pointer by themselves. */
export interface Settled<Row> {
  page: Page<Row>
  /** The number of rows that were added, removed, moved, or (while paused) changed without being shown. */
  waiting: number
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The number of `ids` that must move for the order of `order`: all but the longest sequence that keeps its order. */
function movedAmong(ids: readonly RowId[], order: readonly RowId[]): number {
  const place = new Map(order.map((id, index) => [id, index]))
  // The longest increasing subsequence, by its last position for each length.
  const ends: number[] = []
  for (const id of ids) {
    const at = place.get(id) ?? 0
    const longer = ends.findIndex((end) => end >= at)
    ends[longer < 0 ? ends.length : longer] = at
  }
  return ids.length - ends.length
}

/**
 * Merges a refetched page into the shown one. With the same rows in the same order, it replaces them (react-query keeps
 * unchanged rows identical, so only changed cells are rendered). Where the order would change, known rows are updated
 * in place and the rest waits until the user asks for it. While paused, everything waits.
 */
export function settle<Row extends ListRow>(shown: Page<Row>, fresh: Page<Row>, paused: boolean): Settled<Row> {
  const byId = new Map(fresh.data.map((row) => [row.id, row]))
  const known = new Set(shown.data.map((row) => row.id))
  const came = fresh.data.filter((row) => !known.has(row.id)).length
  const went = shown.data.filter((row) => !byId.has(row.id)).length
  const changed = shown.data.filter((row) => byId.has(row.id) && !same(row, byId.get(row.id))).length
  // Nothing can move in an empty list: new rows are shown at once.
  if (!paused && shown.data.length === 0) return { page: fresh, waiting: 0 }
  if (paused) return { page: shown, waiting: Math.max(came, went) + changed }
  const moved = movedAmong(
    shown.data.filter((row) => byId.has(row.id)).map((row) => row.id),
    fresh.data.filter((row) => known.has(row.id)).map((row) => row.id),
  )
  if (came + went + moved === 0) return { page: fresh, waiting: 0 }
  const data = shown.data.map((row) => byId.get(row.id) ?? row)
  return { page: { data, meta: shown.meta }, waiting: Math.max(came, went) + moved }
}
