import type { CompanyStep } from '@trunkline/contract/resources/company'
import { sql } from 'kysely'

/**
 * The companies of an `ancestor_ids` column from the root, limited to those visible: row security hides the caller's
 * ancestors.
 */
export const pathOf = (ancestorIds: string) => sql<CompanyStep[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type) order by step.place)
  from unnest(${sql.ref(ancestorIds)}) with ordinality as step(id, place) join company a on a.id = step.id), '[]')`

/** The same as text: `A / B / C`. */
export const pathText = (ancestorIds: string) => sql<string>`coalesce((
  select string_agg(a.name, ' / ' order by step.place)
  from unnest(${sql.ref(ancestorIds)}) with ordinality as step(id, place) join company a on a.id = step.id), '')`
