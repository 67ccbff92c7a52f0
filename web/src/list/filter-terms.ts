import type { ListDefinition } from '@trunkline/contract/endpoint'
import { escapeValue, operators, type Operator } from '@trunkline/contract/list'

/**
 * The list syntax of the URL. `search` is `free text;field:value;field:value`, `searchFields` is `field:operator;…`; in
 * a value `\;` `\:` `\,` `\\` stand for the character, and `,` separates the values of `in` and `between`.
 */

export interface FilterTerm {
  field: string
  operator: Operator
  /** One value; several for `in`; two for `between`. */
  values: string[]
}

export interface SearchTerms {
  text: string
  terms: FilterTerm[]
}

/** Splits at `separator` where no backslash precedes it; the escapes stay in the parts. */
function splitAt(value: string, separator: string): string[] {
  const parts: string[] = ['']
  for (let i = 0; i < value.length; i++) {
    const char = value[i] as string
    if (char === '\\' && i + 1 < value.length) parts[parts.length - 1] += char + (value[++i] as string)
    else if (char === separator) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

const unescape = (value: string): string => value.replace(/\\([\\;:,])/g, '$1')

const manyValued = (operator: Operator) => operator === 'in' || operator === 'between'

/** Parses both parameters. Parts of unknown fields stay in `text`, and the server reports them. */
export function parseTerms(
  search: string | undefined,
  searchFields: string | undefined,
  definition: ListDefinition,
): SearchTerms {
  const requested = new Map(
    (searchFields ?? '')
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [field = '', operator] = splitAt(part, ':')
        return [field, operators.find((known) => known === operator)] as const
      }),
  )
  const terms: FilterTerm[] = []
  const free: string[] = []
  for (const part of splitAt(search ?? '', ';')) {
    const [field = '', ...rest] = splitAt(part, ':')
    if (rest.length === 0 || !(field in definition.fields)) {
      if (part) free.push(unescape(part))
      continue
    }
    const operator = requested.get(field) ?? (definition.fields[field] === 'text' ? 'like' : '=')
    const value = rest.join(':')
    terms.push({
      field,
      operator,
      values: manyValued(operator) ? splitAt(value, ',').map(unescape) : [unescape(value)],
    })
  }
  return { text: free.join(' '), terms }
}

/** Formats both parameters, the text first. Terms without a value are omitted. */
export function buildTerms({ text, terms }: SearchTerms): {
  search: string | undefined
  searchFields: string | undefined
} {
  const stated = terms.filter((term) => term.values.some((value) => value !== ''))
  const free = text.trim()
  const parts = stated.map((term) => `${term.field}:${term.values.map(escapeValue).join(',')}`)
  if (free) parts.unshift(escapeValue(free))
  return {
    search: parts.join(';') || undefined,
    searchFields: stated.map((term) => `${term.field}:${term.operator}`).join(';') || undefined,
  }
}

/** Replaces or adds the term of a field; an empty one removes it. */
export function withTerm(terms: readonly FilterTerm[], term: FilterTerm): FilterTerm[] {
  const empty = term.values.every((value) => value === '')
  const found = terms.some((other) => other.field === term.field)
  if (empty) return terms.filter((other) => other.field !== term.field)
  return found ? terms.map((other) => (other.field === term.field ? term : other)) : [...terms, term]
}

/** Whether "all" and "any" differ: only with two or more conditions. */
export const needsJoin = ({ text, terms }: SearchTerms): boolean => terms.length + (text ? 1 : 0) > 1
