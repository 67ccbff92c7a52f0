import { describe, expect, test } from 'vitest'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { escapeValue } from '@trunkline/contract/list'
import type { AppError } from '../../errors.ts'
import { parseListRequest } from './parse.ts'

const definition: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    status: ['active', 'suspended'],
    is_active: 'boolean',
    rate: 'number',
    created_at: 'time',
    due: 'day',
  },
  free: ['name'],
  sort: ['id', 'name', 'created_at'],
  order: ['name', 'asc'],
}
const parse = (input: Parameters<typeof parseListRequest>[1]) => parseListRequest(definition, input)
const fieldsOf = (input: Parameters<typeof parseListRequest>[1]) => {
  try {
    parse(input)
  } catch (error) {
    return (error as AppError).fields
  }
  return undefined
}

describe('the list dialect', () => {
  test('reads free text as words', () => {
    expect(parse({ search: '  Anna  Becker ' }).words).toEqual(['Anna', 'Becker'])
  })

  test('reads fields with their values, and free text between them', () => {
    const request = parse({ search: 'status:active;becker;rate:5', searchFields: 'rate:>=' })
    expect(request.conditions).toEqual([
      { field: 'status', operator: '=', values: ['active'] },
      { field: 'rate', operator: '>=', values: [5] },
    ])
    expect(request.words).toEqual(['becker'])
  })

  test('rejects free text in a list without searchable fields, and names its fields', () => {
    const bare = { ...definition, free: [] }
    expect(() => parseListRequest(bare, { search: '../../etc/passwd' })).toThrow(
      expect.objectContaining({
        fields: {
          search: { reason: 'list.no_free_text', params: { fields: expect.arrayContaining(['created_at']) } },
        },
      }),
    )
    expect(parseListRequest(bare, { search: 'fibre', searchFields: 'name' }).wordFields).toEqual(['name'])
    expect(parseListRequest(bare, { search: 'name:fibre' }).conditions).toHaveLength(1)
  })

  test('narrows free text to the fields that searchFields names', () => {
    expect(parse({ search: 'becker', searchFields: 'name:like' }).wordFields).toEqual(['name'])
  })

  test('reads in and between, with commas', () => {
    expect(
      parse({
        search: 'status:active,suspended;created_at:2026-01-01,2026-02-01',
        searchFields: 'status:in;created_at:between',
      }).conditions.map(({ values }) => values),
    ).toEqual([
      ['active', 'suspended'],
      ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ])
  })

  test('unescapes a value', () => {
    const hard = 'a;b:c,d\\e'
    expect(parse({ search: `name:${escapeValue(hard)}` }).conditions[0]?.values).toEqual([hard])
  })

  test('treats MAC and IPv6 addresses as free text despite their colons', () => {
    expect(parse({ search: '64:d1:54:aa:bb:cc' }).words).toEqual(['64:d1:54:aa:bb:cc'])
    expect(parse({ search: '2001:db8::1' }).words).toEqual(['2001:db8::1'])
  })

  test('orders by several fields, and uses the last direction if one is omitted', () => {
    expect(parse({ orderBy: 'name;created_at', sortedBy: 'desc' }).order).toEqual([
      { field: 'name', direction: 'desc' },
      { field: 'created_at', direction: 'desc' },
    ])
  })

  test.each([
    [{ search: 'password:x' }, 'search'],
    [{ searchFields: 'password' }, 'searchFields'],
    [{ searchFields: 'name:~' }, 'searchFields'],
    [{ search: 'status:active', searchFields: 'status:like' }, 'searchFields'],
    [{ orderBy: 'status' }, 'orderBy'],
    [{ orderBy: 'name', sortedBy: 'sideways' }, 'sortedBy'],
    [{ search: 'status:gone' }, 'search'],
    [{ search: 'id:1.5' }, 'search'],
    [{ search: 'id:-1' }, 'search'],
    [{ search: 'is_active:maybe' }, 'search'],
    [{ search: 'created_at:yesterday' }, 'search'],
    [{ search: 'due:2026-13-01' }, 'search'],
    [{ search: 'rate:1', searchFields: 'rate:between' }, 'search'],
    [{ search: '__proto__:x' }, 'search'],
    [{ search: 'constructor:x' }, 'search'],
  ] as const)('rejects %j at %s', (input, field) => {
    expect(Object.keys(fieldsOf(input) ?? {})).toEqual([field])
  })
})
