import { useSearch } from '@tanstack/react-router'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { defaultPageSize } from '@trunkline/contract/list'
import { useCallback, useMemo, useRef } from 'react'
import { useCompanyContext } from '../access/company-context.ts'
import { useLive } from '../api/live.ts'
import { useCall } from '../api/query.ts'
import { useGo } from '../ui/navigation.ts'
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

/** The state of a list: the URL says what is asked, the server what is there. */
export function useList<Row extends ListRow>({
  endpoint,
  fixed,
  tree,
  every,
}: Pick<ListScreenProps<Row>, 'endpoint' | 'fixed' | 'tree' | 'every'>) {
  const definition = endpoint.list as ListDefinition
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const search = useMemo(() => listSearch(raw), [raw])
  const company = useCompanyContext()
  const go = useGo()
  const still = useLive().status === 'paused'

  const { company: _inAddress, ...requested } = search
  const narrowed = Boolean(search.search || search.trashed)
  const query = compact({ ...requested, ...fixed, ...(narrowed ? tree?.flat : {}), company: company.id })
  const result = useCall(endpoint, { query: query as never }, every && !still ? { every } : {})
  const fresh = (result.isError && !keepsRows(result) ? undefined : result.data) as Page<Row> | undefined
  const live = useLiveRows(result.isPlaceholderData ? undefined : fresh, JSON.stringify(query), false)
  // While another question is being answered, the old rows stay, dimmed; but those of a flat list are no tree.
  const drawnFlat = useRef(narrowed)
  if (!result.isPlaceholderData) drawnFlat.current = narrowed
  const fits = !tree || drawnFlat.current === narrowed
  const page = live.page ?? (result.isPlaceholderData && fits ? fresh : undefined)

  const keeps = tree?.keeps.join()
  /** What of the address is the tree's own. */
  const own = useMemo(
    () => compact(Object.fromEntries((keeps?.split(',') ?? []).map((key) => [key, raw[key]]))),
    [keeps, raw],
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
  /** Replaces all of it, as a saved view or "clear" does. */
  const open = useCallback(
    (next: ListSearch) =>
      void go('.', { search: (before) => ({ ...next, company: before['company'] }), resetScroll: false }),
    [go],
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
    /** Rows of an earlier question are shown while this one is answered. */
    dimmed: result.isPlaceholderData,
    /** The last reading failed, and the rows are those of the one before. */
    stale: result.isError && keepsRows(result) ? result : undefined,
    narrowed,
    own,
  }
}

/** A refetch that did not get through leaves the rows, with their age; everything else that fails empties the list. */
const keepsRows = ({ error, data }: { error: { status: number } | null; data: unknown }) =>
  data !== undefined && (error?.status === 0 || error?.status === 503)
