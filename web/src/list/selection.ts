import type { ListSearch } from './list-search.ts'
import type { BulkSelection, MatchingSelection, RowId } from './list-types.ts'

/** Individually selected rows, over several pages, or all that match. */
export type Selection<Id extends RowId = number> =
  | { kind: 'ids'; ids: ReadonlySet<Id> }
  | { kind: 'matching'; total: number }

export const nothing: Selection<never> = { kind: 'ids', ids: new Set() }

/** The maximum of ids in a bulk call; "all that match" has no limit. */
export const maxIds = 1000

export const countOf = (selection: Selection<RowId>): number =>
  selection.kind === 'ids' ? selection.ids.size : selection.total

export const isSelected = <Id extends RowId>(selection: Selection<Id>, id: Id): boolean =>
  selection.kind === 'matching' || selection.ids.has(id)

/** Toggles a row. From "all that match", the remaining rows of the page stay selected. */
export function toggleRow<Id extends RowId>(selection: Selection<Id>, id: Id, pageIds: readonly Id[]): Selection<Id> {
  const ids = new Set(selection.kind === 'matching' ? pageIds : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'ids', ids }
}

/** Sets all rows between two positions of the page to the state of the clicked one. */
export function toggleRange<Id extends RowId>(
  selection: Selection<Id>,
  from: number,
  to: number,
  pageIds: readonly Id[],
): Selection<Id> {
  const ids = new Set(selection.kind === 'matching' ? pageIds : selection.ids)
  const last = pageIds[to]
  const on = last === undefined || !ids.has(last)
  for (const id of pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (on) ids.add(id)
    else ids.delete(id)
  }
  return { kind: 'ids', ids }
}

export const pageSelected = <Id extends RowId>(selection: Selection<Id>, pageIds: readonly Id[]): boolean =>
  pageIds.length > 0 && pageIds.every((id) => isSelected(selection, id))

/** First step: the rows of this page, or none of them. */
export function togglePage<Id extends RowId>(selection: Selection<Id>, pageIds: readonly Id[]): Selection<Id> {
  if (selection.kind === 'matching') return nothing
  const ids = new Set(selection.ids)
  const on = !pageSelected(selection, pageIds)
  for (const id of pageIds) {
    if (on) ids.add(id)
    else ids.delete(id)
  }
  return { kind: 'ids', ids }
}

/** Second step: all `total` rows that match the list. */
export const selectMatching = (total: number): Selection<never> => ({ kind: 'matching', total })

/** The body of a bulk call. With the count, the server rejects it when the count has changed. */
export function toBulk<Id extends RowId>(selection: Selection<Id>, search: ListSearch): BulkSelection<Id> {
  if (selection.kind === 'ids') return { ids: [...selection.ids] }
  const matching: MatchingSelection = { total: selection.total }
  if (search.search) matching.search = search.search
  if (search.searchFields) matching.searchFields = search.searchFields
  if (search.searchJoin) matching.searchJoin = search.searchJoin
  if (search.trashed) matching.trashed = search.trashed
  if (search.company) matching.company = search.company
  return { matching }
}
