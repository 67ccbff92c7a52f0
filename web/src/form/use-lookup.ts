import type { Endpoint } from '@trunkline/contract/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { call } from '../api/call.ts'

export interface LookupRow {
  id: number
  name: string
  /** The path of parent companies, as the server formats it. */
  path?: string | undefined
}

/** Rows per page of a lookup. */
const pageSize = 20

/** The rows of a lookup by text, page by page; requested only while the list is open. */
export function useLookup(endpoint: Endpoint, text: string, query: Record<string, unknown> | undefined, open: boolean) {
  const [requested] = useDebouncedValue(text.trim(), 200)
  const result = useInfiniteQuery({
    queryKey: [endpoint.name, 'lookup', requested, query ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const reply = (await call(endpoint, {
        query: {
          ...query,
          ...(requested ? { query: requested } : {}),
          ...(pageParam > 1 ? { page: pageParam } : {}),
        } as never,
        signal,
      })) as unknown as { data: LookupRow[] }
      return reply.data
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === pageSize ? pages.length + 1 : undefined),
    placeholderData: (before) => before,
    enabled: open,
    staleTime: 30_000,
  })
  return {
    rows: result.data?.pages.flat() ?? [],
    pending: result.isFetching,
    failed: result.isError,
    hasMore: result.hasNextPage,
    more: () => void result.fetchNextPage(),
  }
}
