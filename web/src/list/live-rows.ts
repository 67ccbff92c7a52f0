import type { Pagination } from '@trunkline/contract/list'
import type { ListRow, RowId } from './list-types.ts'

export interface Page<Row> {
  data: Row[]
  meta: { pagination: Pagination }
}

/** What a list shows of what it has read: fresh rows never move under the pointer by themselves. */
export interface Settled<Row> {
  page: Page<Row>
  /** How many rows came, went, moved, or (while paused) changed without being shown. */
  waiting: number
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** How many of `ids` have to move so that all stand as in `order`: all but those that keep their order among each other. */
function movedAmong(ids: readonly RowId[], order: readonly RowId[]): number {
  const place = new Map(order.map((id, index) => [id, index]))
  // The longest row of rising places, by its last place for each length.
  const ends: number[] = []
  for (const id of ids) {
    const at = place.get(id) ?? 0
    const longer = ends.findIndex((end) => end >= at)
    ends[longer < 0 ? ends.length : longer] = at
  }
  return ids.length - ends.length
}

/**
 * Lays a refetched page over the shown one. Where the rows are the same and in the same order, it takes their place
 * (react-query keeps unchanged rows identical, so only changed cells are drawn). Where the order would change, known
 * rows are patched where they stand and the rest waits until the reader asks for it. While paused, all of it waits.
 */
export function settle<Row extends ListRow>(shown: Page<Row>, fresh: Page<Row>, paused: boolean): Settled<Row> {
  const byId = new Map(fresh.data.map((row) => [row.id, row]))
  const known = new Set(shown.data.map((row) => row.id))
  const came = fresh.data.filter((row) => !known.has(row.id)).length
  const went = shown.data.filter((row) => !byId.has(row.id)).length
  const changed = shown.data.filter((row) => byId.has(row.id) && !same(row, byId.get(row.id))).length
  // Nobody reads an empty list: what comes is shown.
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
