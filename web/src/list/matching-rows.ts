import type { Endpoint, Params } from '@trunkline/contract/endpoint'
import { call } from '../api/call.ts'
import type { ListRow } from './list-types.ts'
import type { Page } from './live-rows.ts'
import { maxIds } from './selection.ts'

const pageSize = 200

/**
 * The rows that a list query matches, page by page: at most `maxIds`, the first ones in the order of the list.
 * @param query of the list, as it was called
 * @throws {ApiError} if a page can't be read
 */
export async function readMatchingRows<Row extends ListRow>(
  endpoint: Endpoint,
  params: Params<Endpoint> | undefined,
  query: object,
): Promise<Row[]> {
  // A row that moves between two pages is listed twice.
  const found = new Map<Row['id'], Row>()
  for (let page = 1; found.size < maxIds; page++) {
    const input = { ...(params && { params }), query: { ...query, page, perPage: pageSize } }
    const { data, meta } = (await call(endpoint, input as never)) as unknown as Page<Row>
    for (const row of data) found.set(row.id, row)
    if (page >= meta.pagination.last_page) break
  }
  return [...found.values()].slice(0, maxIds)
}
