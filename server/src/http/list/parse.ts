import type { FieldType } from '@trunkline/contract/endpoint'
import { defaultPageSize, operators, type ListInput, type Operator } from '@trunkline/contract/list'
import { message, type Reasons } from '@trunkline/contract/errors'
import { invalid } from '../../errors.ts'
import type { CustomColumn, RequestDefinition } from './custom-columns.ts'

/** One comparison with an allowed field. `like` and `ilike` are equivalent: text is compared case-insensitively. */
export interface Condition {
  field: string
  operator: Operator
  values: (string | number | boolean)[]
  /** Set if the field is a custom field. */
  custom?: CustomColumn | undefined
}

/** A parsed list query: the only text from the caller in it are values. */
export interface ListRequest {
  /** Words of the free-text search; a row must contain all of them. */
  words: string[]
  /** The fields that `searchFields` restricts the free-text search to. */
  wordFields: string[]
  conditions: Condition[]
  join: 'and' | 'or'
  order: { field: string; direction: 'asc' | 'desc'; custom?: CustomColumn | undefined }[]
  page: number
  perPage: number
  trashed: 'without' | 'with' | 'only'
  company: number | undefined
}

/** Maximum numbers of words, compared fields, sort fields and values per comparison in a request. */
const maxWords = 10
const maxPairs = 20
const maxOrders = 5
const maxValues = 100

/** Splits at unescaped `separator`; escapes stay in the parts. */
function split(text: string, separator: string): string[] {
  const parts: string[] = ['']
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string
    if (c === '\\' && i + 1 < text.length) parts[parts.length - 1] += c + (text[++i] as string)
    else if (c === separator) parts.push('')
    else parts[parts.length - 1] += c
  }
  return parts
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1')

/** A MAC or IPv6 address, or a prefix, is free text although it contains colons. */
const looksLikeAddress = (text: string) =>
  /^(?:[0-9a-f]{2}[:-]){2,}/i.test(text) || /^[0-9a-f]{0,4}:[0-9a-f:.]*(?:\/\d{0,3})?$/i.test(text)

/**
 * Parses a list query (contract/src/list.ts) against the allowed fields of `definition`.
 * @throws AppError validation_failed naming the parameter and the allowed fields
 */
export function parseListRequest(definition: RequestDefinition, input: ListInput): ListRequest {
  const operatorOf = readSearchFields(definition, input.searchFields)
  const { words, pairs } = readSearch(definition, input.search)
  const conditions = pairs.map(({ field, text }) => condition(definition, field, operatorOf.get(field), text))
  const paired = new Set(pairs.map((pair) => pair.field))
  // Fields without a value restrict the free-text search.
  const wordFields = words.length === 0 ? [] : [...operatorOf.keys()].filter((field) => !paired.has(field))
  if (words.length > 0 && wordFields.length === 0 && definition.free.length === 0)
    throw invalid({ search: message('list.no_free_text', { fields: Object.keys(definition.fields) }) })
  return {
    words,
    wordFields,
    conditions,
    join: input.searchJoin ?? 'and',
    order: readOrder(definition, input.orderBy, input.sortedBy),
    page: input.page ?? 1,
    perPage: input.perPage ?? defaultPageSize,
    trashed: input.trashed ?? 'without',
    company: input.company,
  }
}

function readSearch(definition: RequestDefinition, search: string | undefined) {
  const words: string[] = []
  const pairs: { field: string; text: string }[] = []
  for (const part of split(search ?? '', ';')) {
    if (part.trim() === '') continue
    const [name, ...rest] = split(part, ':')
    if (rest.length === 0 || looksLikeAddress(part.trim())) {
      words.push(...unescape(part).trim().split(/\s+/))
      continue
    }
    const field = (name as string).trim()
    if (!Object.hasOwn(definition.fields, field))
      throw invalid({ search: message('list.not_searchable', { field, fields: Object.keys(definition.fields) }) })
    pairs.push({ field, text: rest.join(':') })
  }
  if (words.length > maxWords) throw invalid({ search: message('field.max_entries', { max: maxWords }) })
  if (pairs.length > maxPairs) throw invalid({ search: message('field.max_entries', { max: maxPairs }) })
  return { words, pairs }
}

