import { readRows } from '../query.ts'
import type { Strategy } from './strategy.ts'

/**
 * A page whose ids took long to find, and nothing has changed since: its rows are read by their ids. Where the caller
 * does not see one of them any more the page is found again.
 */
export const rememberedPage: Strategy = async (query, next) => {
  const { actor, memory, whole, offset, source } = query
  // Records have an index on their id; logs in partitions are read by time.
  if (!source.softDelete) return next()
  const part = `${offset} ${query.request.perPage}`
  const known = memory.page(actor, whole, part)
  if (known !== undefined) {
    const data = await readRows(query, known.ids)
    if (data.length === known.ids.length) return { data, found: known.found }
  }
  const finding = memory.findPage(actor, whole, part)
  const page = await next()
  finding.remember({ ids: page.data.map((row) => (row as { id: number }).id), found: page.found })
  return page
}
