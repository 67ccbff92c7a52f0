import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Page } from './live-rows.ts'
import type { BulkReportRow, BulkSelection, ListRow, RowId } from './list-types.ts'
import { ApiError, call } from '../api/call.ts'
import { newKey } from '../api/request.ts'

/** The page size for collecting ids: the maximum of a list. */
const pageSize = 200
/** Concurrent calls. */
const atOnce = 4

/**
 * The ids of a selection: the given ones, or all that match.
 * @throws ApiError selection_moved with the current count, where it differs from the confirmed one
 */
async function idsOf<Id extends RowId>(index: Endpoint, selection: BulkSelection<Id>, fixed: object): Promise<Id[]> {
  if ('ids' in selection) return selection.ids
  const { total, ...matching } = selection.matching
  const ids: Id[] = []
  for (let page = 1; ; page++) {
    const query = { ...matching, ...fixed, orderBy: 'id', sortedBy: 'asc', page, perPage: pageSize }
    const { data, meta } = (await call(index, { query: query as never })) as unknown as Page<ListRow & { id: Id }>
    if (meta.pagination.total !== total)
      throw new ApiError({
        status: 409,
        code: 'selection_moved',
        message: 'The list has changed.',
        details: { total: meta.pagination.total },
      })
    ids.push(...data.map((row) => row.id))
    if (page >= meta.pagination.last_page) return ids
  }
}

/** Repeats a rate-limited call after the time that the server asks for. */
async function patiently(run: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await run()
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000))
    }
}

/**
 * Runs a call for each row of a selection and reports each result, for lists whose calls have no selection.
 * @throws ApiError selection_moved; other errors of a row are in its report
 */
export async function eachRow<Id extends RowId>(
  index: Endpoint,
  operation: Endpoint,
  selection: BulkSelection<Id>,
  {
    explain,
    fixed = {},
    onProgress,
  }: {
    /** The error as text. */ explain: (error: unknown) => string
    fixed?: object
    /** Called with the number of finished rows and their total. */
    onProgress?: (done: number, of: number) => void
  },
): Promise<BulkReportRow<Id>[]> {
  const ids = await idsOf(index, selection, fixed)
  const report: BulkReportRow<Id>[] = []
  let next = 0
  let done = 0
  const work = async () => {
    for (let at = next++; at < ids.length; at = next++) {
      const id = ids[at] as Id
      // One idempotency key per row: a repeated call runs once.
      const idempotencyKey = newKey()
      try {
        await patiently(() => call(operation, { params: { id }, idempotencyKey } as never))
        report[at] = { id, ok: true }
      } catch (error) {
        report[at] = {
          id,
          ok: false,
          code: error instanceof ApiError ? error.code : 'internal',
          message: explain(error),
        }
      }
      onProgress?.(++done, ids.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work))
  return report
}
