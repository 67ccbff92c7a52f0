import { pageSizes, trashedModes } from '@trunkline/contract/list'

/** The state of a list in the URL. Missing parameters mean the default; list state is stored nowhere else. */
export interface ListSearch {
  search?: string
  searchFields?: string
  searchJoin?: 'and' | 'or'
  orderBy?: string
  sortedBy?: string
  page?: number
  perPage?: number
  trashed?: 'with' | 'only'
  /** The company context, which is passed through. */
  company?: number
}

/** The search parameters of a list, without the company context. */
export const listKeys = [
  'search',
  'searchFields',
  'searchJoin',
  'orderBy',
  'sortedBy',
  'page',
  'perPage',
  'trashed',
] as const satisfies (keyof ListSearch)[]

const text = (value: unknown, max: number): string | undefined => {
  // The router parses values that look like JSON: ?search=123 arrives as a number.
  const written =
    typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return written && written.length <= max ? written : undefined
}
const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
const oneOf = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value)

/**
 * Parses list state, for `validateSearch` of a list route. Invalid and unknown parameters are dropped, because a
 * shortened URL should still open the list.
 */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const page = integer(raw.page)
  const perPage = integer(raw.perPage)
  const trashed = oneOf(raw.trashed, trashedModes)
  return compact({
    search: text(raw.search, 1000),
    searchFields: text(raw.searchFields, 1000),
    searchJoin: oneOf(raw.searchJoin, ['and', 'or']),
    orderBy: text(raw.orderBy, 200),
    sortedBy: text(raw.sortedBy, 200),
    page: page === 1 ? undefined : page,
    perPage: (pageSizes as readonly (number | undefined)[]).includes(perPage) ? perPage : undefined,
    trashed: trashed === 'without' ? undefined : trashed,
    company: integer(raw.company),
  })
}

/** Drops undefined values, so that equal states compare equal and the URL stays short. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T
}

/** A change of anything else starts on page 1 again. */
export function changeSearch(
  before: ListSearch,
  change: { [K in keyof ListSearch]?: ListSearch[K] | undefined },
): ListSearch {
  const next = { ...before, page: undefined, ...change }
  return listSearch(next)
}
