import { readRows } from '../query.ts'
import type { Strategy } from './strategy.ts'

/**
 * A page whose ids are cached because finding them took long: reads the rows by id. If the caller can no longer see one
 * of them the page is searched again.
 */
export const rememberedPage: Strategy = async (query, next) => {
  const { actor, memory, whole, offset, source } = query
  // Resources have an index on the id; partitioned logs are read by time.
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
