import { describe, expect, it } from 'vitest'
import { changesOf, valueText } from './diff.ts'

describe('the change that an audit entry tells', () => {
  it('is the fields of both sides that differ, nested ones by path', () =>
    expect(
      changesOf({ name: 'a', address: { city: 'x', zip: '1' } }, { name: 'b', address: { city: 'x', zip: '2' } }),
    ).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'address.zip', before: '1', after: '2' },
    ]))

  it('has one side only for a creation', () =>
    expect(changesOf(null, { name: 'a' })).toEqual([{ field: 'name', before: undefined, after: 'a' }]))

  it('is written in words', () => {
    const words = { yes: 'yes', no: 'no', empty: 'empty' }
    expect([true, null, ['a', 1], { a: 1 }, ''].map((value) => valueText(value, words))).toEqual([
      'yes',
      'empty',
      'a, 1',
      '{"a":1}',
      'empty',
    ])
  })
})
