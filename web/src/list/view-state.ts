import type { viewState } from '@trunkline/contract/resources/saved-view'
import type * as z from 'zod/mini'
import { compact, listSearch, type ListSearch } from './list-search.ts'

export type ViewState = z.infer<typeof viewState>

/** What a saved view stores: filter, order, page size and columns, but neither the page number nor the company. */
export function toViewState(search: ListSearch, columns: readonly string[]): ViewState {
  const { search: text, searchFields, searchJoin, orderBy, sortedBy, perPage, trashed } = search
  return compact({ search: text, searchFields, searchJoin, orderBy, sortedBy, perPage, trashed, columns: [...columns] })
}

/** The list state of a view: page 1, in the current company context. */
export function fromViewState(state: ViewState, company: number | undefined): ListSearch {
  const { columns: _columns, ...rest } = state
  return listSearch({ ...rest, page: undefined, company })
}

const stateKey = ({ search, searchFields, searchJoin, orderBy, sortedBy, perPage, trashed }: ViewState | ListSearch) =>
  JSON.stringify([
    search ?? '',
    searchFields ?? '',
    searchJoin ?? 'and',
    orderBy ?? '',
    sortedBy ?? '',
    perPage ?? 0,
    trashed ?? 'without',
  ])

/** Whether a list shows a view, so that the view is marked as open. Columns are compared separately. */
export const showsView = (search: ListSearch, state: ViewState): boolean => stateKey(search) === stateKey(state)
