import type { ListDefinition } from '@trunkline/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { buildTerms, needsJoin, parseTerms, withTerm, type FilterTerm } from './filter-terms.ts'

const definition: ListDefinition = {
  fields: { id: 'id', name: 'text', type: ['reseller', 'client'], is_active: 'boolean', created_at: 'time' },
  free: ['name'],
  sort: ['name'],
  order: ['name', 'asc'],
}
const round = (text: string, terms: FilterTerm[]) => {
  const built = buildTerms({ text, terms })
  return parseTerms(built.search, built.searchFields, definition)
}

describe('the list dialect in the address', () => {
  it('reads plain text as free text', () =>
    expect(parseTerms('acme', undefined, definition)).toEqual({ text: 'acme', terms: [] }))

  it('reads fields with their operators, and text beside them', () =>
    expect(parseTerms('acme;type:reseller,client;is_active:1', 'type:in;is_active:=', definition)).toEqual({
      text: 'acme',
      terms: [
        { field: 'type', operator: 'in', values: ['reseller', 'client'] },
        { field: 'is_active', operator: '=', values: ['1'] },
      ],
    }))

  it('takes text fields as "contains" where no operator is named, as the server does', () =>
    expect(parseTerms('name:acme', undefined, definition).terms).toEqual([
      { field: 'name', operator: 'like', values: ['acme'] },
    ]))

  it('keeps every special character of a value through writing and reading', () => {
    for (const value of ['a;b', 'a:b', 'a,b', 'a\\b', '\\;:,', 'München: 50 % ; "x"', '\\\\'])
      expect(round('', [{ field: 'name', operator: 'like', values: [value] }]).terms[0]?.values, value).toEqual([value])
  })

  it('keeps times with colons in a range', () => {
    const term: FilterTerm = {
      field: 'created_at',
      operator: 'between',
      values: ['2026-02-01T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
    }
    expect(round('', [term]).terms).toEqual([term])
  })

  it('keeps free text that looks like the dialect as text', () =>
    expect(round('name:acme;x', []).text).toBe('name:acme;x'))

  it('leaves unknown fields to the server by keeping them as text', () =>
    expect(parseTerms('is_admin:1', undefined, definition)).toEqual({ text: 'is_admin:1', terms: [] }))

  it('writes nothing where nothing is said', () =>
    expect(buildTerms({ text: '  ', terms: [{ field: 'name', operator: 'like', values: [''] }] })).toEqual({
      search: undefined,
      searchFields: undefined,
    }))

  it('has one term a field, and an empty one takes it away', () => {
    const first: FilterTerm = { field: 'name', operator: 'like', values: ['a'] }
    const second: FilterTerm = { field: 'name', operator: '=', values: ['b'] }
    expect(withTerm([first], second)).toEqual([second])
    expect(withTerm([first], { ...first, values: [''] })).toEqual([])
  })

  it('asks for "all or any" only from two conditions on', () => {
    expect(needsJoin({ text: 'a', terms: [] })).toBe(false)
    expect(needsJoin({ text: 'a', terms: [{ field: 'name', operator: 'like', values: ['b'] }] })).toBe(true)
  })
})
