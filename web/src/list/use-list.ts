import { useSearch } from '@tanstack/react-router'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { defaultPageSize } from '@trunkline/contract/list'
import { useCallback, useMemo, useRef } from 'react'
import { useCompanyContext } from '../access/company-context.ts'
import { useLive } from '../api/live.ts'
import { useCall } from '../api/query.ts'
import { useGo } from '../ui/navigation.ts'
import { useListEmbedding } from './embedding.ts'
import { parseTerms } from './filter-terms.ts'
import { changeSearch, compact, listSearch, type ListSearch } from './list-search.ts'
import type { ListRow, ListScreenProps } from './list-types.ts'
import type { Page } from './live-rows.ts'
import { parseSorts } from './sorting.ts'
import { useLiveRows } from './use-live-rows.ts'

export type ChangeSearch = (
  change: { [K in keyof ListSearch]?: ListSearch[K] | undefined },
  how?: { replace?: boolean },
) => void

export type ListState<Row extends ListRow> = ReturnType<typeof useList<Row>>

/** The state of a list: the query from the URL, the rows from the server. */
export function useList<Row extends ListRow>(
  {
    endpoint,
    params,
    fixed,
    tree,
    every,
  }: Pick<ListScreenProps<Row>, 'endpoint' | 'params' | 'fixed' | 'tree' | 'every'>,
  definition: ListDefinition,
) {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const search = useMemo(() => listSearch(raw), [raw])
  const company = useCompanyContext()
  const go = useGo()
  const still = useLive().status === 'paused'
  const embedding = useListEmbedding()

  const { company: _inAddress, ...requested } = search
  const narrowed = Boolean(search.search || search.trashed)
  const query = compact({
    ...requested,
    ...fixed,
    ...embedding?.fixed,
    ...(narrowed ? tree?.flat : {}),
    company: company.id,
  })
  const result = useCall(
    endpoint,
    { ...(params && { params: params as never }), query: query as never },
    every && !still ? { every } : {},
  )
  const fresh = (result.isError && !hasStaleRows(result) ? undefined : result.data) as Page<Row> | undefined
  const live = useLiveRows(result.isPlaceholderData ? undefined : fresh, JSON.stringify(query), result.isFetching)
  // The old rows stay, dimmed, while another query runs; but rows of a flat list are not a tree.
  const drawnFlat = useRef(narrowed)
  if (!result.isPlaceholderData) drawnFlat.current = narrowed
  const fits = !tree || drawnFlat.current === narrowed
  const page = live.page ?? (result.isPlaceholderData && fits ? fresh : undefined)

  const pageKeys = embedding?.keep.join()
  const searchKeys = [...(tree?.searchKeys ?? []), ...(embedding?.keep ?? [])].join()
  /** The parameters of the tree, and of the page that the list is embedded in. */
  const own = useMemo(
    () => compact(Object.fromEntries(searchKeys.split(',').map((key) => [key, raw[key]]))),
    [searchKeys, raw],
  )
  const latest = useRef(own)
  latest.current = own
  const change = useCallback<ChangeSearch>(
    (changes, how) =>
      void go('.', {
        search: (before) => ({
          ...latest.current,
          ...changeSearch(listSearch(before), changes),
          company: before['company'],
        }),
        replace: how?.replace ?? false,
        resetScroll: false,
      }),
    [go],
  )
  /** Replaces the whole state, for a saved view or "clear". */
  const open = useCallback(
    (next: ListSearch) =>
      void go('.', {
        search: (before) => ({
          ...Object.fromEntries((pageKeys?.split(',') ?? []).map((key) => [key, before[key]])),
          ...next,
          company: before['company'],
        }),
        resetScroll: false,
      }),
    [go, pageKeys],
  )

  return {
    definition,
    search,
    query,
    company,
    result,
    page,
    live,
    change,
    open,
    terms: useMemo(() => parseTerms(search.search, search.searchFields, definition), [search, definition]),
    sorts: useMemo(() => parseSorts(search.orderBy, search.sortedBy, definition), [search, definition]),
    perPage: search.perPage ?? defaultPageSize,
    /** Rows of the previous query are shown while this one runs. */
    dimmed: result.isPlaceholderData,
    /** The last request failed, and the rows are from the one before. */
    stale: result.isError && hasStaleRows(result) ? result : undefined,
    narrowed,
    own,
  }
}

/** A failed refetch keeps the rows, with their age; any other error replaces the list. */
const hasStaleRows = ({ error, data }: { error: { status: number } | null; data: unknown }) =>
  data !== undefined && (error?.status === 0 || error?.status === 503)
