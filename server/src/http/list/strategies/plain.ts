import { readPage, type Page, type PageQuery } from '../query.ts'

/** A page with LIMIT and OFFSET. A page that is not full gives the total without counting. */
export async function plainPage<Row>(query: PageQuery<Row>): Promise<Page<Row>> {
  const { offset, request } = query
  const data = await readPage(query, undefined, offset)
  const isLast = data.length < request.perPage && (data.length > 0 || offset === 0)
  return { data, found: isLast ? offset + data.length : (await query.total()).total }
}
