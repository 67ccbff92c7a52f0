import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { IpRow } from '@trunkline/contract/resources/subnet-shapes'
import { call, type ApiError } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** Rows that are read at a time. */
const limit = 50

/** Addresses, ranges and free stretches of a network in order of address, page after page; with `query` only addresses that match. */
export function useAddresses(id: number, query: string) {
  const result = useInfiniteQuery<
    { data: IpRow[]; next: string | null; total: number | null },
    ApiError,
    IpRow[],
    readonly unknown[],
    string | undefined
  >(
    {
      queryKey: [subnets.ips.name, { id }, query, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call(subnets.ips, {
          params: { id },
          query: { limit, after: pageParam, ...(query ? { query } : {}) },
          signal,
        }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      select: ({ pages }) => pages.flatMap((page) => page.data),
      placeholderData: keepPreviousData,
      meta: { subjects: ['subnets'], row: undefined },
    },
    queryClient,
  )
  return {
    rows: result.data,
    error: result.data ? null : result.error,
    retry: () => void result.refetch(),
    dimmed: result.isPlaceholderData,
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    more: () => void result.fetchNextPage(),
  }
}
