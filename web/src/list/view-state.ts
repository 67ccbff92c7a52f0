import type { viewState } from '@trunkline/contract/resources/saved-view'
import type * as z from 'zod/mini'
import { compact, listSearch, type ListSearch } from './list-search.ts'

export type ViewState = z.infer<typeof viewState>

/** What a saved view keeps of a list: filter, order, page size and columns. Never the page number, never the company. */
export function toViewState(search: ListSearch, columns: readonly string[]): ViewState {
  const { search: text, searchFields, searchJoin, orderBy, sortedBy, perPage, trashed } = search
  return compact({ search: text, searchFields, searchJoin, orderBy, sortedBy, perPage, trashed, columns: [...columns] })
}

/** The list that a view opens: page 1, in the company context that is chosen now. */
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

/** Whether a list shows what the view says, so that the view can be told as open. Columns are compared apart. */
export const showsView = (search: ListSearch, state: ViewState): boolean => stateKey(search) === stateKey(state)
