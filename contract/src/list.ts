import * as z from 'zod/mini'
import { issue } from './errors.ts'
import { choice, id, integerText, ref, refText } from './fields.ts'

/**
 * The list dialect of Laravel's l5-repository (https://github.com/andersao/l5-repository#using-the-requestcriteria):
 * `search` is free text or `field:value;field:value`; `searchFields` is `field;field` or `field:operator;…`;
 * `orderBy` and `sortedBy` contain one or several names, separated by `;`; `searchJoin` joins the named fields by
 * `and` or `or`. In a value, `\;` `\:` `\,` and `\\` escape the character.
 */

export const operators = ['=', 'like', 'ilike', 'in', 'between', '>=', '<='] as const
export type Operator = (typeof operators)[number]

export const pageSizes = [25, 50, 100, 200] as const
export const defaultPageSize = 25
export const trashedModes = ['without', 'with', 'only'] as const

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** Maximum number of rows of an exported workbook. */
export const maxXlsxRows = 10_000

/** Maximum length of a search in characters: several field filters with their ranges. */
export const searchMax = 1000

const integer = () => integerText(1, 1_000_000_000)

const pageSizeMessage = issue('list.page_size', { sizes: pageSizes })

/** Query parameters of every list. */
export const listQuery = {
  search: z.optional(z.string().check(z.maxLength(searchMax))),
  searchFields: z.optional(z.string().check(z.maxLength(1000))),
  searchJoin: z.optional(z.enum(['and', 'or'])),
  orderBy: z.optional(z.string().check(z.maxLength(200))),
  sortedBy: z.optional(z.string().check(z.maxLength(200))),
  page: z.optional(integer()),
  perPage: z.optional(
    integerText(0, Number.MAX_SAFE_INTEGER, pageSizeMessage).check(
      z.refine((n) => (pageSizes as readonly number[]).includes(n), pageSizeMessage),
    ),
  ),
  trashed: z.optional(z.enum(trashedModes)),
  /** Limits the list to one company of the caller's subtree and its descendants. */
  company: z.optional(refText('company')),
  /** Returns all matching rows as a file instead of a page; `xlsx` up to `maxXlsxRows`. */
  export: z.optional(z.enum(exportFormats)),
}

export interface ListInput {
  search?: string | undefined
  searchFields?: string | undefined
  searchJoin?: 'and' | 'or' | undefined
  orderBy?: string | undefined
  sortedBy?: string | undefined
  page?: number | undefined
  perPage?: number | undefined
  trashed?: 'without' | 'with' | 'only' | undefined
  company?: number | undefined
  export?: ExportFormat | undefined
}

export const pagination = z.object({
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  /** The list has more than `total` rows; counting stopped there. */
  capped: z.optional(z.boolean()),
})
/** Counting stops here, so that the cost of a page does not grow with the history. */
export const countCap = 250_000
/** The count of a free-text search stops here. Pages beyond can be requested. */
export const searchCountCap = 10_000
export type Pagination = z.infer<typeof pagination>

/** `{ data: row[], meta: { pagination } }` */
export const page = <S extends z.ZodMiniType>(row: S) =>
  z.object({ data: z.array(row), meta: z.object({ pagination }) })

/** An option of a list. Companies and their records include the path, because names are not unique. */
const optionChoice = z.extend(choice(), { path: z.optional(z.string()) })

/**
 * `{ data: row[], meta: { pagination }, options: { statuses: [{ id, name }], … } }`: options for the list's filters and
 * forms. For rows (companies, pools): the first page of their lookup.
 */
export const pageWithOptions = <S extends z.ZodMiniType, const N extends string>(row: S, names: readonly N[]) =>
  z.extend(page(row), {
    options: z.object(
      Object.fromEntries(names.map((name) => [name, z.array(optionChoice)])) as unknown as Record<
        N,
        z.ZodMiniArray<typeof optionChoice>
      >,
    ),
  })

/** Lookup for selects: `?query` filters by name, 20 results per page. */
export const lookupQuery = (extra: Record<string, z.ZodMiniType> = {}) =>
  z.object({
    query: z.optional(z.string().check(z.maxLength(200))),
    page: z.optional(integer()),
    ...extra,
  })

/** One result of a lookup. Companies and their records include the path, because names are not unique. */
export const lookupRow = z.object({ id: id(), name: z.string(), path: z.optional(z.string()) })

/**
 * Selects every row that matches a list query, instead of ids: rejected with `selection_moved` when the count is no
 * longer `total`.
 */
export const matchingSelection = z.object({
  search: listQuery.search,
  searchFields: listQuery.searchFields,
  searchJoin: listQuery.searchJoin,
  trashed: listQuery.trashed,
  company: z.optional(ref('company')),
  total: z.int().check(z.nonnegative()),
})

const escapes = /[\\;:,]/g
/** Escapes a value for the dialect. */
export const escapeValue = (value: string): string => value.replace(escapes, (c) => `\\${c}`)
