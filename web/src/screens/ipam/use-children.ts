import { useInfiniteQuery } from '@tanstack/react-query'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import { useEffect } from 'react'
import { call, type ApiError } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { stepRows } from './open-nodes.ts'

interface Asked {
  after: string | undefined
  limit: number
}

/** The largest page that the call gives. */
const largest = 200

/**
 * What is in a node, page after page in order of address: its children and what is free between them, until there are
 * `wanted` rows. A change of any subnet reads the pages anew.
 */
export function useChildren(id: number, wanted: number) {
  const result = useInfiniteQuery<
    { data: TreeRow[]; next: string | null; total: number | null },
    ApiError,
    { rows: TreeRow[]; total: number | null },
    readonly unknown[],
    Asked
  >(
    {
      queryKey: [subnets.children.name, { id }, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call(subnets.children, { params: { id }, query: { after: pageParam.after, limit: pageParam.limit }, signal }),
      initialPageParam: { after: undefined, limit: Math.min(wanted, largest) },
      getNextPageParam: (last) => (last.next === null ? undefined : { after: last.next, limit: stepRows }),
      select: ({ pages }) => ({ rows: pages.flatMap((page) => page.data), total: pages[0]?.total ?? null }),
      meta: { subjects: ['subnets'], row: undefined },
    },
    queryClient,
  )
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = result
  const short = data !== undefined && data.rows.length < wanted && hasNextPage
  useEffect(() => {
    if (short && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [short, isFetching, isFetchNextPageError, fetchNextPage])
  return {
    rows: result.data?.rows,
    /** Children, free stretches not among them. */
    total: result.data?.total ?? null,
    error: result.data ? null : result.error,
    retry: () => void result.refetch(),
    hasMore: hasNextPage,
    /** Tries again what failed. */
    retryMore: () => void fetchNextPage(),
    moreFailed: isFetchNextPageError,
    loadingMore: result.isFetchingNextPage || (short && !isFetchNextPageError),
  }
}
