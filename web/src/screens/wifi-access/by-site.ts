import type { Endpoint } from '@trunkline/contract/endpoint'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { ApiError, call } from '../../api/call.ts'
import { invalidateSubject } from '../../api/query.ts'
import { newKey } from '../../api/request.ts'
import type { Page } from '../../list/live-rows.ts'
import type { BulkReportRow, BulkSelection } from '../../list/list-types.ts'
import { followWrites } from './writes.ts'

type Placed = Pick<AccessEntry, 'id' | 'site_id'>

/** Most ids of one search: with seven digits each it stays below what a search may hold. */
const idsAtOnce = 100
const pageSize = 200
/** Most ids of one call. */
const maxIds = 1000

const pageOf = async (index: Endpoint, query: object) =>
  (await call(index, { query: query as never })) as unknown as Page<Placed>

/**
 * The entries of a selection with their sites: those named, or all that match the list.
 * @throws ApiError selection_moved, with the count of now, where other rows match than were confirmed
 */
async function placesOf(index: Endpoint, selection: BulkSelection): Promise<Placed[]> {
  const found: Placed[] = []
  if ('ids' in selection) {
    for (let at = 0; at < selection.ids.length; at += idsAtOnce) {
      const ids = selection.ids.slice(at, at + idsAtOnce)
      const query = { search: `id:${ids.join(',')}`, searchFields: 'id:in', perPage: pageSize }
      found.push(...(await pageOf(index, query)).data)
    }
    return found
  }
  const { total, ...matching } = selection.matching
  for (let page = 1; ; page++) {
    const { data, meta } = await pageOf(index, {
      ...matching,
      orderBy: 'name',
      sortedBy: 'asc',
      page,
      perPage: pageSize,
    })
    if (meta.pagination.total !== total)
      throw new ApiError({
        status: 409,
        code: 'selection_moved',
        message: 'The list has changed meanwhile.',
        details: { total: meta.pagination.total },
      })
    found.push(...data)
    if (page >= meta.pagination.last_page) return found
  }
}

/**
 * Does `deed`, a call about entries of one site, to a selection of any sites, site by site: what one site refuses does
 * not keep the others from it.
 * @param index the list that the selection was made in, without parameters in its path
 * @throws ApiError selection_moved; whatever a site refuses stands in the report of its rows
 */
export async function eachSite(
  index: Endpoint,
  deed: Endpoint,
  selection: BulkSelection,
  describe: (error: unknown) => string,
): Promise<BulkReportRow[]> {
  const placed = await placesOf(index, selection)
  const bySite = new Map<number, number[]>()
  for (const { id, site_id } of placed) bySite.set(site_id, [...(bySite.get(site_id) ?? []), id])
  const report: BulkReportRow[] = []
  for (const [site, all] of bySite)
    for (let at = 0; at < all.length; at += maxIds) {
      const ids = all.slice(at, at + maxIds)
      try {
        const input = { params: { id: site }, body: { ids }, idempotencyKey: newKey() }
        const reply = (await call(deed, input as never)) as unknown as { data: { commands: QueuedOnDevice[] } }
        followWrites(site, reply.data.commands)
        report.push(...ids.map((id) => ({ id, ok: true })))
      } catch (error) {
        const code = error instanceof ApiError ? error.code : 'internal'
        report.push(...ids.map((id) => ({ id, ok: false, code, message: describe(error) })))
      }
    }
  // Those that went meanwhile.
  const known = new Set(placed.map(({ id }) => id))
  if ('ids' in selection)
    report.push(
      ...selection.ids.filter((id) => !known.has(id)).map((id) => ({ id, ok: false, code: 'not_found' as const })),
    )
  invalidateSubject('access-control')
  invalidateSubject('wifi')
  return report
}
