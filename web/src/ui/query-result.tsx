import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { TableSkeleton } from './skeletons.tsx'

/**
 * What a query of rows shows: a skeleton while there are none, the error with a retry, the empty state, or `children`.
 * Rows of an earlier reply stay when a later request fails.
 */
export function QueryResult<Row>({
  query,
  rows,
  skeleton = {},
  empty,
  children,
}: {
  query: { error: unknown; refetch: () => unknown }
  /** Undefined until the first reply. */
  rows: readonly Row[] | undefined
  skeleton?: { rows?: number; columns?: number }
  empty: { title: string; text?: string; icon?: ReactNode }
  children: (rows: readonly Row[]) => ReactNode
}) {
  if (query.error && !rows?.length) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />
  if (!rows) return <TableSkeleton {...skeleton} />
  return rows.length === 0 ? <EmptyState {...empty} /> : children(rows)
}
