import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint } from '../endpoint.ts'
import { id, integerText } from '../fields.ts'

export const searchHit = z.object({
  kind: z.enum(subjects),
  id: id(),
  title: z.string(),
  detail: z.string(),
  path: z.string(),
})
export type SearchHit = z.infer<typeof searchHit>

/** The palette's search over records: each kind is limited to the rows of its list. */
export const search = {
  index: endpoint({
    name: 'search.index',
    method: 'GET',
    path: '/search/index',
    access: 'self',
    summary: 'Search records of every kind that the caller may list',
    query: z.object({
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      limit: z.optional(integerText(1, 20)),
    }),
    reply: data(z.array(searchHit)),
  }),
}
