import type { ListSearch } from './list-search.ts'
import type { BulkSelection, MatchingSelection, RowId } from './list-types.ts'

/** Rows chosen by hand, over several pages if need be, or all that match. */
export type Selection<Id extends RowId = number> =
  | { kind: 'ids'; ids: ReadonlySet<Id> }
  | { kind: 'matching'; total: number }

export const nothing: Selection<never> = { kind: 'ids', ids: new Set() }

/** A bulk call takes at most this many ids; all matching has no such limit. */
export const maxIds = 1000

export const countOf = (selection: Selection<RowId>): number =>
  selection.kind === 'ids' ? selection.ids.size : selection.total

export const isSelected = <Id extends RowId>(selection: Selection<Id>, id: Id): boolean =>
  selection.kind === 'matching' || selection.ids.has(id)

/** One row on or off. Out of "all matching" a click goes back to the rows of the page that are left. */
export function toggleRow<Id extends RowId>(selection: Selection<Id>, id: Id, pageIds: readonly Id[]): Selection<Id> {
  const ids = new Set(selection.kind === 'matching' ? pageIds : selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'ids', ids }
}

/** All rows between two places of the page take the state that a click gives to the last one. */
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

/** Second step, asked for in words: all `total` rows that match the list as it is. */
export const selectMatching = (total: number): Selection<never> => ({ kind: 'matching', total })

/** What a bulk call sends. The count goes along so that the server can refuse when it is not that any more. */
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
