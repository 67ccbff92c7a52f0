import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { IpRow, TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import { useEffect } from 'react'
import { call, type ApiError } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { stepRows } from './open-nodes.ts'

/** Rows of a page of addresses. */
const addressPage = 50
/** The most rows that one call returns. */
const maxPage = 200

interface PageParam {
  after: string | undefined
  limit: number
}

/**
 * Rows of a subnet in order of address, page by page. A change of any subnet reloads the pages.
 *
 * @param first rows of the first page
 * @param step rows of each further page
 */
function usePages<Row>(endpoint: Endpoint, id: number, first: number, step: number, query = '') {
  const result = useInfiniteQuery<
    { data: Row[]; next: string | null; total: number | null },
    ApiError,
    { rows: Row[]; total: number | null },
    readonly unknown[],
    PageParam
  >(
    {
      queryKey: [endpoint.name, { id }, query, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call(endpoint, { params: { id }, query: { ...pageParam, ...(query ? { query } : {}) }, signal }) as never,
      initialPageParam: { after: undefined, limit: first },
      getNextPageParam: (last) => (last.next === null ? undefined : { after: last.next, limit: step }),
      select: ({ pages }) => ({ rows: pages.flatMap((page) => page.data), total: pages[0]?.total ?? null }),
      placeholderData: keepPreviousData,
      meta: { subjects: ['subnets'], row: undefined },
    },
    queryClient,
  )
  return { ...result, rows: result.data?.rows, total: result.data?.total ?? null }
}

/** Addresses, ranges and free ranges of a network; with `query` only addresses that match. */
export const useAddresses = (id: number, query: string) =>
  usePages<IpRow>(subnets.ips, id, addressPage, addressPage, query)

/**
 * Children of a subnet and the free blocks between them, until there are `wanted` rows. `total` counts the children
 * alone.
 */
export function useChildren(id: number, wanted: number) {
  const pages = usePages<TreeRow>(subnets.children, id, Math.min(wanted, maxPage), stepRows)
  const { rows, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const incomplete = rows !== undefined && rows.length < wanted && hasNextPage
  useEffect(() => {
    if (incomplete && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [incomplete, isFetching, isFetchNextPageError, fetchNextPage])
  return { ...pages, loadingMore: pages.isFetchingNextPage || (incomplete && !isFetchNextPageError) }
}