function readSearchFields(
  definition: RequestDefinition,
  searchFields: string | undefined,
): Map<string, Operator | undefined> {
  const result = new Map<string, Operator | undefined>()
  for (const part of (searchFields ?? '').split(';')) {
    if (part.trim() === '') continue
    const colon = part.indexOf(':')
    const field = (colon < 0 ? part : part.slice(0, colon)).trim()
    const operator =
      colon < 0
        ? undefined
        : part
            .slice(colon + 1)
            .trim()
            .toLowerCase()
    if (!Object.hasOwn(definition.fields, field))
      throw invalid({ searchFields: message('list.not_searchable', { field, fields: Object.keys(definition.fields) }) })
    if (operator !== undefined && !(operators as readonly string[]).includes(operator))
      throw invalid({ searchFields: message('list.operator', { operator, operators }) })
    result.set(field, operator as Operator | undefined)
  }
  return result
}

function readOrder(
  definition: RequestDefinition,
  orderBy: string | undefined,
  sortedBy: string | undefined,
): ListRequest['order'] {
  const fields = (orderBy ?? '')
    .split(';')
    .map((field) => field.trim())
    .filter(Boolean)
  const directions = (sortedBy ?? '')
    .split(';')
    .map((direction) => direction.trim().toLowerCase())
    .filter(Boolean)
  for (const direction of directions)
    if (direction !== 'asc' && direction !== 'desc')
      throw invalid({ sortedBy: message('field.allowed', { values: ['asc', 'desc'] }) })
  if (fields.length === 0) {
    const given = directions[0] as 'asc' | 'desc' | undefined
    const [field, usual] = definition.order
    // A direction alone turns the order of the list around; what needs attention is then not put before it.
    const first = given === undefined ? (definition.first ?? []) : []
    return [...first.map(([name, direction]) => ({ field: name, direction })), { field, direction: given ?? usual }]
  }
  if (fields.length > maxOrders) throw invalid({ orderBy: message('field.max_entries', { max: maxOrders }) })
  return fields.map((field, i) => {
    if (!definition.sort.includes(field))
      throw invalid({ orderBy: message('list.not_sortable', { field, fields: definition.sort }) })
    const direction = (directions[i] ?? directions.at(-1) ?? 'asc') as 'asc' | 'desc'
    return { field, direction, custom: definition.custom?.get(field) }
  })
}

function condition(definition: RequestDefinition, field: string, given: Operator | undefined, text: string): Condition {
  const type = definition.fields[field] as FieldType
  const operator = given ?? (type === 'text' ? 'like' : '=')
  if ((operator === 'like' || operator === 'ilike') && type !== 'text')
    throw invalid({
      searchFields: message('list.operator_of_field', {
        field,
        operators: Array.isArray(type) || type === 'boolean' ? ['=', 'in'] : ['=', 'in', 'between', '>=', '<='],
      }),
    })
  const parts = operator === 'in' || operator === 'between' ? split(text, ',') : [text]
  if (operator === 'between' && parts.length !== 2) throw invalid({ search: message('list.two_values', { field }) })
  if (parts.length > maxValues) throw invalid({ search: message('field.max_entries', { max: maxValues }) })
  const values = parts.map((part) => value(field, type, operator, unescape(part).trim()))
  return { field, operator, values, custom: definition.custom?.get(field) }
}

function value(field: string, type: FieldType, operator: Operator, text: string): string | number | boolean {
  const bad = (type: Reasons['list.value']['type']) =>
    invalid({ search: message('list.value', { field, value: text.slice(0, 60), type }) })
  if (type === 'text') return text
  if (type === 'boolean') {
    if (/^(1|true|yes)$/i.test(text)) return true
    if (/^(0|false|no)$/i.test(text)) return false
    throw bad('boolean')
  }
  if (type === 'id' || type === 'number') {
    // `Number` also reads 0x10, 1e2 and spaces.
    const form = type === 'id' ? /^(0|[1-9]\d{0,15})$/ : /^-?\d{1,16}(\.\d{1,20})?$/
    const number = Number(text)
    if (!form.test(text) || (type === 'id' && !Number.isSafeInteger(number))) throw bad('number')
    return number
  }
  if (type === 'time') {
    // A date stands for the start of the day, or for its end as the upper bound of a range.
    const closes = operator === '<='
    const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${closes ? '23:59:59.999' : '00:00:00'}Z` : text)
    if (!/^(?!0000)\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime())) throw bad('time')
    return time.toISOString()
  }
  if (type === 'day') {
    if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(new Date(`${text}T00:00:00Z`).getTime()))
      throw bad('day')
    return text
  }
  if (!type.includes(text))
    throw invalid({ search: message('list.choice', { field, value: text.slice(0, 60), values: type }) })
  return text
}
