import type { ListDefinition } from '@trunkline/contract/endpoint'

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

/** The order of a list without parameters, as far as users can choose it. */
const usualSorts = ({ first = [], order, sort }: ListDefinition): Sort[] =>
  [...first.filter(([field]) => sort.includes(field)), order].map(([field, direction]) => ({ field, direction }))

const isSame = (a: readonly Sort[], b: readonly Sort[]) =>
  a.length === b.length && a.every(({ field, direction }, i) => b[i]?.field === field && b[i].direction === direction)

/**
 * Parses `orderBy` and `sortedBy` (separated by `;`). Unknown fields are dropped; without parameters it is the default
 * order.
 */
export function parseSorts(
  orderBy: string | undefined,
  sortedBy: string | undefined,
  definition: ListDefinition,
): Sort[] {
  if (!orderBy) return usualSorts(definition)
  const directions = (sortedBy ?? '').split(';')
  const sorts: Sort[] = []
  orderBy.split(';').forEach((field, index) => {
    if (!definition.sort.includes(field) || sorts.some((sort) => sort.field === field)) return
    sorts.push({ field, direction: (directions[index] ?? directions.at(-1)) === 'desc' ? 'desc' : 'asc' })
  })
  return sorts
}

/** Formats both parameters; none for the default order. */
export function buildSorts(
  sorts: readonly Sort[],
  definition: ListDefinition,
): { orderBy: string | undefined; sortedBy: string | undefined } {
  if (isSame(sorts, usualSorts(definition)) || sorts.length === 0) return { orderBy: undefined, sortedBy: undefined }
  return { orderBy: sorts.map((sort) => sort.field).join(';'), sortedBy: sorts.map((sort) => sort.direction).join(';') }
}

/**
 * A click on a header: ascending, descending, default order. With Shift (`add`), the field is added to the sorted ones,
 * and the third click removes it.
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

/** The value of `aria-sort`, which only the first sorted column has. */
export function ariaSort(sorts: readonly Sort[], field: string): 'ascending' | 'descending' | 'none' {
  const first = sorts[0]
  return first?.field === field ? (first.direction === 'asc' ? 'ascending' : 'descending') : 'none'
}
