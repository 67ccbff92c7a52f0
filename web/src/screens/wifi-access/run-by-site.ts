import type { Endpoint } from '@trunkline/contract/endpoint'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { ApiError, call } from '../../api/call.ts'
import { invalidateSubject } from '../../api/query.ts'
import { newKey } from '../../api/request.ts'
import type { Page } from '../../list/live-rows.ts'
import type { BulkReportRow, BulkSelection } from '../../list/list-types.ts'
import { followWrites } from './writes.ts'

type EntryOfSite = Pick<AccessEntry, 'id' | 'site_id'>

/** Ids per search: with seven digits each the text stays below the maximum length of a search. */
const idsPerSearch = 100
const pageSize = 200
/** The maximum of one call. */
const idsPerCall = 1000

const pageOf = async (index: Endpoint, query: object) =>
  (await call(index, { query: query as never })) as unknown as Page<EntryOfSite>

/**
 * The entries of a selection with their sites.
 * @throws ApiError selection_moved, with the new count, if other rows match than were confirmed
 */
async function entriesOf(index: Endpoint, selection: BulkSelection): Promise<EntryOfSite[]> {
  const found: EntryOfSite[] = []
  if ('ids' in selection) {
    for (let at = 0; at < selection.ids.length; at += idsPerSearch) {
      const ids = selection.ids.slice(at, at + idsPerSearch)
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
        message: 'The list has changed in the meantime.',
        details: { total: meta.pagination.total },
      })
    found.push(...data)
    if (page >= meta.pagination.last_page) return found
  }
}

/**
 * Calls `endpoint`, which takes entries of one site, for a selection of several sites. An error of one site does not
 * keep the others from being changed.
 * @param index the list of the selection, without parameters in its path
 * @param textOf the text of a site's error in the report
 * @throws ApiError selection_moved; all other errors are in the report
 */
export async function runBySite(
  index: Endpoint,
  endpoint: Endpoint,
  selection: BulkSelection,
  textOf: (error: unknown) => string,
): Promise<BulkReportRow[]> {
  const entries = await entriesOf(index, selection)
  const bySite = new Map<number, number[]>()
  for (const { id, site_id } of entries) bySite.set(site_id, [...(bySite.get(site_id) ?? []), id])
  const report: BulkReportRow[] = []
  for (const [site, all] of bySite)
    for (let at = 0; at < all.length; at += idsPerCall) {
      const ids = all.slice(at, at + idsPerCall)
      try {
        const input = { params: { id: site }, body: { ids }, idempotencyKey: newKey() }
        const reply = (await call(endpoint, input as never)) as unknown as { data: { commands: QueuedOnDevice[] } }
        followWrites(site, reply.data.commands)
        report.push(...ids.map((id) => ({ id, ok: true })))
      } catch (error) {
        const code = error instanceof ApiError ? error.code : 'internal'
        report.push(...ids.map((id) => ({ id, ok: false, code, message: textOf(error) })))
      }
    }
  // Entries that were deleted in the meantime.
  const found = new Set(entries.map(({ id }) => id))
  if ('ids' in selection)
    report.push(
      ...selection.ids.filter((id) => !found.has(id)).map((id) => ({ id, ok: false, code: 'not_found' as const })),
    )
  invalidateSubject('access-control')
  invalidateSubject('wifi')
  return report
}
