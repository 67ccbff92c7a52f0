import type { ListDefinition } from '@trunkline/contract/endpoint'

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

/** Reads `orderBy` and `sortedBy` (both by `;`); unknown fields fall out, no parameters give the list's own order. */
export function parseSorts(
  orderBy: string | undefined,
  sortedBy: string | undefined,
  definition: ListDefinition,
): Sort[] {
  if (!orderBy) return [{ field: definition.order[0], direction: definition.order[1] }]
  const directions = (sortedBy ?? '').split(';')
  const sorts: Sort[] = []
  orderBy.split(';').forEach((field, index) => {
    if (!definition.sort.includes(field) || sorts.some((sort) => sort.field === field)) return
    sorts.push({ field, direction: (directions[index] ?? directions.at(-1)) === 'desc' ? 'desc' : 'asc' })
  })
  return sorts
}

/** Writes both parameters; the list's own order needs none. */
export function buildSorts(
  sorts: readonly Sort[],
  definition: ListDefinition,
): { orderBy: string | undefined; sortedBy: string | undefined } {
  const own =
    sorts.length === 1 && sorts[0]?.field === definition.order[0] && sorts[0].direction === definition.order[1]
  if (own || sorts.length === 0) return { orderBy: undefined, sortedBy: undefined }
  return { orderBy: sorts.map((sort) => sort.field).join(';'), sortedBy: sorts.map((sort) => sort.direction).join(';') }
}

/**
 * A click on a header: ascending, then descending, then back to the list's own order. With shift (`add`) the field
 * joins the ones already sorted by, and its third click takes it out again.
 */
export function toggleSort(sorts: readonly Sort[], field: string, add: boolean): Sort[] {
  const present = sorts.find((sort) => sort.field === field)
  const others = add ? sorts.filter((sort) => sort.field !== field) : []
  if (!present) return [...others, { field, direction: 'asc' }]
  if (!add && sorts.length > 1) return [present]
  if (present.direction === 'desc') return [...others]
  return add
    ? sorts.map((sort) => (sort === present ? { field, direction: 'desc' } : sort))
    : [{ field, direction: 'desc' }]
}

/** The value of `aria-sort` on a header. Only the first field is told: the attribute knows one sorted column. */
export function ariaSort(sorts: readonly Sort[], field: string): 'ascending' | 'descending' | 'none' {
  const first = sorts[0]
  return first?.field === field ? (first.direction === 'asc' ? 'ascending' : 'descending') : 'none'
}
