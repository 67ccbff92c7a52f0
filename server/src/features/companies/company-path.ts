import type { CompanyStep } from '@trunkline/contract/resources/company'
import { sql } from 'kysely'

/** The way down to a ancestor_ids's last company, as far as the caller sees it: row security leaves out what is above. */
export const pathOf = (ancestorIds: string) => sql<CompanyStep[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type) order by step.place)
  from unnest(${sql.ref(ancestorIds)}) with ordinality as step(id, place) join company a on a.id = step.id), '[]')`

/** The same as one text: `A / B / C`. */
export const pathText = (ancestorIds: string) => sql<string>`coalesce((
  select string_agg(a.name, ' / ' order by step.place)
  from unnest(${sql.ref(ancestorIds)}) with ordinality as step(id, place) join company a on a.id = step.id), '')`
